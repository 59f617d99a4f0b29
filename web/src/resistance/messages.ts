import type { AnyEvent, AnyMove, View } from './schema';

/** The messages of the family, for the stores and prompts that every table has. */
export type Resistance = { view: View; event: AnyEvent; move: AnyMove };
