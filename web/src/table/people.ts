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

/** What others call whoever sits there: who gave no name is "you" to nobody else. */
export const calledName = (name: string | null | undefined, seat: number): string =>
  name && !UNNAMED.includes(name) ? name : t('seat.player', { n: seat + 1 });

export function peopleOf(chairs: readonly Chair[], me: number | null): People {
  const own = (seat: number) => calledName(chairs[seat]?.name, seat);
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
