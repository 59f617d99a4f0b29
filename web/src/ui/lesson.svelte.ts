/** How far this device has come in the first game and in lessons. */
import { keep, recall } from './settings.svelte';

/** A game may keep more than this of its first game. */
export type Progress = { step: number; over: boolean };

const KEY = 'turncoat.first-game';
const MET = 'turncoat.met';

export const progress = <Kept extends Progress = Progress>() => recall<Kept | null>(KEY, null);
export const keepProgress = (now: Progress) => keep(KEY, now);

/** How far this device has come in a lesson beyond it. */
export type LessonProgress = { step: number; picked: number | null; over: boolean };
const lessonKey = (name: string) => `turncoat.lesson.${name}`;
export const lessonProgress = (name: string) => recall<LessonProgress | null>(lessonKey(name), null);
export const keepLesson = (name: string, now: LessonProgress) => keep(lessonKey(name), now);

/** Whether this device has been asked "Played before?", or needs not be. */
export const hasMet = () => recall(MET, false) || progress()?.over === true;
export const meet = () => keep(MET, true);
