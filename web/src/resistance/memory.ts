/** How finished games went for this device's player: kept in this browser, for the list on the start page. */
import type { View } from './schema';
import { keep, recall } from '../ui/settings.svelte';

export type Memory = {
  record: string;
  role: string;
  won: boolean;
  missions: (boolean | null)[];
  /** Games that were kept before these two were do not have them. */
  side?: string;
  ruleset?: string;
};

const KEY = 'turncoat.games';
const KEPT = 500;

export const memories = () => recall<Memory[]>(KEY, []);

export function remember(record: string, view: View): void {
  if (!view.you || !view.outcome) return;
  const memory: Memory = {
    record,
    role: view.you.role,
    won: view.outcome.winner === view.you.side,
    side: view.you.side,
    ruleset: view.rules.ruleset,
    missions: view.missions.map((result) => result?.success ?? null),
  };
  keep(KEY, [memory, ...memories().filter((each) => each.record !== record)].slice(0, KEPT));
}
