/** What to call whoever sits somewhere. */
import type { Chair } from '../net/schema';
import { list, t, tryT } from '../i18n/words.svelte';

export type People = {
  /** "You", or the name on the chair. */
  name: (seat: number) => string;
  /** The same inside a sentence. */
  inline: (seat: number) => string;
  /** "you" where a sentence has a form of its own for it. */
  isYou: (seat: number) => boolean;
  names: (seats: readonly number[]) => string;
};

/** The name on the chair of somebody who never gave one, in every language of the client. */
const UNNAMED = ['You', 'Tú', 'Toi'];

/** The seat that a record calls "you"; null where everybody has a name. */
export function unnamedSeat(chairs: readonly Chair[]): number | null {
  const seat = chairs.findIndex((chair) => UNNAMED.includes(chair.name ?? ''));
  return seat < 0 ? null : seat;
}

export function peopleOf(chairs: readonly Chair[], me: number | null): People {
  const own = (seat: number) => chairs[seat]?.name ?? t('seat.name', { name: '', n: seat + 1 });
  const name = (seat: number) => (seat === me ? t('you') : own(seat));
  const inline = (seat: number) => (seat === me ? t('you.in.list') : own(seat));
  return {
    name,
    inline,
    isYou: (seat) => seat === me,
    names: (seats) => list([...seats].sort((a, b) => Number(a === me) - Number(b === me) || a - b).map(inline)),
  };
}

export const roleName = (role: string) => tryT(`role.${role}`) ?? role;
