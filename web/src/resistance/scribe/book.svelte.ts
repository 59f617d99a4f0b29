/** A game that is being written down on this device: kept after every tap, checked by the server as soon as it answers. */
import { post, Refusal, UNREACHABLE } from '../../net/api';
import type { Certain, Chances, NotWritten, ScribeReply } from '../../net/schema';
import { keep, recall } from '../../ui/settings.svelte';
import type { Chart } from '../schema';
import { follow, followAll, type Entry, type Page } from './walk';

const KEPT = 'turncoat.scribe';

export type Setup = { ruleset: string; players: number; options: Record<string, unknown>; roles: readonly string[] };
type Kept = {
  setup: Setup;
  names: string[];
  entries: Entry[];
  /** While an entry is asked for again: what it was, what came after it, and everything as it was before. */
  old: Entry | null;
  later: Entry[];
  original: Entry[] | null;
  start: Page;
  chart: Chart | null;
  estimate: boolean;
};
type Reply = ScribeReply & { view: Page['view']; chart: Chart | null };

export class Book {
  /** What everybody has seen, and what is asked; null while only the server can tell. */
  page = $state.raw<Page | null>(null);
  facts = $state.raw<Certain | null>(null);
  estimate = $state.raw<Chances | null>(null);
  /** What is wrong with an entry: it is asked for again. */
  conflict = $state.raw<NotWritten | null>(null);
  /** The server could not be reached since the last entry. */
  isOffline = $state(false);
  refusal = $state.raw<Refusal | null>(null);
  eyes = $state<number | null>(null);
  private kept = $state.raw<Kept>()!;
  private round = 0;
  private again: ReturnType<typeof setTimeout> | undefined;

  private constructor(kept: Kept) {
    this.kept = kept;
    this.page = this.walked(kept.entries);
    void this.check();
  }

  static resume(): Book | null {
    const kept = recall<Kept | null>(KEPT, null);
    return kept?.start ? new Book(kept) : null;
  }

  static async begin(setup: Setup, names: string[]): Promise<Book> {
    const { view, question, place, rows, chart } = await post<Reply>('/scribe', { ...setup, chart: true });
    const empty = { entries: [], old: null, later: [], original: null, estimate: false };
    const book = new Book({ setup, names, chart, start: { view, question, place, rows }, ...empty });
    book.keep({});
    return book;
  }

  get setup(): Setup {
    return this.kept.setup;
  }
  get names(): readonly string[] {
    return this.kept.names;
  }
  get entries(): readonly Entry[] {
    return this.kept.entries;
  }
  /** An entry is asked for again, and others wait behind it. */
  get isCorrecting(): boolean {
    return this.kept.original !== null || this.kept.later.length > 0;
  }
  get canCancel(): boolean {
    return this.kept.original !== null;
  }
  get wantsEstimate(): boolean {
    return this.kept.estimate;
  }
  /** What the entry was that is asked for again: it is offered first. */
  get old(): Entry | null {
    return this.kept.old;
  }
  /** The whole game, as the server takes it. */
  get game() {
    const { setup, names, entries } = this.kept;
    return { ...setup, names, entries };
  }

  write(entry: Entry): void {
    const { entries, later, chart } = this.kept;
    const next = this.page && chart ? follow(this.page, chart, entry) : null;
    const all = [...entries, entry, ...later];
    this.goTo(all, { old: null, later: [] }, later.length > 0 ? this.walked(all) : next);
  }

  /** Takes the last entry back, or a correction. */
  undo(): void {
    if (this.canCancel) this.cancel();
    else if (this.isCorrecting) this.drop();
    else this.goTo(this.kept.entries.slice(0, -1), { old: null });
  }

  /** Asks for an entry again; everything after it is checked against what is written then. */
  correct(at: number): void {
    this.cancel();
    const original = this.kept.entries;
    const old = original[at];
    if (old) this.goTo(original.slice(0, at), { old, later: original.slice(at + 1), original });
  }

  cancel(): void {
    const { original } = this.kept;
    if (original) this.goTo(original, { old: null, later: [], original: null });
  }

  /** Gives up what came after the entry that is asked for. */
  drop(): void {
    this.conflict = null;
    this.keep({ old: null, later: [], original: null });
  }

  /** Another seat leads now: then another seat has led first, because the leader moves on by one. */
  lead(seat: number): void {
    const [first, ...rest] = this.entries;
    const leader = this.page?.view.leader;
    if (first?.move !== 'draw' || leader === null || leader === undefined) return;
    const { players } = this.setup;
    const drawn = [(Number(first.drawn[0]) + seat - leader + players) % players];
    this.goTo([{ ...first, drawn }, ...rest], {});
  }

  look(eyes: number | null): void {
    this.eyes = eyes;
    void this.check();
  }

  showEstimate(on: boolean): void {
    this.keep({ estimate: on });
    this.estimate = null;
    void this.check();
  }

  forget(): void {
    this.round += 1;
    clearTimeout(this.again);
    keep(KEPT, null);
  }

  private goTo(entries: Entry[], change: Partial<Kept>, page = this.walked(entries)): void {
    this.conflict = null;
    this.refusal = null;
    this.keep({ entries, ...change });
    this.page = page;
    void this.check();
  }

  private walked(entries: readonly Entry[]): Page | null {
    const { start, chart } = this.kept;
    if (entries.length === 0) return start;
    return chart ? followAll(start, chart, entries) : null;
  }

  private keep(change: Partial<Kept>): void {
    this.kept = { ...this.kept, ...change };
    keep(KEPT, this.kept);
  }

  /** Shows the server what is written. Without an answer it is shown again later. */
  private async check(): Promise<void> {
    const round = ++this.round;
    clearTimeout(this.again);
    const { setup, entries, estimate } = this.kept;
    try {
      const reply = await post<Reply>('/scribe', { ...setup, entries, eyes: this.eyes, estimate });
      if (round === this.round) this.read(reply);
    } catch (error) {
      if (!(error instanceof Refusal) || round !== this.round) return;
      this.isOffline = error.code === UNREACHABLE;
      if (!this.isOffline) this.refusal = error;
      this.again = setTimeout(() => void this.check(), AGAIN);
    }
  }

  private read(reply: Reply): void {
    const { view, question, place, rows, refused, facts, estimate } = reply;
    const { entries, later } = this.kept;
    this.isOffline = false;
    this.page = { view, question, place, rows };
    this.facts = facts;
    this.estimate = estimate;
    if (refused) {
      this.conflict = refused;
      const rest = [...entries.slice(refused.at + 1), ...later];
      this.keep({ entries: entries.slice(0, refused.at), old: entries[refused.at] ?? null, later: rest });
    } else if (this.kept.old === null) {
      this.keep({ original: null });
    }
  }
}

const AGAIN = 4000;
