/** Claims as events: at which team each was made, and what has become of it since. */
import type { ChatLine } from '../net/schema';
import type { Sides } from './deduction.svelte';
import type { AnyClaim, View } from './schema';

/** What a line claims. The server hands claims on; which there are is the game's business. */
export const claimIn = (line: ChatLine) => (line.claim ?? null) as AnyClaim | null;

/** `contradicted`: by what everybody can see. What one seat knows is never set against a claim on the screen. */
export type ClaimState = 'stands' | 'withdrawn' | 'contradicted';

export type Said = {
  seat: number;
  claim: AnyClaim;
  state: ClaimState;
  /** Index of the team it was said about or after. */
  team: number;
  line: ChatLine;
};

type SideOf = (role: string) => string;

/** Every claim made so far, in order. Lines that take one back are no claims of their own. */
export function claimsOf(chat: readonly ChatLine[], view: View, sides: Sides, sideOf: SideOf): Said[] {
  return chat.flatMap((line, index) => {
    const claim = claimIn(line);
    const { seat } = line;
    if (!claim || line.withdrawn || seat === null) return [];
    const later = chat.slice(index + 1).filter((other) => other.seat === seat && other.claim);
    const state = later.some((other) => revokes(other, claim))
      ? 'withdrawn'
      : isImpossible(claim, seat, view, sides, sideOf)
        ? 'contradicted'
        : 'stands';
    return [{ seat, claim, state, team: momentOf(line, view), line }];
  });
}

/** The index of the team proposed last when it was said, as far as it is drawn yet. */
const momentOf = (line: ChatLine, view: View) => Math.max(0, Math.min(line.teams ?? 0, view.proposals.length) - 1);

/** Whether a seat's later line takes its claim back, by saying so or by claiming the opposite. */
function revokes(later: ChatLine, claim: AnyClaim): boolean {
  if (later.withdrawn) return JSON.stringify(later.claim) === JSON.stringify(claim);
  const next = claimIn(later)!;
  if (claim.claim === 'role') return next.claim === 'role' && next.role !== claim.role;
  if (claim.claim === 'team' || next.claim === 'team' || next.claim === 'role') return false;
  return next.seat === claim.seat && saysEvil(next) !== saysEvil(claim);
}

const saysEvil = (claim: Exclude<AnyClaim, { claim: 'role' | 'team' }>) =>
  claim.claim === 'saw' ? claim.side === 'evil' : claim.claim === 'suspect';

/** Whether no evil side that is left agrees with a claim. At the end one is left, and the roles lie open. */
function isImpossible(claim: AnyClaim, seat: number, view: View, sides: Sides, sideOf: SideOf): boolean {
  if (claim.claim === 'role' && view.roles) return view.roles[seat] !== claim.role;
  const about = claim.claim === 'team' ? claim.team : [claim.claim === 'role' ? seat : claim.seat];
  const wantsEvil =
    claim.claim === 'role'
      ? sideOf(claim.role) === 'evil'
      : claim.claim === 'team'
        ? claim.evil !== false
        : saysEvil(claim);
  return sides.length > 0 && !sides.some((side) => about.some((each) => side.includes(each)) === wantsEvil);
}
