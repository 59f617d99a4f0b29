/** A finished game, step by step, as one seat or the public saw it. */
import { api } from '../net/api';
import { patched } from '../net/patch';
import type { Chair, ChatLine, GameEvent, GameView } from '../net/schema';

export type Step<View, Event> = { view: View; events: readonly Event[] };

export class Replay<View = GameView, Event = GameEvent> {
  steps = $state.raw<readonly Step<View, Event>[]>([]);
  at = $state(0);
  seat = $state<number | null>(null);
  chairs = $state.raw<readonly Chair[]>([]);
  /** What was claimed, in order. */
  claims = $state.raw<readonly ChatLine[]>([]);

  constructor(readonly record: string) {}

  get now(): Step<View, Event> | null {
    return this.steps[this.at] ?? null;
  }

  /** Whether it was a game for one, which has a board of its own. */
  get alone(): boolean {
    return this.chairs.length === 1;
  }

  /** What became known by the step that is shown. */
  get told(): readonly Event[] {
    return this.now?.events ?? [];
  }

  async load(seat: number | null): Promise<void> {
    const [replay, record] = await Promise.all([api.replay(this.record, seat), api.record(this.record)]);
    this.chairs = namesOf(record).map((name) => ({ player: 'person', name, bot: null, ready: true, away: false }));
    this.claims = claimsIn(record);
    let view: object = {};
    this.steps = replay.steps.map((step) => {
      if (step.view) view = patched(view, step.view);
      return { view: view as View, events: (step.events ?? []) as readonly unknown[] as readonly Event[] };
    });
    this.seat = seat;
    this.at = Math.min(this.at, this.steps.length - 1);
  }

  go(to: number): void {
    this.at = Math.max(0, Math.min(this.steps.length - 1, to));
  }
}

const claimsIn = (record: Record<string, unknown>) =>
  ((record['meta'] ?? {}) as { claims?: ChatLine[] }).claims ?? [];

function namesOf(record: Record<string, unknown>): string[] {
  const meta = (record['meta'] ?? {}) as { names?: string[] };
  const players = Number(record['players'] ?? 0);
  return Array.from({ length: players }, (_, k) => meta.names?.[k] ?? String(k + 1));
}
