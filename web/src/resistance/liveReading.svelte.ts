/** The reading of a running game, for somebody who asks for it at a table that allows it. */
import { ownGet, quietly } from '../net/api';
import type { Chances } from '../net/schema';
import type { View } from './schema';

export class LiveReading {
  chances = $state.raw<Chances | null>(null);
  isOn = $state(false);
  private seen = '';

  constructor(private readonly table: string) {}

  /** Asks again when something has happened that tells something. */
  follow({ proposals, missions, phase }: View): void {
    const seen = JSON.stringify([proposals, missions, phase === 'over']);
    if (!this.isOn || seen === this.seen || phase === 'over') return;
    this.seen = seen;
    quietly(ownGet<Chances>(`/tables/${encodeURIComponent(this.table)}/reading`), (found) => (this.chances = found));
  }

  show(on: boolean): void {
    this.isOn = on;
    this.seen = '';
    this.chances = null;
  }
}
