/** How the family is set up in the lobby. */
import { t } from '../i18n/words.svelte';
import type { RulesetInfo } from '../net/schema';
import type { Setup } from '../table/game';
import { evilOf, learnRulesets } from './evil.svelte';
import Roles from './Roles.svelte';
import type { RulesView } from './schema';
import Sight from './WhoSeesWhom.svelte';

learnRulesets();

const OPTIONS = ['lady', 'plot', 'targeting', 'blind_spies'];

const setup: Setup = {
  Roles,
  Sight,
  options: (info: RulesetInfo) => OPTIONS.filter((name) => name in info.options && !info.options[name]?.doubtful),
  verdict: (rules, ruleset) => {
    const { roles, team_sizes } = rules as RulesView;
    const evil = evilOf({ ruleset, roles });
    const onlyCharacters = evil.length > 0 && evil.every((role) => !role.plain);
    return {
      title: t('setup.ok', { good: roles.length - evil.length, evil: evil.length }),
      facts: [t('setup.missions', { sizes: team_sizes.join(' · ') })],
      warnings: onlyCharacters ? [t('setup.nominion')] : [],
    };
  },
};

export default setup;
