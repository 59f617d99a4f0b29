import { Refusal } from './api';

/** Something that was asked for: whether it is under way, and why it was refused. */
export class Attempt {
  busy = $state(false);
  refusal = $state.raw<Refusal | null>(null);

  /** Does it once at a time. A refusal is kept to be shown. */
  async run(work: () => Promise<unknown>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.refusal = null;
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.refusal = error;
    } finally {
      this.busy = false;
    }
  }
}
