/** A finished game, step by step, as one seat or the public saw it. */
import { api } from '../net/api';
import { patched } from '../net/patch';
import type { Chair, GameEvent, GameView } from '../net/schema';

export type Step = { view: GameView; events: readonly GameEvent[] };

export class Replay {
  steps = $state.raw<readonly Step[]>([]);
  at = $state(0);
  seat = $state<number | null>(null);
  chairs = $state.raw<readonly Chair[]>([]);

  constructor(readonly record: string) {}

  get now(): Step | null {
    return this.steps[this.at] ?? null;
  }

  /** Everything up to now, newest last. */
  get told(): readonly GameEvent[] {
    return this.now?.events ?? [];
  }

  async load(seat: number | null): Promise<void> {
    const [replay, record] = await Promise.all([api.replay(this.record, seat), api.record(this.record)]);
    let view: object = {};
    this.steps = replay.steps.map((step) => {
      if (step.view) view = patched(view, step.view);
      return { view: view as GameView, events: (step.events ?? []) as readonly GameEvent[] };
    });
    this.chairs = namesOf(record).map((name) => ({ player: 'person', name, bot: null, ready: true, away: false }));
    this.seat = seat;
    this.at = Math.min(this.at, this.steps.length - 1);
  }

  go(to: number): void {
    this.at = Math.max(0, Math.min(this.steps.length - 1, to));
  }
}

function namesOf(record: Record<string, unknown>): string[] {
  const meta = (record['meta'] ?? {}) as { names?: string[] };
  const players = Number(record['players'] ?? 0);
  return Array.from({ length: players }, (_, k) => meta.names?.[k] ?? String(k + 1));
}
