import type { Language } from '../i18n/words.svelte';

/** What a player has chosen on this device. Kept in the browser, sent nowhere. Games add switches of their own. */
export interface Settings {
  mode: 'system' | 'light' | 'dark';
  language: 'system' | Language;
  name: string;
  sound: boolean;
  volume: number;
  notify: boolean;
  hold: 'hold' | 'five-seconds';
  mirrored: boolean;
  seats: 'ring' | 'list';
  /** Alone with bots nobody looks over a shoulder: the role need not be held. */
  keepRole: boolean;
  /** How strong bots are: one of those that a game offers, or nothing for the usual one. */
  bot: string;
}

/** The settings that are on or off. */
export type Switch = {
  [Name in keyof Settings]-?: NonNullable<Settings[Name]> extends boolean ? Name : never;
}[keyof Settings];

const KEY = 'turncoat.settings';
const FIRST: Settings = {
  mode: 'system',
  language: 'system',
  name: '',
  sound: false,
  volume: 0.6,
  notify: false,
  hold: 'hold',
  mirrored: false,
  seats: 'ring',
  keepRole: false,
  bot: '',
};

/** Reads JSON from the browser's own store; a full or forbidden store is as good as an empty one. */
export function recall<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(key);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

export function keep(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Nothing is lost that the game needs.
  }
}

export const settings = $state<Settings>({ ...FIRST, ...recall<Partial<Settings>>(KEY, {}) });

export function choose<K extends keyof Settings>(key: K, value: Settings[K]): void {
  settings[key] = value;
  keep(KEY, { ...recall(KEY, $state.snapshot(settings)), [key]: value }); // another tab may have chosen too
}
