/** What a client may say on the socket, with moves as the games define them. */
import type { Answer, AnyCommand as Command, AskView, ChangeVote, Pick, SealedVote } from './schema';

export type AnyMove = { move: string };

/** The schema leaves moves open: which there are is the game's business. */
export type AnyCommand =
  | Exclude<Command, Answer | ChangeVote>
  | (Omit<Answer, 'move'> & { move: AnyMove })
  | (Omit<ChangeVote, 'move'> & { move: AnyMove });

/** An open question of a game whose moves are `Move`. */
export type Ask<Move extends AnyMove = AnyMove> = Omit<AskView, 'moves'> & { readonly moves?: readonly Move[] };

/** This device's own vote in such a game, while it can be changed. */
export type Sealed<Move extends AnyMove = AnyMove> = Omit<SealedVote, 'move' | 'moves'> & {
  readonly move: Move;
  readonly moves: readonly Move[];
};

/** A name that no other command has. (`randomUUID` is missing where a table is played without https.) */
export const newName = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The move that a pick describes once its members are chosen. */
export const picked = <Move extends AnyMove>(pick: Pick, members: readonly unknown[]) =>
  ({ ...pick.move, [pick.field]: members }) as unknown as Move;
