/** How many of the dealt roles are evil: public, from the rulesets the server offers. */
import { api, quietly } from '../net/api';
import type { RulesetInfo } from '../net/schema';
import type { View } from './schema';

let rulesets = $state.raw<readonly RulesetInfo[]>([]);

export function learnRulesets(): void {
  quietly(api.rulesets(), (found) => (rulesets = found));
}

export function evilCount(view: View): number {
  const info = rulesets.find((each) => each.id === view.rules.ruleset);
  return view.rules.roles.filter((role) => sideOf(view.rules.ruleset, role, info) === 'evil').length;
}

const EVIL = new Set(['spy', 'changeling', 'assassin', 'minion', 'mordred', 'morgana', 'oberon']);

export function sideOf(ruleset: string, role: string, info?: RulesetInfo): string {
  const found = (info ?? rulesets.find((each) => each.id === ruleset))?.roles[role]?.side;
  return found ?? (EVIL.has(role) ? 'evil' : 'good');
}
