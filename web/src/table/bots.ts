/** What everybody is told about a bot's chair: a language model is named, with where it runs. */
import type { Chair } from '../net/schema';
import { t } from '../i18n/words.svelte';

export const botWords = (chair: Chair): string =>
  chair.language_model ? t('seat.model.where', { model: chair.language_model }) : t('seat.bot');
