/** The instants of a reveal: gather and shuffle, hold, all faces turn together, verdict. The same for all. */
export type Stage = 'gather' | 'turn' | 'verdict';

const INSTANTS = { votes: { turn: 1400, verdict: 2400 }, mission: { turn: 1400, verdict: 2400 } } as const;

export class Stages {
  now = $state<Stage>('gather');
  private timers: ReturnType<typeof setTimeout>[] = [];

  /** Follows an event; one that turns nothing is told at once. */
  start(kind: string): () => void {
    this.stop();
    const instants = INSTANTS[kind as keyof typeof INSTANTS];
    this.now = instants ? 'gather' : 'verdict';
    if (!instants) return () => undefined;
    const { turn, verdict } = instants;
    this.timers = [setTimeout(() => (this.now = 'turn'), turn), setTimeout(() => (this.now = 'verdict'), verdict)];
    return () => this.stop();
  }

  private stop(): void {
    this.timers.forEach(clearTimeout);
  }
}
