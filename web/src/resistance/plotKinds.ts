/** How long a plot card lasts, and the sign for it. */
const AT_ONCE = ['take-responsibility', 'overheard-conversation', 'open-up', 'establish-confidence'];

export const kindOf = (card: string) => (card === 'opinion-maker' ? 'stays' : AT_ONCE.includes(card) ? 'once' : 'held');

export const signOf = (card: string) =>
  ({ stays: 'lock', once: 'bolt', held: 'press' })[kindOf(card)] as 'lock' | 'bolt' | 'press';
