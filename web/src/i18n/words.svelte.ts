/** The message catalogue: every word the player reads. Words of a room (`key@ruleset`) come before common ones. */
import { settings } from '../ui/settings.svelte';
import type { Catalogue, Key } from './words/en';

export type Language = 'en' | 'es' | 'fr';
export type Params = Record<string, string | number>;

const LOADERS: Record<Language, () => Promise<Catalogue>> = {
  en: () => import('./words/en').then((module) => module.default),
  es: () => import('./words/es').then((module) => module.default),
  fr: () => import('./words/fr').then((module) => module.default),
};

let catalogue = $state.raw<Catalogue | null>(null);
let current = $state<Language>('en');
let room = $state('classic');

export const language = () => current;

/** Which language to speak: the player's choice, else the first of the browser's that we have. */
export function wanted(): Language {
  if (settings.language !== 'system') return settings.language;
  const spoken = typeof navigator === 'undefined' ? [] : navigator.languages;
  const found = spoken.map((tag) => tag.slice(0, 2)).find((tag) => tag in LOADERS);
  return (found as Language | undefined) ?? 'en';
}

export async function speak(next: Language = wanted()): Promise<void> {
  catalogue = await LOADERS[next]();
  current = next;
  if (typeof document !== 'undefined') document.documentElement.lang = next;
}

/** Sets whose words are used: those of the ruleset being played. */
export function useWordsOf(ruleset: string): void {
  room = ruleset;
}

export const currentRoom = () => room;

/**
 * Fills `{name}`, and picks `{count?one|other}` by the language's own plural rule; `#` there is the count.
 * `{count:word}` spells the number, as `inWords` does.
 */
export function fill(
  text: string,
  params: Params,
  tongue: string,
  inWords: (n: string) => string = (n) => n,
): string {
  return text.replace(
    /\{(\w+)(:word)?(?:\?([^|}]*)\|([^}]*))?\}/g,
    (whole, name: string, spelled?: string, one?: string, other?: string) => {
      const value = params[name];
      if (value === undefined) return whole;
      const shown = spelled ? inWords(String(value)) : String(value);
      if (one === undefined || other === undefined) return shown;
      const form = new Intl.PluralRules(tongue).select(Number(value)) === 'one' ? one : other;
      return form.replaceAll('#', shown);
    },
  );
}

const find = (key: string) => catalogue?.[`${key}@${room}` as Key] ?? catalogue?.[key as Key];
const inWords = (n: string) => find(`number.${n}`) ?? n;

/** Words that any sentence may use without being given them: what the room calls things. */
function withWords(params: Params): Params {
  return {
    mission: find('word.mission') ?? '',
    spy: find('word.spy') ?? '',
    loyal: find('word.loyal') ?? '',
    ...params,
  };
}

/** The text of a key in the language spoken now. */
export function t(key: Key, params: Params = {}): string {
  return tryT(key, params) ?? (catalogue ? key : '');
}

/** The text of a key made at run time (a role, a code from the server), if the catalogue has it. */
export function tryT(key: string, params: Params = {}): string | null {
  const text = find(key);
  return text === undefined ? null : fill(text, withWords(params), current, inWords);
}

/** "Léa, Samir and you". */
export function list(names: readonly string[]): string {
  return new Intl.ListFormat(current === 'en' ? 'en-GB' : current, { type: 'conjunction' }).format(names);
}

export const upper = (text: string) => text.charAt(0).toLocaleUpperCase(current) + text.slice(1);
