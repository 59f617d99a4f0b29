/** The instants of a reveal: gather and shuffle, hold, all faces turn together, verdict. The same for all. */
export type Stage = 'gather' | 'turn' | 'verdict';

const INSTANTS = { votes: { turn: 900, verdict: 1500 }, mission: { turn: 1400, verdict: 2400 } } as const;

export class Stages {
  now = $state<Stage>('gather');
  private timers: ReturnType<typeof setTimeout>[] = [];

  start(kind: keyof typeof INSTANTS): () => void {
    this.stop();
    this.now = 'gather';
    const { turn, verdict } = INSTANTS[kind];
    this.timers = [setTimeout(() => (this.now = 'turn'), turn), setTimeout(() => (this.now = 'verdict'), verdict)];
    return () => this.stop();
  }

  private stop(): void {
    this.timers.forEach(clearTimeout);
  }
}
