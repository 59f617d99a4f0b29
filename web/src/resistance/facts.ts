/** What is to be shown on each seat, and in the middle of the table. */
import type { Chair, Presence } from '../net/schema';
import type { View, VoteResult } from './schema';
import type { SeatFacts } from './Seat.svelte';
import { t, tryT, upper } from '../i18n/words.svelte';
import { minutes } from '../table/clock.svelte';
import type { Mark } from './marks.svelte';
import { tally } from './past';
import { roleName, type People } from '../table/people';
import { huntedSeat, sideOf } from './evil.svelte';
import { cardName, sideName } from './sentences';

export type Scene = {
  view: View;
  chairs: readonly Chair[];
  presence: Presence;
  who: People;
  /** Server time now. */
  now: number;
  open?: ReadonlySet<number>;
  chosen?: readonly number[];
  mark?: (seat: number) => Mark;
  /** There is room for a word or two under a name. */
  brief?: boolean;
  /** Who everybody was, where that may be seen. */
  roles?: readonly string[] | null;
  /** Whom each seat points at, while this one confers with them. */
  hands?: { readonly [from: string]: number };
  /** Ballots that lie open: those of the last team until the next is named. */
  votes?: readonly (boolean | 'sealed' | null)[] | null;
};

/** The team on the table: the proposed or approved one. */
export const teamOf = (view: View): readonly number[] => (view.phase === 'over' ? [] : (view.team ?? []));

/** The ballots shown last, while nothing newer is asked. */
export function openBallots(view: View): readonly (boolean | null)[] | null {
  const last = view.proposals.at(-1);
  if (!last) return null;
  if (last.approved === null) return last.votes.some((vote) => vote !== null) ? last.votes : null;
  const settled = view.missions[last.mission - 1] !== null;
  return settled ? null : last.votes;
}

function status(scene: Scene, seat: number): string {
  const { view, chairs, presence, now, brief } = scene;
  const chair = chairs[seat];
  const words: string[] = [];
  const due = presence.gone[seat];
  const leads = view.leader === seat && view.phase !== 'over';
  // That a language model plays a seat always stands beside it.
  if (leads && teamOf(view).includes(seat) && !chair?.language_model) {
    // On a phone "leader" fills the line, and the shield on the emblem says that they go.
    const going = brief ? [] : [t('seat.team')];
    return [...going, ...(view.lady === seat ? [t('seat.lady')] : [])].join(' · ');
  }
  if (chair?.away) words.push(botFor(scene, seat));
  else if (due !== undefined) words.push(due === null ? t('seat.gone') : t('seat.away', { time: minutes(due - now) }));
  else if (chair?.player === 'bot') words.push(t(chair.language_model ? 'seat.model' : 'seat.bot'));
  if (teamOf(view).includes(seat)) words.push(t('seat.team'));
  if (view.lady === seat) words.push(t('seat.lady'));
  if (view.spotlight === seat) words.push(t('seat.spotlight'));
  const held = view.plot?.held[seat] ?? [];
  if (held.length === 1 && words.length === 0)
    words.push(brief ? cardName(held[0]!) : t('seat.plot', { card: cardName(held[0]!) }));
  else if (held.length > 0) words.push(t('seat.plots', { n: held.length }));
  const room = leads || (brief && (chair?.away || due !== undefined)) ? 1 : 2;
  return words.slice(0, room).join(' · ');
}

const botFor = ({ who, chairs }: Scene, seat: number) =>
  who.isYou(seat) ? t('seat.botfor.you') : t('seat.botfor', { name: chairs[seat]?.name ?? '' });

/** What a candidate for Merlin has done in public: quests, and teams approved. */
export function publicRecord(view: View, seat: number): string {
  const n = view.missions.filter((each) => each?.team?.includes(seat)).length;
  const votes = view.proposals.map((each) => each.votes[seat]).filter((vote) => typeof vote === 'boolean');
  return t('seat.record', { n, yes: votes.filter(Boolean).length, of: votes.length });
}

const isCandidate = ({ view, open, brief }: Scene, seat: number) =>
  view.phase === 'assassinate' && !brief && (open?.has(seat) ?? false);

/** Who a seat was: told at the end of a game, and in a replay that shows everything. */
function roleOf({ view, roles = view.roles }: Scene, seat: number): SeatFacts['role'] {
  const role = roles?.[seat];
  return role ? { name: roleName(role), side: sideOf(view.rules.ruleset, role) } : undefined;
}

/** While evil confers, who is who among those who know each other: for this seat alone. */
function allyOf({ phase, you }: View, seat: number): string | undefined {
  if (phase !== 'assassinate' || you?.side !== 'evil') return undefined;
  if (you.seat === seat) return roleName(you.role);
  const known = you.knows[seat];
  return known && known !== 'good' ? (tryT(`role.${known}`) ?? upper(sideName(known))) : undefined;
}

/** "Bea points here", for those who confer. */
function pointedAt({ who, hands = {}, brief }: Scene, seat: number): string | undefined {
  const from = Object.keys(hands)
    .filter((each) => hands[each] === seat)
    .map(Number);
  if (from.length === 0) return undefined;
  const names = who.names(from);
  if (brief) return names;
  const isYou = from.length === 1 && who.isYou(from[0]!);
  return isYou ? t('seat.points.you') : t('seat.points', { names, n: from.length });
}

export function factsOf(scene: Scene): SeatFacts[] {
  const { view, chairs, presence } = scene;
  return chairs.map((chair, seat) => ({
    seat,
    name: scene.who.name(seat),
    status: isCandidate(scene, seat) ? publicRecord(view, seat) : status(scene, seat),
    leader: view.leader === seat && view.phase !== 'over' && view.phase !== 'assassinate',
    team: scene.chosen ? false : teamOf(view).includes(seat),
    away: chair.away || presence.gone[seat] !== undefined,
    bot: chair.player === 'bot' || chair.away,
    mark: scene.mark?.(seat) ?? '',
    vote: scene.votes?.[seat] ?? null,
    open: scene.open?.has(seat) ?? false,
    chosen: scene.chosen?.includes(seat) ?? false,
    role: roleOf(scene, seat),
    ally: allyOf(view, seat),
    points: pointedAt(scene, seat),
    isCandidate: isCandidate(scene, seat),
    isMyHand: view.you !== null && scene.hands?.[view.you.seat] === seat,
  }));
}

/** The ballots of a vote that is being revealed: sealed until they are turned. */
export const turned = (votes: readonly (boolean | null)[], stage: string) =>
  votes.map((vote) => (vote !== null && stage === 'gather' ? ('sealed' as const) : vote));

/** The middle of the table once the ballots are counted. */
export const withCount = ({ approved, approvals, rejections }: VoteResult): CentreText => ({
  title: t(approved ? 'centre.approved' : 'centre.rejected'),
  line: '',
  strong: t('centre.to', { yes: approvals, no: rejections }),
  foot: '',
  isVerdict: true,
});

export type CentreText = {
  title: string;
  line: string;
  strong: string;
  note?: string;
  foot: string;
  /** The count of the ballots: large. */
  isVerdict?: boolean;
  /** The dagger lies in the middle: somebody is about to be named. */
  isHunt?: boolean;
};

/** The middle of the table in words. Counts only: never who answered first. */
export function centreOf(view: View, who: People): CentreText {
  const title = view.mission === null ? t('word.mission.any') : t('mission.n', { n: view.mission });
  const leader = view.leader === null ? '' : who.name(view.leader);
  const team = view.team ?? [];
  const last = view.proposals.at(-1);
  const counted = last ? tally(last) : null;
  const blank = { title, line: '', strong: '', foot: '' };
  const saying = (key: 'centre.lady' | 'centre.plot' | 'centre.use', seat: number) =>
    t(who.isYou(seat) ? `${key}.you` : key, { name: who.name(seat) });
  const waiting = view.waiting[0];
  switch (view.phase) {
    case 'propose': {
      const size = view.mission === null ? 0 : (view.rules.team_sizes[view.mission - 1] ?? 0);
      const own = view.leader !== null && who.isYou(view.leader);
      const line = size
        ? t(own ? 'centre.youlead' : 'centre.leads', { leader, n: size })
        : t(own ? 'centre.youlead.any' : 'centre.leads.any', { leader });
      return { ...blank, title: view.mission === null ? t('word.mission.any') : title, line };
    }
    case 'opinion':
    case 'vote': {
      const line = t(view.leader !== null && who.isYou(view.leader) ? 'centre.yousend' : 'centre.sends', {
        leader,
        n: team.length,
      });
      if (counted) {
        const foot = `${t(last?.approved ? 'centre.approved' : 'centre.rejected')}, ${t('centre.to', counted)}`;
        return { ...blank, line, strong: who.names(team), foot };
      }
      const of = voterCount(view);
      const foot = view.phase === 'vote' ? t('centre.ballots', { n: of - view.waiting.length, of }) : '';
      return { ...blank, line, strong: who.names(team), foot };
    }
    case 'mission':
    case 'close-eye': {
      const isMine = view.phase === 'mission' && view.waiting.some((seat) => who.isYou(seat));
      return { ...blank, strong: who.names(team), foot: t(isMine ? 'centre.card.you' : 'centre.cards') };
    }
    case 'lady':
      return { ...blank, strong: view.lady === null ? '' : saying('centre.lady', view.lady) };
    case 'plot':
      return { ...blank, line: view.leader === null ? '' : saying('centre.plot', view.leader) };
    case 'strong-leader':
    case 'no-confidence':
    case 'spotlight':
      return { ...blank, line: waiting === undefined ? '' : saying('centre.use', waiting) };
    case 'assassinate':
      return { ...blank, title: t('assassinate.ask'), line: t('centre.assassin'), isHunt: true };
    default:
      return blank;
  }
}

/** Who has won. */
export const endTitle = (winner: string | null) =>
  t(winner === 'good' ? 'end.good' : winner === 'evil' ? 'end.evil' : 'end.none');

/** Why the game is over; `named` is whom evil named at the end, where that is known. */
export function endReason({ rules, roles, outcome }: View, who: People, named: number | null = null): string {
  const key = `end.${outcome?.reason ?? ''}`;
  const hunted = huntedSeat(rules.ruleset, roles ?? []);
  const merlin = hunted < 0 ? '' : who.inline(hunted);
  const withName = named === null ? null : tryT(`${key}.named`, { merlin, named: who.inline(named) });
  return withName ?? tryT(key, { merlin }) ?? '';
}

/** How many seats vote on the team of this mission. */
export const voterCount = ({ rules, mission }: View) => rules.voters[(mission ?? 0) - 1] ?? 0;

/** What the table waits for, when this seat is asked nothing. Names only after a while. */
export function waitingLine(view: View, who: People, me: number | null, patient: boolean): string {
  const first = view.waiting[0];
  const others = view.waiting.filter((seat) => seat !== me);
  const name = first === undefined ? '' : who.name(first);
  switch (view.phase) {
    case 'deal':
      return t('wait.deal');
    case 'propose':
      return t('wait.propose', { name });
    case 'opinion':
    case 'vote':
      return patient || others.length === 0 ? t('wait.vote') : t('wait.votes', { names: who.names(others) });
    case 'mission':
      return patient || others.length === 0 ? t('wait.mission') : t('wait.missions', { names: who.names(others) });
    case 'plot':
      return first === view.leader ? t('wait.plot', { name }) : t('wait.due', { name });
    case 'strong-leader':
    case 'no-confidence':
    case 'spotlight':
    case 'close-eye':
      return t('wait.use', { name });
    case 'lady':
      return t('wait.lady', { name });
    case 'assassinate':
      return t('wait.assassinate');
    default:
      return t('wait.over');
  }
}
