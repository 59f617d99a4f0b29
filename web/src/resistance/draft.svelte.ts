/** An answer being put together from the open asks. Everything offered is in an ask; nothing else is. */
import type { Move } from '../net/commands';
import type { AskView, Pick } from '../net/schema';

/** The fields in which the family's moves name a seat. */
const SEAT_FIELDS = ['at', 'to', 'seat', 'on', 'from'] as const;

export type Choice = { ask: string; kind: string; move: Move; card: string | null; seat: number | null };

export function seatOf(move: Move): number | null {
  const field = SEAT_FIELDS.find((name) => typeof move[name] === 'number');
  return field === undefined ? null : (move[field] as number);
}

/** Every single move that the asks list. A `show` beside a `give` is Establish Confidence. */
export function choicesOf(asks: readonly AskView[]): Choice[] {
  const besideGive = asks.some((ask) => ask.kind === 'give');
  return asks.flatMap((ask) => {
    const picked = (ask.picks ?? []).filter((pick) => pick.count === 1).flatMap(singles);
    return [...((ask.moves ?? []) as readonly Move[]), ...picked].map((move) => ({
      ask: ask.id,
      kind: ask.kind,
      move,
      card:
        typeof move['card'] === 'string'
          ? move['card']
          : ask.kind === 'show' && besideGive
            ? 'establish-confidence'
            : null,
      seat: seatOf(move),
    }));
  });
}

const singles = (pick: Pick): Move[] => pick.of.map((one) => ({ ...pick.move, [pick.field]: [one] }) as Move);

/** The teams a proposal may name: as the ask's picks say, or gathered from the teams it lists one by one. */
export function teamPicks(ask: AskView | null): Pick[] {
  const listed = ((ask?.moves ?? []) as readonly Move[]).filter((move) => Array.isArray(move['team']));
  const missions = [...new Set(listed.map((move) => move['mission'] as number | undefined))];
  const gathered = missions.map((mission): Pick => {
    const teams = listed.filter((move) => move['mission'] === mission).map((move) => move['team'] as number[]);
    return {
      move: mission === undefined ? { move: 'propose' } : { move: 'propose', mission },
      field: 'team',
      count: teams[0]?.length ?? 0,
      of: [...new Set(teams.flat())].sort((a, b) => a - b),
    };
  });
  return [...(ask?.picks ?? []), ...gathered];
}

export class Draft {
  team = $state.raw<readonly number[]>([]);
  mission = $state<number | null>(null);
  card = $state<string | null>(null);
  target = $state<number | null>(null);
  /** When the question appeared: it cannot be answered by the tap that was meant for the one before. */
  since = $state(0);

  private key = '';

  constructor(private readonly asks: () => readonly AskView[]) {}

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
    this.since = performance.now();
  }

  get isTooSoon(): boolean {
    return performance.now() - this.since < 400;
  }

  get proposal(): AskView | null {
    return this.asks().find((ask) => ask.kind === 'propose') ?? null;
  }

  get pick(): Pick | null {
    const picks = teamPicks(this.proposal);
    if (picks.length === 1) return picks[0] ?? null;
    return picks.find((pick) => pick.move['mission'] === this.mission) ?? null;
  }

  /** Under Targeting: the missions the leader may choose among. */
  get missions(): readonly number[] {
    const picks = teamPicks(this.proposal);
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
    if (!pick) {
      this.target = this.target === seat ? null : seat;
    } else if (this.team.includes(seat)) {
      this.team = this.team.filter((each) => each !== seat);
    } else if (this.team.length < pick.count) {
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
  }

  /** The proposal as a move, in the order the ask gives. */
  get proposed(): Move | null {
    const pick = this.pick;
    if (!pick || this.team.length !== pick.count) return null;
    return { ...pick.move, [pick.field]: pick.of.filter((seat) => this.team.includes(seat as number)) } as Move;
  }
}
