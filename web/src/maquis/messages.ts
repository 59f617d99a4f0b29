import type { AnyEvent, AnyMove, MaquisView } from './schema';

/** The messages of RESIST!, for the stores that every table has. */
export type Maquis = { view: MaquisView; event: AnyEvent; move: AnyMove };
