/** Questions to a scribe, their answers and what is already written, in words. */
import { list, t } from '../../i18n/words.svelte';
import type { ScribeQuestion } from '../../net/schema';
import { roleName, type People } from '../../table/people';
import type { View } from '../schema';
import { cardName } from '../sentences';
import type { Entry } from './walk';

export function questionText(kind: string, question: ScribeQuestion | null, view: View, who: People): string {
  const seat = question?.seat ?? null;
  const name = seat === null ? '' : who.name(seat);
  switch (kind) {
    case 'leader':
      return t('scribe.leader');
    case 'lead':
      return t('scribe.lead');
    case 'propose':
      return t('scribe.team');
    case 'ballots':
      return t('scribe.vote');
    case 'tally':
      return t('scribe.tally');
    case 'fails':
      return t('scribe.fails', { title: t('mission.n', { n: view.mission ?? 0 }) });
    case 'face-up':
      return t('scribe.faceup', { name });
    case 'plot':
      return t('scribe.drawn', { name, n: question?.take ?? 1 });
    case 'coin':
      return t('scribe.coin');
    case 'give':
      return t('scribe.give', { name });
    case 'use':
      return t('scribe.use', { name });
    case 'look':
      return t('scribe.look', { name });
    case 'show':
      return t('scribe.show', { name });
    case 'take':
      return t('scribe.take', { name });
    case 'examine':
      return t('scribe.examine', { name });
    case 'loyalty':
      return t('scribe.loyalty', { name });
    case 'named':
      return t('scribe.named');
    case 'roles':
      return t('scribe.roles');
    case 'assassin':
      return t('scribe.assassin');
    default:
      return '';
  }
}

/** An answer that is about no seat. */
export function answerText(entry: Entry, view: View, who: People): { main: string; note: string } {
  switch (entry.move) {
    case 'fails': {
      const needed = view.rules.fails_needed[(view.mission ?? 1) - 1] ?? 1;
      return { main: String(entry.fails), note: t(entry.fails < needed ? 'mission.success' : 'mission.failed') };
    }
    case 'tally':
      return { main: String(entry.approvals), note: '' };
    case 'loyalty-passed':
      return { main: entry.winner ? t(`scribe.loyalty.${entry.winner}`) : t('scribe.loyalty.right'), note: '' };
    default:
      return { main: entryText(entry, who), note: '' };
  }
}

/** What is written, in a few words. */
export function entryText(entry: Entry, who: People): string {
  switch (entry.move) {
    case 'draw':
      return drawText(entry.of, entry.drawn, who);
    case 'propose':
      return who.names(entry.team);
    case 'ballots': {
      const count = (vote: boolean) => entry.votes.filter((each) => each === vote).length;
      return t('scribe.wrote.votes', { yes: count(true), no: count(false) });
    }
    case 'tally':
      return t('scribe.approve', { n: entry.approvals });
    case 'fails':
      return entry.fails ? t('mission.fails', { n: entry.fails }) : t('mission.nofail');
    case 'face-up':
      return t(entry.success ? 'card.success' : 'card.fail');
    case 'give':
      return t('scribe.wrote.give', { card: cardName(entry.card), name: who.inline(entry.to) });
    case 'use':
      return entry.on === null || entry.on === undefined
        ? cardName(entry.card)
        : t('scribe.wrote.on', { card: cardName(entry.card), name: who.inline(entry.on) });
    case 'pass':
      return t('scribe.wrote.pass');
    case 'look':
      return t('scribe.wrote.look', { name: who.inline(entry.at) });
    case 'show':
      return t('scribe.wrote.show', { name: who.inline(entry.to) });
    case 'take':
      return t('scribe.wrote.take', { card: cardName(entry.card), name: who.inline(entry.from) });
    case 'examine':
      return t('scribe.wrote.look', { name: who.inline(entry.seat) });
    case 'loyalty-passed':
      return t(entry.winner ? 'scribe.wrote.wrong' : 'scribe.loyalty.right');
    case 'named':
      return entry.seat === null || entry.seat === undefined ? t('scribe.named.nobody') : who.name(entry.seat);
    default:
      return '';
  }
}

function drawText(of: string, drawn: readonly (string | number)[], who: People): string {
  if (of === 'plot') return list(drawn.map((card) => cardName(String(card))));
  if (of === 'roles') return list([...new Set(drawn)].map((role) => roleName(String(role))));
  if (of === 'coin') return String(drawn[0]);
  return t('scribe.wrote.leads', { name: who.name(Number(drawn[0])) });
}
