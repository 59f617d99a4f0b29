/** What the explanation of a puzzle points at in the history. */
import type { PuzzlePosition, PuzzleSolution } from '../../net/schema';
import type { View } from '../schema';

export type Clue =
  | { clue: 'sight'; knows: [number, string][] }
  | { clue: 'loyalty'; seat: number; side: string }
  | { clue: 'mission'; mission: number; proposal: number; team: number[]; fails: number; own?: boolean };
export type Act = { proposal: number; seat: number; against?: number };
export type Why = {
  clues?: Clue[];
  acts?: Act[];
  chances?: number[];
  left?: number;
  of?: number;
  team?: number[];
  clean?: number[];
  roles: string[];
};
export type Choice = { seats?: number[]; approve?: boolean | null; number?: number };

export const viewOf = (puzzle: PuzzlePosition) => puzzle.view as View;
export const whyOf = (solution: PuzzleSolution) => solution.why as unknown as Why;
export const choiceOf = (puzzle: PuzzlePosition, index: number) => puzzle.choices[index] as Choice;
export const askOf = (puzzle: PuzzlePosition) =>
  puzzle.question as { ask: string; role?: string; mission?: number; named?: number };

/** The number of a piece of evidence, or that a cell shows what somebody else did there. */
export type Proof = number | 'against' | null;
export type Evidence = (proposal: number, seat: number) => Proof;

/** Evidence in the order of its numbers: the clues that lie in the history, then the acts. */
export const pieces = (why: Why): (Extract<Clue, { clue: 'mission' }> | Act)[] => [
  ...(why.clues ?? []).filter((each) => each.clue === 'mission'),
  ...(why.acts ?? []),
];

const holds = (piece: Extract<Clue, { clue: 'mission' }> | Act, seat: number) =>
  'team' in piece ? piece.team.includes(seat) : piece.seat === seat;

export function evidenceOf(solution: PuzzleSolution): Evidence {
  const all = pieces(whyOf(solution));
  return (proposal, seat) => {
    const here = all.findIndex((piece) => piece.proposal === proposal && holds(piece, seat));
    if (here >= 0) return here + 1;
    return all.some((piece) => 'against' in piece && piece.proposal === proposal && piece.against === seat)
      ? 'against'
      : null;
  };
}
