/** The words of a first round of RESIST!, in English. They are loaded with it. */
type Note = { title: string; text: string; main: string; doubt?: string };

const words = {
  steps: [
    {
      title: 'Four missions, all guarded',
      text: 'The number on the left is the strength a mission takes, the star its points. Below lie enemies, face down. 15 points are a victory.',
      main: 'Next',
    },
    {
      title: 'Every fighter has two sides',
      text: 'Played hidden, on the left, a fighter comes back to your deck. Played revealed, they hit harder or do more, and leave for good. Spies only fill your hand.',
      main: 'Next',
    },
    {
      title: 'Plan: play Sagrario hidden',
      text: 'She has strength 2 on both sides, and no action is due now. Hidden, you keep her.',
      main: 'Play her hidden',
      doubt: 'Revealed, she would leave for good, and hit no harder. Play her hidden.',
    },
    {
      title: 'Which mission?',
      text: 'You have 2 and two more fighters. Choose the mission that takes least.',
      main: 'Choose a mission',
      doubt: '{name} takes more than you can be sure of. Another mission takes 3.',
    },
    {
      title: 'The enemies are turned up',
      text: 'Mission 3, Spy Master 3, Radio Operator 2, Grunt 1: together 9. You have 2. Roberto revealed brings 4.',
      main: 'Play him revealed',
      doubt: 'Hidden, Roberto brings 2, and an enemy would be left to strike back. This time it is worth losing him.',
    },
    {
      title: 'An action instead of strength',
      text: 'You have 6 and need 9. Adolfo hidden brings nothing, but discards an enemy.',
      main: 'Play him hidden',
      doubt: 'Revealed, Adolfo brings 3 and leaves for good. Hidden, he removes an enemy and comes back.',
    },
    {
      title: 'Discard which enemy?',
      text: 'Take the one that costs you most. A Spy Master left standing would put a spy into your deck.',
      main: 'Choose an enemy',
      doubt: 'Then 7 or 8 would be needed, and you have 6. Which enemy has 3?',
    },
    {
      title: 'Spend your strength',
      text: 'You have 6: the mission takes 3, the Grunt 1, the Radio Operator 2. Take the mission first: it gives the points.',
      main: 'Choose a target',
      doubt: 'The Grunt must fall before other enemies, but not before the mission. Take the mission first.',
    },
    {
      title: 'Aftermath: nobody is left',
      text: 'The Grunt and the Radio Operator fell too. Enemies left here would strike now. A mission you attack and do not defeat has failed; a second failure loses the game.',
      main: 'Next',
    },
    {
      title: 'A new hand, a new round',
      text: 'Sagrario and Adolfo wait in your discards. Roberto is gone. You have 1 point: after each round you may stop, or go on for more.',
      main: 'Play a real game',
    },
  ] as Note[],
};

export default words;
export type Words = typeof words;
