/** How the family is set up in the lobby. */
import { t } from '../i18n/words.svelte';
import type { RulesetInfo } from '../net/schema';
import type { Setup } from '../table/game';
import { evilOf, learnRulesets } from './evil.svelte';
import Roles from './Roles.svelte';
import type { RulesView } from './schema';
import Sight from './WhoSeesWhom.svelte';

learnRulesets();

const setup: Setup = {
  Roles,
  Sight,
  options: (info: RulesetInfo) => Object.keys(info.options).filter((name) => info.options[name]?.offered),
  verdict: (rules, ruleset) => {
    const { roles, team_sizes } = rules as RulesView;
    const evil = evilOf({ ruleset, roles });
    return {
      title: t('setup.ok', { good: roles.length - evil.length, evil: evil.length }),
      facts: [t('setup.missions', { sizes: team_sizes.join(' · ') })],
    };
  },
};

export default setup;
