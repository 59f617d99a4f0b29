/** What a game gives the puzzle page: how a position looks, and what there is to say about it. */
import type { Component } from 'svelte';
import type { PuzzlePosition, PuzzleSolution } from '../../net/schema';
import type { Language } from '../../i18n/words.svelte';

/** A sentence of the explanation. `mark` is its number in the picture, `at` what is lit when it is followed. */
export type Reason = { text: string; mark?: number; at?: number };

export type PuzzleWords = {
  title(puzzle: PuzzlePosition): string;
  /** What only the seat of the puzzle knows; empty for somebody who watches. */
  known(puzzle: PuzzlePosition): string;
  question(puzzle: PuzzlePosition): string;
  choice(puzzle: PuzzlePosition, index: number): string;
  /** The right answer as a statement. */
  answer(puzzle: PuzzlePosition, solution: PuzzleSolution): string;
  reasons(puzzle: PuzzlePosition, solution: PuzzleSolution): readonly Reason[];
  hint(puzzle: PuzzlePosition, hint: Hint): string;
};

export type Hint = Readonly<Record<string, unknown>>;

export type PositionProps = {
  puzzle: PuzzlePosition;
  hint: Hint | null;
  solution: PuzzleSolution | null;
  /** What is lit, as a place in the history. */
  selected: number | null;
  onselect: (at: number | null) => void;
  /** On a phone: the table instead of the history. */
  table: boolean;
};

export type PuzzleKit = {
  Position: Component<PositionProps>;
  /** A picture beside the words of a choice. */
  Choice?: Component<{ puzzle: PuzzlePosition; index: number }>;
  /** The place in the history that a hint lights, if it lights one. */
  litBy?(hint: Hint): number | null;
  /** Whether there is a table to turn to on a phone. */
  hasTable: boolean;
  speak(language: Language): Promise<PuzzleWords>;
};
