/** How the family is set up in the lobby. */
import { t } from '../i18n/words.svelte';
import type { RulesetInfo } from '../net/schema';
import type { Setup } from '../table/game';
import { evilCount, learnRulesets } from './evil.svelte';
import Roles from './Roles.svelte';
import type { RulesView } from './schema';
import Sight from './WhoSeesWhom.svelte';

learnRulesets();

const OPTIONS = ['lady', 'plot', 'targeting', 'blind_spies'];

const setup: Setup = {
  Roles,
  Sight,
  options: (info: RulesetInfo) =>
    OPTIONS.filter((name) => name in info.options && !(name === 'blind_spies' && info.id === 'avalon')),
  verdict: (rules, ruleset) => {
    const { roles, team_sizes } = rules as RulesView;
    const evil = evilCount({ ruleset, roles });
    const noMinion = ruleset === 'avalon' && !roles.includes('minion');
    return {
      title: t('setup.ok', { good: roles.length - evil, evil }),
      facts: [t('setup.missions', { sizes: team_sizes.join(' · ') })],
      warnings: noMinion ? [t('setup.nominion')] : [],
    };
  },
};

export default setup;
