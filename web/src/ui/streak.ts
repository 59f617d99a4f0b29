/** How many days up to today, or to yesterday, have been played without a gap. A day is written "2026-07-31". */
export function daysInARow(days: readonly string[], now = Date.now()): number {
  const played = new Set(days);
  let time = played.has(dayOf(now)) ? now : now - DAY_MS;
  let count = 0;
  for (; played.has(dayOf(time)); time -= DAY_MS) count++;
  return count;
}

export const DAY_MS = 86_400_000;
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
