/** The candle on the table: it burns down while somebody is about to be named. */
import type { Clock } from '../net/schema';
import type { View } from './schema';

const LAST = 15_000;
const LEAST = 0.2;

/** How bright it is, from 0 to 1: it dims in the last fifteen seconds before Merlin must be named. */
export function candleLight({ phase }: View, clock: Clock | null, now: number): number {
  if (phase !== 'assassinate' || clock?.due == null) return 1;
  return Math.min(1, Math.max(LEAST, (clock.due - now) / LAST));
}
