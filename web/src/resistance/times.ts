/** How long the cards of a reveal are being turned, in milliseconds: the same whatever is on them. */
export const REVEAL_TIME = { votes: 2400, mission: 4000 } as const;
