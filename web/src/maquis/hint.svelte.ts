/** Advice for the open question. It is gone as soon as another question is asked. */
import { ownGet, Refusal } from '../net/api';
import type { Advice } from './schema';

export class Hint {
  advice = $state.raw<Advice | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  busy = $state(false);
  private about: string | null = null;

  constructor(private readonly table: string) {}

  follow(ask: string | null): void {
    if (ask === this.about) return;
    this.about = ask;
    this.clear();
  }

  clear(): void {
    this.advice = null;
    this.refusal = null;
  }

  async ask(): Promise<void> {
    if (this.busy) return;
    const about = this.about;
    this.clear();
    this.busy = true;
    try {
      const advice = await ownGet<Advice>(`/tables/${encodeURIComponent(this.table)}/hint`);
      if (about === this.about) this.advice = advice;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.refusal = error;
    } finally {
      this.busy = false;
    }
  }
}
