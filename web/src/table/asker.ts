import type { Refusal } from '../net/api';
import type { Ask, Sealed } from '../net/commands';
import type { Messages } from './game';

/** Whoever has open asks and takes answers: a table's socket, or one phone passed round. */
export interface Asker<G extends Messages = Messages> {
  readonly asks: readonly Ask<G['move']>[];
  readonly sent: ReadonlyMap<string, G['move']>;
  readonly refusal: Refusal | null;
  answer(ask: string, move: G['move']): Promise<boolean>;
  /** The vote that was given and can still be changed, where votes can be. */
  readonly sealed?: Sealed<G['move']> | null;
  change?(move: G['move']): Promise<void>;
}
