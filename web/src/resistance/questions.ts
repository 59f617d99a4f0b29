/** The open question in a few words, for the way back to it, and where the game stands. Nothing of it is secret. */
import { t, tryT } from '../i18n/words.svelte';
import type { People } from '../table/people';
import { turnLine, verbOf } from '../table/turn';
import { waitingLine } from './facts';
import type { View } from './schema';

export function questionOf(kind: string, view: View, who: People): string {
  if (kind !== 'vote' || view.leader === null) return tryT(`back.${kind}`) ?? verbOf(kind).toLowerCase();
  const isOwn = view.leader === view.you?.seat;
  return isOwn ? t('back.vote.you') : t('back.vote', { name: who.name(view.leader) });
}

export function nowOf(turn: string | null, view: View, who: People): string {
  const mission = view.mission === null || view.phase === 'over' ? '' : `${t('mission.n', { n: view.mission })}. `;
  return mission + (turn ? turnLine(turn) : waitingLine(view, who, view.you?.seat ?? null, false));
}
