/** The study of a finished game: fetched once it is looked at, and put into words here. */
import { get } from '../net/api';
import { askWritten, WRITTEN } from '../net/written';
import { Attempt } from '../net/attempt.svelte';
import type { AnyEvent, Analysis, Moment } from './schema';
import { t } from '../i18n/words.svelte';
import type { People } from '../table/people';

export class Study extends Attempt {
  analysis = $state.raw<Analysis | null>(null);

  constructor(private readonly record: string) {
    super();
    void this.load();
  }

  load(): Promise<void> {
    return this.run(async () => {
      this.analysis = await (this.record === WRITTEN
        ? askWritten<Analysis>('analysis')
        : get<Analysis>(`/records/${encodeURIComponent(this.record)}/analysis`));
    });
  }
}

/** How evil a seat looked after each moment: to the public (null), or to one seat with all that it knew. */
export function curveOf(moments: readonly Moment[], seat: number, eyes: number | null): number[] {
  return moments.map((moment) => (eyes === null ? moment.onlooker : moment.beliefs[eyes])?.[seat] ?? 0);
}

/** A moment as a sentence. */
export function momentText(moment: Moment, who: People): string {
  const team = who.names(moment.team);
  const count = (vote: boolean) => moment.votes.filter((each) => each === vote).length;
  const n = moment.label.split(' ')[0] ?? '';
  if (moment.kind === 'team') {
    const { leader } = moment;
    const own = leader !== null && who.isYou(leader);
    return t(own ? 'study.team.you' : 'study.team', { n, team, name: leader === null ? '' : who.name(leader) });
  }
  if (moment.kind === 'votes') return t('study.votes', { n, team, yes: count(true), no: count(false) });
  const fails = moment.fails ? t('mission.fails', { n: moment.fails }) : t('mission.nofail');
  return t('study.cards', { n: moment.mission, team, fails });
}

/** The event that each kind of moment is, as a replay tells it. */
const EVENT: Record<string, AnyEvent['event']> = { team: 'proposed', votes: 'votes', cards: 'mission' };

/** For each moment, the first step of a replay by which it has happened. */
export function stepsOf(moments: readonly Moment[], steps: readonly { events: readonly AnyEvent[] }[]): number[] {
  const last = steps.length - 1;
  const places = new Map<string, number[]>();
  steps.forEach((step, k) =>
    step.events.forEach((event) => places.set(event.event, [...(places.get(event.event) ?? []), k])),
  );
  const seen = new Map<string, number>();
  return moments.map(({ kind }) => {
    const event = EVENT[kind] ?? '';
    const nth = seen.get(event) ?? 0;
    seen.set(event, nth + 1);
    return places.get(event)?.[nth] ?? last;
  });
}
