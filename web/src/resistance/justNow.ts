/** What has just happened, in the sentences of the sheet: what it was, and what follows from it. */
import { t, type Params } from '../i18n/words.svelte';
import type { Key } from '../i18n/catalogue';
import type { People } from '../table/people';
import type { AnyEvent, MissionResult, View, VoteResult } from './schema';
import { sentenceOf } from './sentences';

type Who = 'now.yes' | 'now.no' | 'now.goes';

/** A sentence about some seats: its verb knows one from many, and whether you are among them. */
function about(key: Who, seats: readonly number[], who: People, params: Params = {}): string {
  if (seats.length === 0) return '';
  const own = seats.some((seat) => who.isYou(seat));
  const form = !own ? key : seats.length === 1 && key !== 'now.goes' ? `${key}.you` : `${key}.with`;
  return t(form as Key, { names: who.names(seats), ...params, ...(key === 'now.goes' ? {} : { n: seats.length }) });
}

function votes(event: VoteResult, view: View, who: People, batch: readonly AnyEvent[]): string[] {
  const { votes, approved, approvals, rejections } = event;
  const seats = (vote: boolean) => votes.flatMap((each, seat) => (each === vote ? [seat] : []));
  const [yes, no] = [seats(true), seats(false)];
  const named = yes.length === approvals && no.length === rejections;
  const count = t(approved ? 'story.approved' : 'story.rejected', { yes: approvals, no: rejections });
  const said = !named
    ? count
    : no.length === 0
      ? t('now.yes.all')
      : yes.length === 0
        ? t('now.no.all')
        : `${about('now.yes', yes, who)} ${about('now.no', no, who)}`;
  if (approved) return [said, about('now.goes', view.team ?? [], who, { n: view.mission ?? 0 })];
  const fifth = batch.find((each) => each.event === 'forfeited' || each.event === 'over');
  return [said, fifth ? sentenceOf(fifth, who) : t('now.next')];
}

function mission({ team, fails, success }: MissionResult, view: View, who: People): string[] {
  const evil = fails > 0 ? t('now.evil', { n: fails, names: who.names(team) }) : '';
  const { good, evil: bad } = view.score;
  return [evil, t('now.score', { good: good + Number(success), evil: bad + Number(!success) })];
}

/** The lines about an event, the first what happened, the second what follows; `batch` happened with it. */
export function justNow(event: AnyEvent, view: View, who: People, batch: readonly AnyEvent[] = []): string[] {
  const lines =
    event.event === 'votes'
      ? votes(event, view, who, batch)
      : event.event === 'mission'
        ? mission(event, view, who)
        : [sentenceOf(event, who)];
  return lines.filter(Boolean);
}

export type Shot = { seat: number; roles: readonly string[]; winner: string };

/** Whom evil has named, and who that was, while it is being shown. */
export function shotOf(event: AnyEvent | null, batch: readonly AnyEvent[]): Shot | null {
  const over = batch.find((each) => each.event === 'over');
  if (event?.event !== 'shot' || event.seat === null || over?.event !== 'over') return null;
  return { seat: event.seat, roles: over.roles, winner: over.winner };
}
