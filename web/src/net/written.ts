/** A finished game that was written down on this device. The server keeps nothing of it: every request brings it whole. */
import { post } from './api';
import type { WrittenGame } from './schema';
import { keep, recall } from '../ui/settings.svelte';

/** Its name among records. */
export const WRITTEN = 'written';
const KEPT = 'turncoat.written';

export const keepWritten = (game: WrittenGame) => keep(KEPT, game);

/** Asks one of the scribe's doors about it. */
export function askWritten<T>(door: 'record' | 'replay' | 'analysis', more: object = {}): Promise<T> {
  return post<T>(`/scribe/${door}`, { ...recall<object>(KEPT, {}), ...more });
}

export const writtenRecord = () => askWritten<unknown>('record');
