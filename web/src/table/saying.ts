/** The messages of a game that has no words here, as readable as their own names make them. */
import { language, list, t, tryT } from '../i18n/words.svelte';
import type { Ask } from '../net/commands';
import type { People } from './people';

/** Fields whose numbers are seats, in the views, events and moves of every game. */
const SEATS = /^(seats?|team|players?|leader|to|on|at|from|by|target|voter|waiting|winners?)$/;

/** "fails_needed" as "fails needed", unless the catalogue has a word for it. */
export const nameOf = (name: string) => tryT(`name.${name}`) ?? name.replaceAll(/[_-]/g, ' ');

/** A value that fits in one line; null where it has parts of its own. */
export function sayValue(value: unknown, field: string, who: People): string | null {
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
  if (typeof value === 'number') return SEATS.test(field) ? who.name(value) : String(value);
  if (typeof value === 'string') return nameOf(value);
  if (value === null || value === undefined) return '–';
  if (!Array.isArray(value)) return null;
  const parts = value.map((each: unknown) => sayValue(each, field, who));
  return parts.includes(null) ? null : parts.length > 0 ? list(parts as string[]) : '–';
}

/** What follows if an ask is answered so, in the game's own words; empty where nothing special does. */
export function stakeOf(ask: Ask | undefined, answer: string): string {
  const stake = ask?.stakes?.find((each) => each.answer === answer);
  return stake?.text[language()] ?? stake?.text['en'] ?? '';
}

/** A move as a button names it: what it does, then each of its fields that fits in a line. */
export function sayMove({ move, ...fields }: { move: string }, who: People): string {
  const values = Object.entries(fields).map(([field, value]: [string, unknown]) => {
    const said = value === null ? null : sayValue(value, field, who);
    return said === null || SEATS.test(field) || typeof value === 'string' ? said : `${nameOf(field)} ${said}`;
  });
  return [nameOf(move), ...values.filter((said) => said !== null)].join(' · ');
}
