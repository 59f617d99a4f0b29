/** Which of the six colour sets the page wears: the room's family, and light or dark. */
import { settings } from './settings.svelte';

export type Family = 'classic' | 'avalon' | 'maquis';
export type Mode = 'light' | 'dark';

const HOME_MODE: Record<Family, Mode> = { classic: 'dark', avalon: 'dark', maquis: 'light' };
const BAR: Record<string, string> = {
  'classic-dark': '#14161a',
  'classic-light': '#e7e0d0',
  'avalon-dark': '#1a110b',
  'avalon-light': '#f3e8ce',
  'maquis-light': '#1d1b18',
  'maquis-dark': '#1d1b18',
};

let family = $state<Family>('classic');
let usual = $state<Mode | null>(null);

/** How often the system has changed its mind, at dusk for example. */
let turns = $state(0);

function wish(query: string): boolean {
  void turns;
  return typeof matchMedia !== 'undefined' && matchMedia(query).matches;
}

/** The player's choice, else what the system asks for, else the room's own light. */
export function mode(): Mode {
  if (settings.mode !== 'system') return settings.mode;
  if (wish('(prefers-color-scheme: dark)')) return 'dark';
  return usual ?? (wish('(prefers-color-scheme: light)') ? 'light' : HOME_MODE[family]);
}

export function familyOf(ruleset: string): Family {
  return ruleset === 'avalon' || ruleset === 'maquis' ? ruleset : 'classic';
}

/** Enter a room. `light` sets what it looks like when nobody has a wish. */
export function enter(next: Family, light: Mode | null = null): void {
  family = next;
  usual = light;
}

export const isAvalon = () => family === 'avalon';
export const currentFamily = () => family;

/** Keeps the page's attributes in step; called once. */
export function wearTheme(): void {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => turns++);
  $effect.root(() => {
    $effect(() => {
      const theme = `${family}-${mode()}`;
      document.documentElement.dataset.theme = theme;
      document.querySelector('meta[name=theme-color]')?.setAttribute('content', BAR[theme] ?? '#14161a');
    });
  });
}
