/** What a client may say on the socket, with moves as the games define them. */
import type { Answer, AnyCommand as Command, AskView, Pick } from './schema';

export type AnyMove = { move: string };

/** The schema leaves moves open: which there are is the game's business. */
export type AnyCommand = Exclude<Command, Answer> | (Omit<Answer, 'move'> & { move: AnyMove });

/** An open question of a game whose moves are `Move`. */
export type Ask<Move extends AnyMove = AnyMove> = Omit<AskView, 'moves'> & { readonly moves?: readonly Move[] };

/** The move that a pick describes once its members are chosen. */
export const picked = <Move extends AnyMove>(pick: Pick, members: readonly unknown[]) =>
  ({ ...pick.move, [pick.field]: members }) as unknown as Move;
