/** Every game that has a folder here, and how one without is shown. */
import { t, tryT, useWordsOf } from '../i18n/words.svelte';
import { HOUSE, wear } from '../ui/theme.svelte';
import type { Game, Setup } from './game';

const FOUND = import.meta.glob<Game>('../*/index.ts', { eager: true, import: 'default' });
export const games = Object.values(FOUND);

const PLAIN: Setup = {
  options: (info) => Object.keys(info.options).filter((name) => info.options[name]!.type === 'bool'),
  verdict: () => ({ title: t('setup.dealable'), facts: [] }),
};
const GENERIC = {
  setup: () => Promise.resolve(PLAIN),
  Table: () => import('./GenericTable.svelte'),
  Board: () => import('./GenericTable.svelte'),
  Replay: () => import('./GenericReplay.svelte'),
} satisfies Partial<Game>;
type Whole = Game & typeof GENERIC;
const NAMELESS: Whole = { ...GENERIC, rulesets: {} };
const whole = games.map((game): Whole => ({ ...GENERIC, ...game }) as Whole);

/** The game of a ruleset, with the generic screens where it has none of its own. */
export const gameOf = (ruleset: string) => whole.find((game) => ruleset in game.rulesets) ?? NAMELESS;

export const gameName = (ruleset: string) => tryT(`game.${ruleset}`) ?? ruleset;

/** Dresses the page for a table of this ruleset: its colours and its words. */
export function dressFor(ruleset: string): void {
  wear(gameOf(ruleset).rulesets[ruleset] ?? HOUSE);
  useWordsOf(ruleset);
}
