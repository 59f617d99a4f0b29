/** Claims as events: at which team each was made, and what has become of it since, as the server tells it. */
import type { ChatLine, Deduction } from '../net/schema';
import type { AnyClaim } from './schema';

/** What a line claims. The server hands claims on; which there are is the game's business. */
export const claimIn = (line: ChatLine) => (line.claim ?? null) as AnyClaim | null;

export type ClaimState = NonNullable<Deduction['claim_states']>[number];

export type Said = {
  seat: number;
  claim: AnyClaim;
  state: ClaimState;
  /** Index of the team it was said about or after. */
  team: number;
  line: ChatLine;
};

/** Claims and what has become of each, when so many teams are drawn. */
export const claimsOf = (lines: readonly ChatLine[], states: readonly ClaimState[], teams: number): Said[] =>
  states.flatMap((state, index) => {
    const line = lines[index];
    const claim = line && claimIn(line);
    if (!claim || line.seat === null) return [];
    return { seat: line.seat, claim, state, team: Math.max(0, Math.min(line.teams ?? 0, teams) - 1), line };
  });

/** What has become of the claim in a line of the chat. */
export const stateOf = (line: ChatLine, claims: readonly Said[]): ClaimState =>
  line.withdrawn
    ? 'withdrawn'
    : (claims.find((said) => said.seat === line.seat && said.line.at === line.at)?.state ?? 'stands');
