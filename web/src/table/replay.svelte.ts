/** A finished game, step by step, as one seat or the public saw it. */
import { api } from '../net/api';
import { askWritten, WRITTEN } from '../net/written';
import { patched } from '../net/patch';
import type { Chair, ChatLine, Replay as Steps, Step as Sent } from '../net/schema';
import type { Messages } from './game';

/**
 * A moment of a game. `sides`: the hidden sides that the public facts allow then, where the game tells.
 * `claimStates`: what has become of each claim by then.
 */
export type Step<G extends Messages> = {
  view: G['view'];
  events: readonly G['event'][];
  /** After how many moves this happened. */
  move: number;
  sides: readonly (readonly number[])[];
  claimStates: NonNullable<Sent['claim_states']>;
};
type Kept = { ruleset: string; players: number; meta?: { names?: string[] } };

/** Steps as the server sends them, each with all that it shows. */
export function whole<G extends Messages>(steps: readonly Sent[]): Step<G>[] {
  let view: object = {};
  let sides: Step<G>['sides'] = [];
  let claimStates: Step<G>['claimStates'] = [];
  return steps.map((step) => {
    if (step.view) view = patched(view, step.view);
    sides = step.sides ?? sides;
    claimStates = step.claim_states ?? claimStates;
    return { view, sides, claimStates, move: step.move ?? 0, events: (step.events ?? []) as readonly G['event'][] };
  });
}

export class Replay<G extends Messages = Messages> {
  steps = $state.raw<readonly Step<G>[]>([]);
  at = $state(0);
  seat = $state<number | null>(null);
  /** Whose chair was this device's, as the server knows it: whoever opens a shared link had none. */
  you = $state<number | null>(null);
  ruleset = $state('');
  chairs = $state.raw<readonly Chair[]>([]);
  /** What was claimed, in order. */
  claims = $state.raw<readonly ChatLine[]>([]);

  constructor(readonly record: string) {}

  get now(): Step<G> | null {
    return this.steps[this.at] ?? null;
  }

  get last(): number {
    return this.steps.length - 1;
  }

  /** Loads the game as a seat saw it. A game for one is always seen by its player. */
  async load(seat: number | null): Promise<void> {
    const isWritten = this.record === WRITTEN;
    const record = await (isWritten ? askWritten<Kept>('record') : api.record<Kept>(this.record));
    const through = record.players === 1 ? 0 : seat;
    const replay = await (isWritten
      ? askWritten<Steps>('replay', { seat: through })
      : api.replay(this.record, through));
    this.chairs = Array.from({ length: record.players }, (_, k) => ({
      ...{ player: 'person', bot: null, ready: true, away: false, language_model: null },
      name: record.meta?.names?.[k] ?? String(k + 1),
    }));
    this.claims = replay.claims ?? [];
    this.steps = whole<G>(replay.steps);
    this.ruleset = record.ruleset;
    this.seat = through;
    this.you = replay.you ?? null;
    this.at = Math.min(this.at, this.last);
  }

  go(to: number): void {
    this.at = Math.max(0, Math.min(this.last, to));
  }
}
