/** How far this device has come in the first game. */
import { keep, recall } from './settings.svelte';

export type Progress = { step: number; vote: 'approve' | 'reject'; companion: number | null; over: boolean };

const KEY = 'turncoat.first-game';
const MET = 'turncoat.met';

export const STEPS = 9;
export const START: Progress = { step: 1, vote: 'approve', companion: null, over: false };

export const progress = (): Progress | null => recall<Progress | null>(KEY, null);
export const keepProgress = (now: Progress) => keep(KEY, now);

/** How far this device has come in a lesson beyond it. */
export type LessonProgress = { step: number; picked: number | null; over: boolean };
const lessonKey = (name: string) => `turncoat.lesson.${name}`;
export const lessonProgress = (name: string) => recall<LessonProgress | null>(lessonKey(name), null);
export const keepLesson = (name: string, now: LessonProgress) => keep(lessonKey(name), now);

/** Whether this device has been asked "Played before?", or needs not be. */
export const hasMet = () => recall(MET, false) || progress()?.over === true;
export const meet = () => keep(MET, true);
