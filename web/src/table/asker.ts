import type { Refusal } from '../net/api';
import type { Move } from '../net/commands';
import type { AskView } from '../net/schema';

/** Whoever has open asks and takes answers: a table's socket, or one phone passed round. */
export interface Asker {
  readonly asks: readonly AskView[];
  readonly sent: ReadonlyMap<string, Move>;
  readonly refusal: Refusal | null;
  answer(ask: string, move: Move): Promise<boolean>;
}
