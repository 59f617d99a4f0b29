/**
 * How long everybody looks at what an event shows, in milliseconds: the same whatever is in it. Bots wait as long on
 * the server (`moments` in `games/resistance`); a test compares the two.
 */
export const REVEAL_TIME = {
  votes: 6000,
  mission: 7000,
  forfeited: 5000,
  'loyalty-shown': 8000,
  'plot-given': 4000,
  'plot-used': 4000,
  'plot-discarded': 4000,
  /** The end: nobody is moved on without a tap. */
  shot: Infinity,
} as const;
