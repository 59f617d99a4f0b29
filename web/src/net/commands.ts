/** Everything a client may say on the socket. */
import type {
  Agree,
  Away,
  Back,
  Change,
  Chat,
  Claim,
  Entropy,
  HandOver,
  Join,
  Kick,
  Leave,
  Lock,
  Ping,
  Propose,
  Ready,
  Redo,
  Rematch,
  Rename,
  SeatBot,
  Shuffle,
  Sit,
  Start,
  Take,
  Transfer,
  Undo,
} from './schema';

export type Move = { move: string } & Record<string, unknown>;
/** The schema leaves the move open: which moves there are is the game's business. */
export type AnswerCommand = { do: 'answer'; ask: string; move: Move; ref?: number | null };

export type AnyCommand =
  | Agree
  | AnswerCommand
  | Away
  | Back
  | Change
  | Chat
  | Claim
  | Entropy
  | HandOver
  | Join
  | Kick
  | Leave
  | Lock
  | Ping
  | Propose
  | Ready
  | Redo
  | Rematch
  | Rename
  | SeatBot
  | Shuffle
  | Sit
  | Start
  | Take
  | Transfer
  | Undo;
