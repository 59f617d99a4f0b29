/** Sides of roles: public, from the rulesets that the server offers. */
import { api, quietly } from '../net/api';
import type { RulesetInfo } from '../net/schema';
import type { RulesView } from './schema';

let rulesets = $state.raw<readonly RulesetInfo[]>([]);

export function learnRulesets(): void {
  quietly(api.rulesets(), (found) => (rulesets = found));
}

/** The side of a role; empty until the rulesets are known. */
export const sideOf = (ruleset: string, role: string) =>
  rulesets.find((each) => each.id === ruleset)?.roles[role]?.side ?? '';

/** How many of the dealt roles are evil. */
export const evilCount = ({ ruleset, roles }: Pick<RulesView, 'ruleset' | 'roles'>) =>
  roles.filter((role) => sideOf(ruleset, role) === 'evil').length;
