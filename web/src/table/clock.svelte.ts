/** One ticking second for everything that counts down. */
let now = $state(Date.now());
if (typeof window !== 'undefined') setInterval(() => (now = Date.now()), 500);

export const tick = () => now;

/** "0:38", never below zero. */
export function minutes(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
