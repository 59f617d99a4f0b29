/** Who gives up a chair while a game runs: a bot plays on for good, under the same name. */
import type { Chair } from '../net/schema';

/** The seats that somebody has left between two looks at the chairs. */
export function leftSince(before: readonly Chair[], now: readonly Chair[]): number[] {
  return now.flatMap(({ player, name }, seat) => {
    const was = before[seat];
    return was?.player === 'person' && player === 'bot' && was.name === name ? [seat] : [];
  });
}
