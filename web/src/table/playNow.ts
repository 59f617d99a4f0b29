/** A game with bots, dealt at once. */
import { go } from '../ui/router.svelte';
import { t } from '../i18n/words.svelte';
import { api } from '../net/api';
import type { QuickPlay } from '../net/schema';
import { settings } from '../ui/settings.svelte';

export async function playNow(wish: Pick<Partial<QuickPlay>, 'ruleset' | 'bot'> = {}): Promise<void> {
  const { table } = await api.play({ name: settings.name || t('you'), ...wish });
  // Back from a table leads to the start, which shows the way back in: what led here does not stay between them.
  go(`/t/${table.code}`, location.pathname !== '/');
}

/** For somebody's first real game: the ruleset they have just learnt, and the weakest bots there are. */
export async function playFirst(ruleset: string): Promise<void> {
  const info = (await api.rulesets()).find((each) => each.id === ruleset);
  const weakest = info?.levels?.[0];
  await playNow({ ruleset, ...(weakest ? { bot: weakest } : {}) });
}
