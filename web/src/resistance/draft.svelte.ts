/** An answer being put together from the open asks. Everything offered is in an ask; nothing else is. */
import { picked, type Ask as AnyAsk } from '../net/commands';
import type { Pick } from '../net/schema';
import type { AnyMove } from './schema';

export type Ask = AnyAsk<AnyMove>;
export type Choice = { ask: string; kind: string; move: AnyMove; card: string | null; seat: number | null };

/** The seat that a move names, whichever of its fields does. */
export function seatOf(move: AnyMove): number | null {
  if ('at' in move) return move.at;
  if ('to' in move) return move.to;
  if ('seat' in move) return move.seat;
  if ('on' in move) return move.on ?? null;
  return 'from' in move ? move.from : null;
}

/** Every single move that the asks list. */
export function choicesOf(asks: readonly Ask[]): Choice[] {
  return asks.flatMap((ask) => {
    const single = (ask.picks ?? []).filter((pick) => pick.count === 1);
    const picks = single.flatMap((pick) => pick.of.map((one) => picked<AnyMove>(pick, [one])));
    return [...(ask.moves ?? []), ...picks].map((move) => ({
      ask: ask.id,
      kind: ask.kind,
      move,
      card: 'card' in move ? move.card : (ask.card ?? null),
      seat: seatOf(move),
    }));
  });
}

export class Draft {
  team = $state.raw<readonly number[]>([]);
  mission = $state<number | null>(null);
  card = $state<string | null>(null);
  target = $state<number | null>(null);
  /** When the question appeared: it cannot be answered by the tap that was meant for the one before. */
  since = $state(0);

  /** One more was tapped than the team takes. */
  isOverfull = $state(false);

  private key = '';

  constructor(private readonly asks: () => readonly Ask[]) {}

  /** Forgets what was chosen when the question is another one. */
  follow(): void {
    const key = this.asks()
      .map((ask) => ask.id)
      .join();
    if (key === this.key) return;
    this.key = key;
    this.team = [];
    this.mission = null;
    this.card = null;
    this.target = null;
    this.isOverfull = false;
    this.since = performance.now();
  }

  get isTooSoon(): boolean {
    return performance.now() - this.since < 400;
  }

  get proposal(): Ask | null {
    return this.asks().find((ask) => ask.kind === 'propose') ?? null;
  }

  get pick(): Pick | null {
    const picks = this.proposal?.picks ?? [];
    if (picks.length === 1) return picks[0] ?? null;
    return picks.find((pick) => pick.move['mission'] === this.mission) ?? null;
  }

  /** Under Targeting: the missions the leader may choose among. */
  get missions(): readonly number[] {
    const picks = this.proposal?.picks ?? [];
    return picks.length > 1 ? picks.map((pick) => pick.move['mission'] as number) : [];
  }

  get choices(): Choice[] {
    return choicesOf(this.asks().filter((ask) => !['propose', 'vote', 'mission'].includes(ask.kind)));
  }

  get cards(): string[] {
    return [...new Set(this.choices.flatMap((choice) => (choice.card ? [choice.card] : [])))];
  }

  get chosenCard(): string | null {
    return this.card ?? (this.cards.length === 1 ? (this.cards[0] ?? null) : null);
  }

  /** The choices that are left once a card is chosen. */
  get left(): Choice[] {
    const card = this.chosenCard;
    return this.choices.filter((choice) => choice.move.move !== 'pass' && (card === null || choice.card === card));
  }

  get pass(): Choice | null {
    return this.choices.find((choice) => choice.move.move === 'pass') ?? null;
  }

  /** The choice that is complete now. */
  get ready(): Choice | null {
    if (this.cards.length > 1 && !this.card) return null;
    const fitting = this.left.filter((choice) => choice.seat === null || choice.seat === this.target);
    return fitting.length === 1 ? (fitting[0] ?? null) : null;
  }

  /** Seats that a tap would choose. */
  get open(): ReadonlySet<number> {
    const pick = this.pick;
    if (pick) return new Set(pick.of as readonly number[]);
    if (this.cards.length > 1 && !this.card) return new Set();
    return new Set(this.left.flatMap((choice) => (choice.seat === null ? [] : [choice.seat])));
  }

  get chosen(): readonly number[] {
    return this.pick ? this.team : this.target === null ? [] : [this.target];
  }

  tap(seat: number): void {
    if (!this.open.has(seat) || this.isTooSoon) return;
    const pick = this.pick;
    this.isOverfull = pick !== null && this.team.length === pick.count && !this.team.includes(seat);
    if (!pick) {
      this.target = this.target === seat ? null : seat;
    } else if (this.team.includes(seat)) {
      this.team = this.team.filter((each) => each !== seat);
    } else if (!this.isOverfull) {
      this.team = [...this.team, seat];
    }
  }

  chooseMission(mission: number): void {
    this.mission = mission;
    this.team = this.team.slice(0, this.pick?.count ?? 0);
  }

  chooseCard(card: string): void {
    this.card = card;
    this.target = null;
  }

  clear(): void {
    this.team = [];
    this.target = null;
    this.card = null;
    this.isOverfull = false;
  }

  /** The proposal as a move, in the order the ask gives. */
  get proposed(): AnyMove | null {
    const pick = this.pick;
    if (!pick || this.team.length !== pick.count) return null;
    return picked(
      pick,
      pick.of.filter((seat) => this.team.includes(seat as number)),
    );
  }
}
