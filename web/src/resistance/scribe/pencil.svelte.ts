/** What is being tapped for the question that is open, before it is written. */
import type { Book } from './book.svelte';
import type { Entry } from './walk';

/** What an entry of a list is about: a plot card, and a seat that can be tapped. */
export function aboutOf(entry: Entry): { card: string | null; seat: number | null } {
  const has = entry as Partial<Record<'card' | 'to' | 'on' | 'at' | 'from' | 'seat', unknown>>;
  const drawn = entry.move === 'draw' ? entry.drawn[0] : undefined;
  const seat = [has.to, has.on, has.at, has.from, has.seat, drawn].find((each) => typeof each === 'number');
  return { card: (has.card as string | undefined) ?? null, seat: (seat as number | undefined) ?? null };
}

/** The role that most players have: whoever is not tapped has it. */
export function commonRole(roles: readonly string[]): string {
  const many = (role: string) => roles.filter((each) => each === role).length;
  return [...roles].reverse().reduce((best, role) => (many(role) > many(best) ? role : best), roles.at(-1) ?? '');
}

export class Pencil {
  team = $state.raw<readonly number[]>([]);
  rejecting = $state.raw<readonly number[]>([]);
  mission = $state<number | null>(null);
  card = $state<string | null>(null);
  cards = $state.raw<readonly string[]>([]);
  /** Seats by the order in which their roles are asked for. */
  cast = $state.raw<readonly number[]>([]);
  isChangingLeader = $state(false);
  private asked = '';

  constructor(private readonly book: Book) {}

  private get question() {
    return this.book.page?.question ?? null;
  }
  get kind(): string {
    return this.isChangingLeader ? 'lead' : (this.question?.kind ?? '');
  }
  private get entries(): readonly Entry[] {
    return (this.question?.entries ?? []) as readonly Entry[];
  }

  /** Starts afresh with a new question, or with what was written when it is asked again. */
  follow(): void {
    const { old, entries } = this.book;
    const asked = `${entries.length} ${this.question?.kind} ${JSON.stringify(old)}`;
    if (asked === this.asked) return;
    this.asked = asked;
    this.isChangingLeader = false;
    this.team = old?.move === 'propose' ? old.team : [];
    this.mission = old?.move === 'propose' ? (old.mission ?? null) : null;
    this.rejecting = old?.move === 'ballots' ? old.votes.flatMap((vote, seat) => (vote === false ? [seat] : [])) : [];
    this.card = this.cardNames.length === 1 ? this.cardNames[0]! : null;
    this.cards = [];
    this.cast = old?.move === 'draw' && old.of === 'roles' ? this.castOf(old.drawn.map(String)) : [];
  }

  /** The seats that have the roles which are asked for, in that order. */
  private castOf(roles: readonly string[]): readonly number[] {
    return this.rolesToPlace.reduce<number[]>((cast, role) => {
      const seat = roles.findIndex((each, at) => each === role && !cast.includes(at));
      return seat < 0 ? cast : [...cast, seat];
    }, []);
  }

  /** How many make up the team; 0 until a mission is chosen. */
  get size(): number {
    const sizes = this.book.page?.view.rules.team_sizes ?? [];
    return this.question?.take || (this.mission === null ? 0 : (sizes[this.mission - 1] ?? 0));
  }
  get missions(): readonly number[] {
    return this.kind === 'propose' ? ((this.question?.pool ?? []) as readonly number[]) : [];
  }
  get cardNames(): readonly string[] {
    return [...new Set(this.entries.map((entry) => aboutOf(entry).card).filter((card) => card !== null))];
  }
  /** Answers that are about no seat. */
  get plain(): readonly Entry[] {
    return this.entries.filter((entry) => aboutOf(entry).seat === null);
  }
  private get seated(): readonly Entry[] {
    return this.entries.filter(
      (entry) => aboutOf(entry).seat !== null && [null, this.card].includes(aboutOf(entry).card),
    );
  }
  /** The roles that are asked for one by one. */
  get rolesToPlace(): readonly string[] {
    const pool = (this.question?.pool ?? []) as readonly string[];
    const common = commonRole(pool);
    return pool.filter((role) => role !== common);
  }
  get commonRole(): string {
    return commonRole((this.question?.pool ?? []) as readonly string[]);
  }
  roleOf(seat: number): string | null {
    const at = this.cast.indexOf(seat);
    return at < 0 ? null : (this.rolesToPlace[at] ?? null);
  }

  /** The seats that can be tapped now. */
  get open(): ReadonlySet<number> {
    const everyone = this.book.names.map((_, seat) => seat);
    switch (this.kind) {
      case 'lead':
        return new Set(everyone);
      case 'propose':
        return new Set(this.size ? everyone : []);
      case 'ballots':
        return new Set(this.question?.seats);
      case 'roles':
        return new Set(this.cast.length < this.rolesToPlace.length ? everyone : this.cast);
      default:
        return new Set(this.seated.flatMap((entry) => aboutOf(entry).seat ?? []));
    }
  }

  tap(seat: number): void {
    if (!this.open.has(seat)) return;
    const flip = (list: readonly number[]) =>
      list.includes(seat) ? list.filter((each) => each !== seat) : [...list, seat];
    if (this.kind === 'lead') {
      this.isChangingLeader = false;
      this.book.lead(seat);
    } else if (this.kind === 'propose') {
      this.team = flip(this.team);
      if (this.team.length === this.size) this.sendTeam();
    } else if (this.kind === 'ballots') this.rejecting = flip(this.rejecting);
    else if (this.kind === 'roles') this.cast = flip(this.cast);
    else {
      const found = this.seated.find((entry) => aboutOf(entry).seat === seat);
      if (found) this.book.write(found);
    }
  }

  choose(mission: number): void {
    this.mission = mission;
    if (this.team.length > this.size) this.team = [];
    else if (this.team.length === this.size) this.sendTeam();
  }

  draw(card: string): void {
    this.cards = [...this.cards, card];
    if (this.cards.length === this.question?.take) this.book.write({ move: 'draw', of: 'plot', drawn: this.cards });
  }

  flipAll(): void {
    this.rejecting = (this.question?.seats ?? []).filter((seat) => !this.rejecting.includes(seat));
  }

  /** What Enter and the main button do: only what is complete is written. */
  save(): void {
    if (this.kind === 'propose' && this.size > 0 && this.team.length === this.size) this.sendTeam();
    else if (this.kind === 'ballots') this.book.write({ move: 'ballots', votes: this.votes });
    else if (this.kind === 'roles' && this.cast.length === this.rolesToPlace.length)
      this.book.write({
        move: 'draw',
        of: 'roles',
        drawn: this.book.names.map((_, s) => this.roleOf(s) ?? this.commonRole),
      });
  }

  get votes(): (boolean | null)[] {
    const voters = this.question?.seats ?? [];
    return this.book.names.map((_, seat) => (voters.includes(seat) ? !this.rejecting.includes(seat) : null));
  }

  private sendTeam(): void {
    const team = [...this.team].sort((a, b) => a - b);
    this.book.write({ move: 'propose', team, ...(this.mission === null ? {} : { mission: this.mission }) });
  }
}
