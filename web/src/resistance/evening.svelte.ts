/** The games of one table, one rematch after another: who won as what. */
import { api } from '../net/api';
import { sideOf } from './evil.svelte';

type Kept = { ruleset: string; deal: { roles?: string[] }; meta?: { names?: string[]; winner?: string | null } };
/** Games of a player on one side, and how many of them were won. */
export type Tally = { played: number; won: number };
export type Evening = { games: number; good: number; evil: number; players: Map<string, Record<string, Tally>> };

/** Adds up finished games. Somebody who played under the same name is the same player. */
export function tallied(records: readonly Kept[], side: (ruleset: string, role: string) => string = sideOf): Evening {
  const evening: Evening = { games: 0, good: 0, evil: 0, players: new Map() };
  for (const { ruleset, deal, meta } of records) {
    const winner = meta?.winner;
    if (winner !== 'good' && winner !== 'evil') continue;
    evening.games += 1;
    evening[winner] += 1;
    (deal.roles ?? []).forEach((role, seat) => {
      const name = meta?.names?.[seat] ?? '';
      const sides = evening.players.get(name) ?? { good: { played: 0, won: 0 }, evil: { played: 0, won: 0 } };
      const own = sides[side(ruleset, role)];
      if (own) {
        own.played += 1;
        own.won += Number(side(ruleset, role) === winner);
      }
      evening.players.set(name, sides);
    });
  }
  return evening;
}

/** The records of these games, as far as they can be had. */
export async function recordsOf(ids: readonly string[]): Promise<Kept[]> {
  const found = await Promise.allSettled(ids.map((id) => api.record<Kept>(id)));
  return found.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
}
