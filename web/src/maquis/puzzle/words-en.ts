/** The words of RESIST!'s puzzles, in English. */
const words = {
  title: 'Who stands up?',
  question: 'Win this Mission without losing a civilian, and reveal as few Maquis as you can. Who must be revealed?',
  answer: 'reveal {names}',
  play: { hidden: 'Play {name} hidden.', revealed: 'Reveal {name}.' },
  use: 'Use the action.',
  skip: 'Do not use the action.',
  enemy: 'Take {name}.',
  mission: 'Take the Mission: {name}.',
  card: 'Take {name}.',
  other: 'Go on.',
  safe: 'These moves draw from no deck, so they win whatever the decks hold. Nothing else wins with as few revealed.',
  hint: 'Begin with {names}.',
  hintHidden: '{names} can stay hidden.',
};
export default words;
export type Words = typeof words;
