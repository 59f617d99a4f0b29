import { currentLook } from '../ui/theme.svelte';

/** Avalon is played at a round table by candlelight, its kin at a slab under a lamp. */
export const isAvalon = () => currentLook().theme === 'avalon';
