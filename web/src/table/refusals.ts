import type { Refusal } from '../net/api';
import { t, tryT } from '../i18n/words.svelte';

/** What is wrong and what to do, in the player's language; else in the server's words. */
export function refusalText(refusal: Refusal): string {
  return tryT(`error.${refusal.code}`) ?? (refusal.message || t('error.any'));
}
