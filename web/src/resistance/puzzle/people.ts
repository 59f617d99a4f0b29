/** Who sits at the table of a puzzle. */
import type { Chair } from '../../net/schema';
import { peopleOf } from '../../table/people';

const NAMES = ['Ada', 'Bo', 'Cleo', 'Dee', 'Eli', 'Finn', 'Gus', 'Hana', 'Ivo', 'June'];

/** Names in the order of the seats, from the left of whoever is asked. */
export function chairsOf(players: number, me: number | null): Chair[] {
  const from = me === null ? 0 : me + 1;
  const name = (seat: number) => (seat === me ? '' : NAMES[(seat - from + players) % players]!);
  return Array.from(
    { length: players },
    (_, seat) => ({ name: name(seat), player: 'person', ready: true, away: false }) as Chair,
  );
}

export const whoOf = (players: number, me: number | null) => peopleOf(chairsOf(players, me), me);
