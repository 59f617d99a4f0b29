/** What is heard of public events. Private acts make no sound. */
import { play, type Stroke } from '../table/signals';
import type { AnyEvent } from './schema';

const TAP: Stroke[] = [{ pitch: 900, length: 0.05, noise: true }];
const FLICK: Stroke[] = [{ pitch: 2400, length: 0.08, noise: true }];
const ONE: Stroke[] = [{ pitch: 120, length: 0.18 }];
const TWO: Stroke[] = [
  { pitch: 110, length: 0.09 },
  { pitch: 110, length: 0.09, delay: 0.11 },
];

export function soundEvents(events: readonly AnyEvent[]): void {
  for (const event of events) {
    if (event.event === 'votes') play(TAP);
    else if (event.event === 'mission') play(event.success ? ONE : TWO);
    else if (event.event === 'proposed') play(FLICK);
  }
}
