/** How puzzles of RESIST! look and read. */
import { fill, language, list, upper } from '../../i18n/words.svelte';
import type { PuzzlePosition } from '../../net/schema';
import type { PuzzleKit, PuzzleWords } from '../../table/puzzle/kit';
import { sayCard, sayMission } from '../saying';
import Position from './Position.svelte';
import type { Words } from './words-en';

const FILES = import.meta.glob<Words>('./words-*.ts', { import: 'default' });
type Move = {
  move: string;
  card?: string;
  persona?: 'hidden' | 'revealed';
  use?: boolean;
  mission?: string;
  enemy?: string;
};

const names = (cards: readonly string[] = []) => list(cards.map(sayCard));
const chosen = (puzzle: PuzzlePosition, index: number) => (puzzle.choices[index] as { cards: string[] }).cards;

/** A move of the line as an instruction. */
function tell(words: Words, move: Move): string {
  const say = (text: string, name = '') => fill(text, { name }, language());
  if (move.move === 'play') return say(words.play[move.persona ?? 'hidden'], sayCard(move.card ?? ''));
  if (move.move === 'act') return move.use ? words.use : words.skip;
  if (move.move === 'enemy') return say(words.enemy, sayCard(move.enemy ?? ''));
  if (move.move === 'mission') return say(words.mission, sayMission(move.mission ?? ''));
  return move.card ? say(words.card, sayCard(move.card)) : words.other;
}

async function speak(tongue: string): Promise<PuzzleWords> {
  const words = await FILES[`./words-${tongue}.ts`]!();
  return {
    title: () => words.title,
    known: () => '',
    question: () => words.question,
    choice: (puzzle, index) => upper(names(chosen(puzzle, index))),
    answer: (puzzle, { right }) => fill(words.answer, { names: names(chosen(puzzle, right)) }, language()),
    reasons: (_, { why }) => [
      { text: (why['line'] as Move[]).map((move) => tell(words, move)).join(' ') },
      { text: words.safe },
    ],
    hint: (_, hint) =>
      hint['cards']
        ? fill(words.hint, { names: names(hint['cards'] as string[]) }, language())
        : fill(words.hintHidden, { names: names(hint['hidden'] as string[]) }, language()),
  };
}

const kit: PuzzleKit = { Position, hasTable: false, speak };
export default kit;
