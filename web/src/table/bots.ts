/** Which bots are asked for, and what everybody is told about them. */
import { t, tryT } from '../i18n/words.svelte';
import type { Chair, RulesetInfo } from '../net/schema';
import { settings } from '../ui/settings.svelte';

export const botName = (bot: string) => tryT(`bot.${bot}`) ?? bot;

/** A language model is named, with where it runs; any other bot by its strength. */
export function botWords(chair: Chair): string {
  if (chair.language_model) return t('seat.model.where', { model: chair.language_model });
  return chair.bot ? `${t('seat.bot')}, ${botName(chair.bot)}` : t('seat.bot');
}

/** The bot that this device has chosen, where the game has it; else the game's usual one. */
export function chosenBot(info: RulesetInfo | undefined): string {
  if (!info) return 'random';
  return info.bots.includes(settings.bot) ? settings.bot : info.opponent || (info.bots.at(-1) ?? 'random');
}
