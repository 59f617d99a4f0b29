/** How far this device has come in the first game. */
import { keep, recall } from './settings.svelte';

export type Progress = { step: number; vote: 'approve' | 'reject'; companion: number | null; over: boolean };

const KEY = 'turncoat.first-game';
const MET = 'turncoat.met';

export const STEPS = 9;
export const START: Progress = { step: 1, vote: 'approve', companion: null, over: false };

export const progress = (): Progress | null => recall<Progress | null>(KEY, null);
export const keepProgress = (now: Progress) => keep(KEY, now);

/** Whether this device has been asked "Played before?", or needs not be. */
export const hasMet = () => recall(MET, false) || progress()?.over === true;
export const meet = () => keep(MET, true);
