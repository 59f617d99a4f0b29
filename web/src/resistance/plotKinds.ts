/** The sign for when a plot card acts. */
import { PLOT_KINDS } from './plotCards';

const SIGNS = { permanent: 'lock', immediate: 'bolt', held: 'press' } as const;

export const kindOf = (card: string) => PLOT_KINDS[card] ?? 'held';

export const signOf = (card: string) => SIGNS[kindOf(card)];
