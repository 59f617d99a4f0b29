/** What the player is about to answer in RESIST!: only what the open ask lists can be put together. */
import type { Move } from '../net/commands';
import type { AskView, Pick } from '../net/schema';

export type Persona = 'hidden' | 'revealed';
const SPATIAL = new Set(['play', 'choose', 'mission', 'enemy', 'sort']);

export class SoloChoice {
  card = $state<string | null>(null);
  mission = $state<string | null>(null);
  slot = $state<number | null>(null);
  sorted = $state.raw<readonly string[]>([]);
  private key = '';

  constructor(private readonly asks: () => readonly AskView[]) {}

  get ask(): AskView | null {
    return this.asks()[0] ?? null;
  }

  get moves(): readonly Move[] {
    return (this.ask?.moves ?? []) as readonly Move[];
  }

  /** Clears what was chosen when the question is another one. A chosen card stays in the hand as it is. */
  follow(): void {
    const key = this.ask?.id ?? '';
    if (key === this.key) return;
    this.key = key;
    this.mission = null;
    this.slot = null;
    this.sorted = [];
    if (!this.moves.some((move) => move.move === 'play' && move['card'] === this.card)) this.card = null;
  }

  personas(card: string): Persona[] {
    return this.moves
      .filter((move) => move.move === 'play' && move['card'] === card)
      .map((move) => move['persona'] as Persona);
  }

  canChoose(mission: string): boolean {
    return this.moves.some((move) => ['choose', 'mission'].includes(move.move) && move['mission'] === mission);
  }

  slots(mission: string): number[] {
    return this.moves
      .filter((move) => move.move === 'enemy' && move['mission'] === mission)
      .map((move) => move['slot'] as number);
  }

  pick(mission: string, slot: number | null): void {
    const again = this.mission === mission && this.slot === slot;
    this.mission = again ? null : mission;
    this.slot = again ? null : slot;
  }

  play(persona: Persona): Move | null {
    return (
      this.moves.find(
        (move) => move.move === 'play' && move['card'] === this.card && move['persona'] === persona,
      ) ?? null
    );
  }

  /** The target that is chosen, as a move. */
  get target(): Move | null {
    if (this.mission === null) return null;
    return (
      this.moves.find((move) =>
        this.slot === null
          ? ['choose', 'mission'].includes(move.move) && move['mission'] === this.mission
          : move.move === 'enemy' && move['mission'] === this.mission && move['slot'] === this.slot,
      ) ?? null
    );
  }

  get isSort(): boolean {
    return this.ask?.kind === 'sort';
  }

  /** The cards that were looked at: everything a sort may put back. */
  get looked(): string[] {
    const tops = this.moves.map((move) => (move['top'] ?? []) as string[]);
    const picks = ((this.ask?.picks ?? []) as readonly Pick[]).map((pick) => pick.of as readonly string[]);
    const longest = [...tops, ...picks].reduce<readonly string[]>((a, b) => (b.length > a.length ? b : a), []);
    return [...longest];
  }

  toggleSorted(place: string): void {
    this.sorted = this.sorted.includes(place)
      ? this.sorted.filter((each) => each !== place)
      : [...this.sorted, place];
  }

  /** A sort as a move; `sorted` holds places in `looked`, since two cards may be alike. */
  get sortMove(): Move | null {
    const top = this.sorted.map((place) => this.looked[Number(place)]!);
    const listed = this.moves.find((move) => JSON.stringify(move['top'] ?? []) === JSON.stringify(top));
    if (listed) return listed;
    const pick = (this.ask?.picks ?? []).find((each) => each.count === top.length);
    return pick ? ({ ...pick.move, [pick.field]: top } as Move) : null;
  }

  /** Answers that are plain buttons: use or not, go on or end, a card by its name. */
  get plain(): readonly Move[] {
    return this.moves.filter((move) => !SPATIAL.has(move.move));
  }
}
