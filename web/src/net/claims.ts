import type { RoleClaim, SawClaim, SuspectClaim, TeamClaim, TrustClaim } from './schema';

/** Something said in a form that the table, the record and bots can read. */
export type AnyClaim = RoleClaim | TrustClaim | SuspectClaim | SawClaim | TeamClaim;
