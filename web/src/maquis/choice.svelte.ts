/** What the player is about to answer in RESIST!: only what the open ask lists can be put together. */
import { picked, type Ask } from '../net/commands';
import type { AnyMove, PickEnemy, Play } from './schema';

export type Persona = 'hidden' | 'revealed';
const SPATIAL = new Set(['play', 'choose', 'mission', 'enemy', 'sort']);

const isPlay = (move: AnyMove): move is Play => move.move === 'play';
const isEnemy = (move: AnyMove): move is PickEnemy => move.move === 'enemy';
const isAt = (move: AnyMove, mission: string | null) =>
  (move.move === 'choose' || move.move === 'mission') && move.mission === mission;
/** What a sort puts back on top. */
const topOf = (move: AnyMove): readonly string[] => (move.move === 'sort' ? move.top : []);

export class SoloChoice {
  card = $state<string | null>(null);
  mission = $state<string | null>(null);
  slot = $state<number | null>(null);
  sorted = $state.raw<readonly string[]>([]);
  private key = '';

  constructor(private readonly asks: () => readonly Ask<AnyMove>[]) {}

  get ask(): Ask<AnyMove> | null {
    return this.asks()[0] ?? null;
  }

  get moves(): readonly AnyMove[] {
    return this.ask?.moves ?? [];
  }

  /** Clears what was chosen when the question is another one. A chosen card stays in the hand as it is. */
  follow(): void {
    const key = this.ask?.id ?? '';
    if (key === this.key) return;
    this.key = key;
    this.mission = null;
    this.slot = null;
    this.sorted = [];
    if (!this.moves.some((move) => isPlay(move) && move.card === this.card)) this.card = null;
  }

  personas(card: string): Persona[] {
    return this.moves
      .filter(isPlay)
      .filter((move) => move.card === card)
      .map((move) => move.persona);
  }

  canChoose(mission: string): boolean {
    return this.moves.some((move) => isAt(move, mission));
  }

  slots(mission: string): number[] {
    return this.moves
      .filter(isEnemy)
      .filter((move) => move.mission === mission)
      .map((move) => move.slot);
  }

  pick(mission: string, slot: number | null): void {
    const again = this.mission === mission && this.slot === slot;
    this.card = null;
    this.mission = again ? null : mission;
    this.slot = again ? null : slot;
  }

  play(persona: Persona): AnyMove | null {
    return this.moves.find((move) => isPlay(move) && move.card === this.card && move.persona === persona) ?? null;
  }

  /** The target that is chosen, as a move. */
  get target(): AnyMove | null {
    if (this.mission === null) return null;
    return (
      this.moves.find((move) =>
        this.slot === null
          ? isAt(move, this.mission)
          : isEnemy(move) && move.mission === this.mission && move.slot === this.slot,
      ) ?? null
    );
  }

  get isSort(): boolean {
    return this.ask?.kind === 'sort';
  }

  /** The cards that were looked at: everything a sort may put back. */
  get looked(): string[] {
    const tops = this.moves.map(topOf);
    const picks = (this.ask?.picks ?? []).map((pick) => pick.of as readonly string[]);
    const longest = [...tops, ...picks].reduce<readonly string[]>((a, b) => (b.length > a.length ? b : a), []);
    return [...longest];
  }

  toggleSorted(place: string): void {
    this.sorted = this.sorted.includes(place) ? this.sorted.filter((each) => each !== place) : [...this.sorted, place];
  }

  /** A sort as a move; `sorted` holds places in `looked`, since two cards may be alike. */
  get sortMove(): AnyMove | null {
    const top = this.sorted.map((place) => this.looked[Number(place)]!);
    const listed = this.moves.find((move) => JSON.stringify(topOf(move)) === JSON.stringify(top));
    if (listed) return listed;
    const pick = (this.ask?.picks ?? []).find((each) => each.count === top.length);
    return pick ? picked(pick, top) : null;
  }

  /** Answers that are plain buttons: use or not, go on or end, a card by its name. */
  get plain(): readonly AnyMove[] {
    return this.moves.filter((move) => !SPATIAL.has(move.move));
  }
}
