/** Sides of roles: public, from the rulesets that the server offers. */
import { api, quietly } from '../net/api';
import type { RulesetInfo } from '../net/schema';
import type { AnyEvent, RulesView } from './schema';

let rulesets = $state.raw<readonly RulesetInfo[]>([]);

export function learnRulesets(): void {
  quietly(api.rulesets(), (found) => (rulesets = found));
}

/** The roles of a ruleset; none until the rulesets are known. */
const rolesOf = (ruleset: string) => rulesets.find((each) => each.id === ruleset)?.roles ?? {};

export const sideOf = (ruleset: string, role: string) => rolesOf(ruleset)[role]?.side ?? '';

/** The seat that the other side looks for at the end, where there is one. */
export const huntedSeat = (ruleset: string, roles: readonly string[]) =>
  roles.findIndex((role) => rolesOf(ruleset)[role]?.hunted);

/** Whom evil has named, if it happened among these events. */
export function namedIn(events: readonly AnyEvent[]): number | null {
  const shot = events.find((event) => event.event === 'shot');
  return shot?.event === 'shot' ? shot.seat : null;
}

/** The evil ones of the dealt roles. */
export const evilOf = ({ ruleset, roles }: Pick<RulesView, 'ruleset' | 'roles'>) =>
  roles.flatMap((role) => rolesOf(ruleset)[role] ?? []).filter((role) => role.side === 'evil');
