/** The message catalogue: every word the player reads. A message of the ruleset (`key@ruleset`) replaces the common one. */
import { settings } from '../ui/settings.svelte';
import type { Catalogue, Key, Message } from './catalogue';

export const LANGUAGES = { en: 'English', es: 'Español', fr: 'Français' } as const;
export type Language = keyof typeof LANGUAGES;
export type Params = Record<string, string | number>;

/** Files of words by their paths, which name the language at the end. */
type Files = Record<string, () => Promise<Partial<Catalogue>>>;

/** The words of every folder: the shared ones and those of each game. */
const FILES: Files = import.meta.glob<Catalogue>(['../*/words/*.ts', '!../*/words/*-*.ts'], { import: 'default' });
/** What the start page does without: it comes with the screens that say it. */
const later = new Set<Files>();

let catalogue = $state.raw<Partial<Catalogue>>({});
let current = $state<Language>('en');
let ruleset = $state('');

export const language = () => current;
/** The language as `Intl` is asked for it: days and lists in British English. */
export const locale = () => (current === 'en' ? 'en-GB' : current);

/** Which language to speak: the player's choice, else the first of the browser's that we have. */
export function wanted(): Language {
  if (settings.language !== 'system') return settings.language;
  const spoken = typeof navigator === 'undefined' ? [] : navigator.languages;
  const found = spoken.map((tag) => tag.slice(0, 2)).find((tag) => tag in LANGUAGES);
  return (found as Language | undefined) ?? 'en';
}

async function read(files: Files, tongue: Language): Promise<Partial<Catalogue>> {
  const wanted = Object.keys(files).filter((path) => /\b(\w+)\.ts$/.exec(path)![1] === tongue);
  return Object.assign({}, ...(await Promise.all(wanted.map((path) => files[path]!()))));
}

export async function speak(next: Language = wanted()): Promise<void> {
  catalogue = Object.assign({}, ...(await Promise.all([FILES, ...later].map((files) => read(files, next)))));
  current = next;
  if (typeof document !== 'undefined') document.documentElement.lang = next;
}

/** Loads a screen together with the words that only it says. */
export function withWords<Screen>(files: Files, load: () => Promise<Screen>): () => Promise<Screen> {
  return async () => {
    later.add(files);
    const [screen, words] = await Promise.all([load(), read(files, current)]);
    catalogue = { ...catalogue, ...words };
    return screen;
  };
}

/** Sets whose words are used: those of the ruleset being played. */
export function useWordsOf(next: string): void {
  ruleset = next;
}

/** The text of a message: its form for `n`, and `value(name)` or `value(name, 'word')` for `{name}` or `{name:word}`. */
export function fill(
  message: Message,
  params: Params,
  tongue: string,
  inWords: (n: string) => string = (n) => n,
  otherwise: (name: string) => string | undefined = () => undefined,
): string {
  const one = typeof message === 'object' && new Intl.PluralRules(tongue).select(Number(params['n'])) === 'one';
  const text = typeof message === 'string' ? message : one ? message.one : message.other;
  return text.replace(/(\b(?:de|que) )?\{(\w+)(:word)?\}/gi, (whole, before = '', name: string, spelled?: string) => {
    const value = params[name] ?? otherwise(name);
    if (value === undefined) return whole;
    const said = spelled ? inWords(String(value)) : String(value);
    return (tongue === 'fr' ? elided(before, said) : before) + said;
  });
}

/** French: "de Bo", but "d'Ada". */
const elided = (before: string, said: string) =>
  /^[aeiouàâéèêëîïôùû]/i.test(said) ? before.replace(/e $/, "'") : before;

const find = (key: string): Message | undefined => catalogue[`${key}@${ruleset}` as Key] ?? catalogue[key as Key];
const plain = (key: string) => find(key) as string | undefined;

/** The text of a key in the language spoken now. */
export function t(key: Key, params: Params = {}): string {
  return tryT(key, params) ?? key;
}

/** The text of a key made at run time (a role, a code from the server), if the catalogue has it. */
export function tryT(key: string, params: Params = {}): string | null {
  const message = find(key);
  if (message === undefined) return null;
  // A sentence may use what the ruleset calls things without being given it.
  const word = (name: string) => plain(`word.${name}`);
  const inWords = (n: string) => plain('numbers')?.split(' ')[Number(n) - 1] ?? n;
  return fill(message, params, current, inWords, word);
}

/** "Léa, Samir and you". */
export function list(names: readonly string[]): string {
  return new Intl.ListFormat(locale(), { type: 'conjunction' }).format(names);
}

export const number = (value: number, options?: Intl.NumberFormatOptions) =>
  new Intl.NumberFormat(locale(), options).format(value);

export const date = (value: Date | number, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale(), options).format(value);

export const upper = (text: string) => text.charAt(0).toLocaleUpperCase(current) + text.slice(1);
