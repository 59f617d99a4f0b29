/** Advice for the open question. It is gone as soon as another question is asked. */
import { ownGet } from '../net/api';
import { Attempt } from '../net/attempt.svelte';
import type { Advice } from './schema';

export class Hint extends Attempt {
  advice = $state.raw<Advice | null>(null);
  private about: string | null = null;

  constructor(private readonly table: string) {
    super();
  }

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
    const about = this.about;
    this.advice = null;
    await this.run(async () => {
      const advice = await ownGet<Advice>(`/tables/${encodeURIComponent(this.table)}/hint`);
      if (about === this.about) this.advice = advice;
    });
  }
}
