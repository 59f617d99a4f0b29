/** The history of a game, as missions and their teams. */
import type { ProposalView, View } from './schema';
import { t } from '../i18n/words.svelte';

/** "2.2": the second team of mission 2. */
export function labelOf(proposals: readonly ProposalView[], index: number): string {
  const mission = proposals[index]?.mission ?? 0;
  const nth = proposals.slice(0, index + 1).filter((each) => each.mission === mission).length;
  return `${mission}.${nth}`;
}

/** How many ballots were for and against; null while they are sealed. */
export function tally(proposal: ProposalView): { yes: number; no: number } | null {
  if (proposal.approved === null) return null;
  const count = (vote: boolean) => proposal.votes.filter((each) => each === vote).length;
  return { yes: proposal.approvals ?? count(true), no: proposal.rejections ?? count(false) };
}

/** "5–3 ✓"; while the ballots are out, that it is going on. */
export function scoreOf(proposal: ProposalView): string {
  const count = tally(proposal);
  return count ? `${count.yes}–${count.no} ${proposal.approved ? '✓' : '✕'}` : t('history.live');
}

/** Each mission as it stands now, with the fails it still needs. `chosen`: the one that a leader who may choose has chosen. */
export function missionsOf(view: View, chosen: number | null = null) {
  return view.missions.map((result, k) => {
    const n = k + 1;
    const now = !result && (chosen ?? view.mission) === n && view.phase !== 'over';
    const state = result ? (result.success ? 'success' : 'failed') : now ? 'now' : 'to-come';
    const verdict = result ? t(result.success ? 'mission.success' : 'mission.failed') : null;
    const fails = result?.fails ? t('mission.fails', { n: result.fails }) : t('mission.nofail');
    return {
      ...({ n, result, state, verdict, fails, now } as const),
      title: t('mission.n', { n }),
      size: view.rules.team_sizes[k] ?? 0,
      needed: result ? 1 : (view.rules.fails_needed[k] ?? 1),
    };
  });
}

export type MissionBlock = {
  mission: number;
  state: 'success' | 'failed' | 'now' | 'open';
  size: number;
  fails: number | null;
  needed: number;
  /** Indices into the view's proposals. */
  teams: number[];
};

/** The history as missions with their teams, in the order they were played. */
export function blocksOf(view: View): MissionBlock[] {
  const order = [...new Set(view.proposals.map((each) => each.mission))];
  const open = view.mission;
  if (open !== null && !order.includes(open) && view.phase !== 'over') order.push(open);
  return order.map((mission) => {
    const result = view.missions[mission - 1];
    const teams = view.proposals.flatMap((each, index) => (each.mission === mission ? [index] : []));
    return {
      mission,
      state: result ? (result.success ? 'success' : 'failed') : view.phase === 'over' ? 'open' : 'now',
      size: view.rules.team_sizes[mission - 1] ?? 0,
      fails: result?.fails ?? null,
      needed: view.rules.fails_needed[mission - 1] ?? 1,
      teams,
    };
  });
}
