/** The instants of a reveal: gather and shuffle, hold, all faces turn together, verdict. The same for all. */
export type Stage = 'gather' | 'turn' | 'verdict';

/** The faces take 600 ms to turn. */
const HURRIED = 700;
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

  /** Turns the faces now: whoever does not want to wait for the verdict is still shown it. */
  hurry(): void {
    if (this.now !== 'gather') return;
    this.stop();
    this.now = 'turn';
    this.timers = [setTimeout(() => (this.now = 'verdict'), HURRIED)];
  }

  private stop(): void {
    this.timers.forEach(clearTimeout);
  }
}
