/** That it is your turn, wherever you look: in the browser's tab, on the table's own tabs and above them. */
import { t, tryT } from '../i18n/words.svelte';

/** What is to be done, as a button says it. It never tells a secret: "Play", not which card. */
export const verbOf = (kind: string) => tryT(`turn.${kind}`) ?? t('turn.any');
/** "Your turn: vote". */
export const turnLine = (kind: string) => tryT(`turn.your.${kind}`) ?? t('turn.your.any');

/** The title and the icon of the browser's tab; without a verb, those of a table where nothing is asked. */
export function showTurn(code: string, verb: string | null): void {
  document.title = verb ? `${t('turn.title', { verb })} · Turncoat ${code}` : `${code} · Turncoat`;
  document.querySelector('link[rel=icon]')?.setAttribute('href', verb ? '/icon-turn.svg' : '/icon.svg');
}
