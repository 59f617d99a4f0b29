/** How evil each seat looked from public facts alone, after every mission. */
import type { GameView } from '../net/schema';
import { bits, maskOf, teamsOf } from './marks.svelte';

/** How often an evil player is taken to spoil a mission it goes on. */
const SPOILS = 0.6;

function choose(n: number, k: number): number {
  let result = 1;
  for (let i = 1; i <= k; i++) result = (result * (n - k + i)) / i;
  return result;
}

function likelihood(world: number, team: number, fails: number): number {
  const evil = bits(world & team);
  return evil < fails ? 0 : choose(evil, fails) * SPOILS ** fails * (1 - SPOILS) ** (evil - fails);
}

/** One curve a seat: the chance of being evil before the first mission and after each one, 0 to 1. */
export function beliefCurves(view: GameView, evil: number): number[][] {
  const worlds = teamsOf(view.rules.players, evil).map((world) => ({ world, weight: 1 }));
  const curves: number[][] = Array.from({ length: view.rules.players }, () => []);
  const look = () => {
    const total = worlds.reduce((sum, each) => sum + each.weight, 0);
    curves.forEach((curve, seat) => {
      const part = worlds.reduce((sum, each) => sum + (each.world & (1 << seat) ? each.weight : 0), 0);
      curve.push(total ? part / total : 0);
    });
  };
  look();
  for (const mission of inOrder(view)) {
    const result = view.missions[mission - 1];
    if (!result?.team) continue;
    const team = maskOf(result.team);
    for (const each of worlds) each.weight *= likelihood(each.world, team, result.fails ?? 0);
    look();
  }
  return curves;
}

/** Missions in the order they were played: under Targeting that is not their number. */
function inOrder(view: GameView): number[] {
  const played = view.proposals.filter((each) => each.approved && !each.nullified).map((each) => each.mission);
  return [...new Set(played)];
}
