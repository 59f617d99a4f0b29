/** The steps of the first game, and what is kept of it: how the reader voted, and whom they trusted. */
import type { Progress } from '../../ui/lesson.svelte';

export type FirstGameProgress = Progress & { vote: 'approve' | 'reject'; companion: number | null };

export const STEPS = 9;
export const START: FirstGameProgress = { step: 1, vote: 'approve', companion: null, over: false };
