/**
 * What follows an entry, from the chart that the server has drawn for this set-up. It is used while the server has not
 * answered yet, or cannot be reached; the server checks everything. Where the chart ends, so does this. It repeats who
 * leads next, what counts and who votes; tests/web/test_walk.py compares it with the server.
 */
import type { AnyMove, Chart, View } from '../schema';
import type { ScribeQuestion } from '../../net/schema';

/** A draw of chance that became public: who leads, which cards were drawn, the roles at the end. */
export type Draw = { move: 'draw'; of: string; drawn: readonly (string | number)[] };
export type Entry = AnyMove | Draw;
export type Page = {
  view: View;
  question: ScribeQuestion | null;
  /** Where the game stands in the chart. */
  place: number | null;
  /** For each entry, the team that it belongs to. */
  rows: readonly (number | null)[];
};

const everyone = (view: View) => Array.from({ length: view.rules.players }, (_, seat) => seat);

/** The page after one more entry; null where the rules must be asked. */
export function follow(from: Page, chart: Chart, entry: Entry): Page | null {
  // The server lists a team while it is voted on; here it is added with its votes.
  const proposals = from.view.proposals.filter(({ approved }) => approved !== null);
  const page = { ...from, view: { ...from.view, proposals } };
  const at = page.question?.kind;
  if (at === 'leader' && entry.move === 'draw') return atPlace(page, chart, 0, { leader: Number(entry.drawn[0]) }, 0);
  const place = page.place === null ? null : chart.places[page.place];
  if (!place) return null;
  const { view } = page;
  if (at === 'propose' && entry.move === 'propose') return named(page, chart, entry.team);
  if (at === 'ballots' && entry.move === 'ballots') {
    const approvals = entry.votes.filter(Boolean).length;
    return counted(page, chart, entry.votes, approvals, entry.votes.filter((vote) => vote === false).length);
  }
  if (at === 'tally' && entry.move === 'tally') {
    const votes = everyone(view).map(() => null);
    return counted(page, chart, votes, entry.approvals, (page.question?.entries?.length ?? 1) - 1 - entry.approvals);
  }
  if (at === 'fails' && entry.move === 'fails') return turned(page, chart, entry.fails);
  return null;
}

/** The page after all entries, from the first on; null where the rules must be asked. */
export function followAll(start: Page, chart: Chart, entries: readonly Entry[]): Page | null {
  return entries.reduce<Page | null>((page, entry) => page && follow(page, chart, entry), start);
}

function atPlace(page: Page, chart: Chart, to: number | null, change: Partial<View>, row: number): Page | null {
  const place = to === null ? null : chart.places[to];
  if (!place) return null;
  const view: View = { ...page.view, phase: 'propose', team: null, mission: place.mission, ...change };
  const question = { kind: 'propose', seat: view.leader, take: place.size, seats: everyone(view) };
  return { view, question, place: to, rows: [...page.rows, row] };
}

const nextLeader = ({ leader, rules }: View) => ((leader ?? 0) + 1) % rules.players;

function named(page: Page, chart: Chart, team: readonly number[]): Page {
  const place = chart.places[page.place!]!;
  const rows = [...page.rows, page.view.proposals.length];
  if (place.approvals === 0) return sent({ ...page, rows }, chart, { ...page.view, team }, noVotes(page.view), 0, 0);
  const out = chart.no_vote === 'team' ? team : chart.no_vote === 'leader' ? [page.view.leader] : [];
  const seats = everyone(page.view).filter((seat) => !out.includes(seat));
  const tallies = Array.from({ length: seats.length + 1 }, (_, approvals) => ({ move: 'tally', approvals }));
  const question = chart.named ? { kind: 'ballots', seats } : { kind: 'tally', entries: tallies };
  return { ...page, rows, view: { ...page.view, phase: 'vote', team }, question };
}

const noVotes = (view: View) => everyone(view).map(() => null);

type Votes = readonly (boolean | null)[];

function counted(page: Page, chart: Chart, votes: Votes, approvals: number, rejections: number): Page | null {
  const place = chart.places[page.place!]!;
  const row = page.view.proposals.length;
  if (approvals >= place.approvals)
    return sent({ ...page, rows: [...page.rows, row] }, chart, page.view, votes, approvals, rejections);
  const view = page.view;
  const rejected = proposal(view, votes, approvals, rejections, false);
  const change = {
    proposals: [...view.proposals, rejected],
    rejections: view.rejections + 1,
    leader: nextLeader(view),
    die: view.die === null ? null : view.die + 1,
  };
  return atPlace(page, chart, place.rejected ?? null, change, row);
}

function proposal(view: View, votes: Votes, approvals: number, rejections: number, approved: boolean) {
  const { mission, leader, team } = view;
  return { mission: mission ?? 0, leader: leader ?? 0, team: team ?? [], votes, approved, approvals, rejections };
}

function sent(page: Page, chart: Chart, view: View, votes: Votes, approvals: number, rejections: number): Page {
  const proposals = [...view.proposals, proposal(view, votes, approvals, rejections, true)];
  const most = chart.places[page.place!]!.most;
  const entries = Array.from({ length: most + 1 }, (_, fails) => ({ move: 'fails', fails }));
  return { ...page, view: { ...view, phase: 'mission', proposals }, question: { kind: 'fails', entries } };
}

function turned(page: Page, chart: Chart, fails: number): Page | null {
  const place = chart.places[page.place!]!;
  const { view } = page;
  const success = fails < place.fails;
  const missions = view.missions.map((each, k) =>
    k === place.mission - 1 ? { success, fails, team: view.team } : each,
  );
  const score = { good: view.score.good + Number(success), evil: view.score.evil + Number(!success) };
  const change = { missions, score, rejections: 0, leader: nextLeader(view), die: view.die === null ? null : 1 };
  return atPlace(page, chart, (success ? place.succeeded : place.failed) ?? null, change, view.proposals.length - 1);
}
