/** A tap that was meant for the step before does not answer the next one: as at a table. */
const TOO_SOON = 400;

export class Guard {
  private since = -Infinity;

  restart(): void {
    this.since = performance.now();
  }

  readonly isTooSoon = (): boolean => performance.now() - this.since < TOO_SOON;
}
