// Written by web/scripts/write_cards.py from the game's charts. Do not edit.

/** When a plot card acts: once it is played, for the whole game, or at once. */
export type PlotKind = 'held' | 'permanent' | 'immediate';

export const PLOT_KINDS: Record<string, PlotKind> = {
  "keeping-a-close-eye-on-you": "held",
  "no-confidence": "held",
  "strong-leader": "held",
  "opinion-maker": "permanent",
  "take-responsibility": "immediate",
  "overheard-conversation": "immediate",
  "open-up": "immediate",
  "establish-confidence": "immediate",
  "in-the-spotlight": "held",
};
