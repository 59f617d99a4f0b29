/** The colours that the page wears: the look of the ruleset, light or dark. */
import { useWordsOf } from '../i18n/words.svelte';
import { settings } from './settings.svelte';

export type Mode = 'light' | 'dark';
/** How the page looks at a table of a ruleset. `theme` names its colours in a style sheet, `mode` is its usual light. */
export type Look = {
  theme: string;
  mode: Mode;
  /** The colour of the browser's own bar. */
  bar: Record<Mode, string>;
  /** Seats are marked by charges on shields, not by pieces of type. */
  shields?: boolean;
};

export const HOUSE: Look = { theme: 'house', mode: 'dark', bar: { dark: '#14161a', light: '#e7e0d0' } };

let look = $state.raw(HOUSE);
let usual = $state<Mode | null>(null);

/** Counts how often the system has changed between light and dark, so that `wish` is asked again. */
let turns = $state(0);

function wish(query: string): boolean {
  void turns;
  return typeof matchMedia !== 'undefined' && matchMedia(query).matches;
}

/** The player's choice, else what the system asks for, else the look's own light. */
export function mode(): Mode {
  if (settings.mode !== 'system') return settings.mode;
  if (wish('(prefers-color-scheme: dark)')) return 'dark';
  return usual ?? (wish('(prefers-color-scheme: light)') ? 'light' : look.mode);
}

/** Puts on a look. `light` sets whether it is light or dark when nobody has a wish. */
export function wear(next: Look, light: Mode | null = null): void {
  look = next;
  usual = light;
}

/** Dresses the page as the house, with no game's words. */
export function dressAsHouse(): void {
  wear(HOUSE, 'light');
  useWordsOf('');
}

export const currentLook = () => look;

/** Keeps the page's attributes in step; called once. */
export function wearTheme(): void {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => turns++);
  $effect.root(() => {
    $effect(() => {
      document.documentElement.dataset.theme = `${look.theme}-${mode()}`;
      document.querySelector('meta[name=theme-color]')?.setAttribute('content', look.bar[mode()]);
    });
  });
}
