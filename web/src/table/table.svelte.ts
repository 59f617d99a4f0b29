/** A table as this device knows it: what the server sent, and what is drawn of it now. */
import { Refusal } from '../net/api';
import { newName, type AnyCommand, type Ask, type Sealed } from '../net/commands';
import { Link, type Hooks, type LinkState, type Transport } from '../net/link';
import { patched } from '../net/patch';
import type { ChatLine, Ok, Pointing, Presence, Sync, TableView, Update, You } from '../net/schema';
import type { Messages } from './game';
import { gameOf } from './games';

type Wish = { kind: 'recover' | 'substitute'; seat: number };
type Known<G extends Messages> = {
  view: G['view'] | null;
  asks: readonly Ask<G['move']>[];
  sealed: Sealed<G['move']> | null;
  pointing: Pointing | null;
};
type Frame<G extends Messages> = Known<G> & { events: readonly G['event'][]; move: number };
/** A method, so that a table of one game is also a table of any game. */
type Listener<G extends Messages> = { hear(events: readonly G['event'][], move: number): void }['hear'];

/** A passed motion comes with a new `sync`; one that is gone for longer without it has fallen. */
const SETTLED = 400;
/** Somebody alone looks as long as they like; but not for ever. */
const ALONE = 60_000;
/** A screen that nobody taps goes on by itself. */
const WATCHED = 8000;

export class TableStore<G extends Messages = Messages> {
  link = $state<LinkState>('connecting');
  lost = $state<string | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  you = $state.raw<You>({ seat: null, host: false, channels: [] });
  table = $state.raw<TableView | null>(null);
  chat = $state.raw<readonly ChatLine[]>([]);
  presence = $state.raw<Presence>({ type: 'presence', here: [], watchers: 0, gone: {} });
  /** What is drawn: it lags behind what is known while cards are being turned. */
  view = $state.raw<G['view'] | null>(null);
  asks = $state.raw<readonly Ask<G['move']>[]>([]);
  /** This seat's own vote, while it can be changed. */
  sealed = $state.raw<Sealed<G['move']> | null>(null);
  /** Who points at whom, while this seat confers in private. */
  pointing = $state.raw<Pointing | null>(null);
  /** The event whose cards are being turned, and everything that became known with it. */
  reveal = $state.raw<G['event'] | null>(null);
  revealed = $state.raw<readonly G['event'][]>([]);
  /** How long the reveal lasts; it is longer where the bots take their time, and ends by a tap for somebody alone. */
  revealTime = $state(0);
  /** Asks answered here whose consequences have not come back yet. */
  sent = $state.raw<ReadonlyMap<string, G['move']>>(new Map());
  /** The game's screen shows something first: what is asked is not put yet. */
  isHeldBack = $state(false);
  /** A chair that this device asked the table for, while the table votes. */
  wish = $state.raw<Wish | null>(null);
  /** The chair this device had until somebody else got it. */
  unseated = $state<number | null>(null);
  /** How often this device has started from scratch. What it was told before must be asked for. */
  syncs = $state(0);
  /** Server time minus ours. */
  skew = $state(0);

  private known: Known<G> = { view: null, asks: [], sealed: null, pointing: null };
  private frames: Frame<G>[] = [];
  private number: number | null = null;
  private pending: G['event'][] = [];
  private leaving = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly transport: Transport;
  private listeners = new Set<Listener<G>>();

  constructor(
    readonly code: string,
    connect: (hooks: Hooks) => Transport = (hooks) => new Link(code, hooks),
  ) {
    this.transport = connect({
      where: () => ({ n: this.number, seat: this.you.seat, id: this.table?.id ?? null }),
      receive: (message) => this.receive(message),
      tell: (state, reason) => {
        this.link = state;
        this.lost = reason ?? null;
      },
    });
  }

  close(): void {
    clearTimeout(this.timer);
    this.transport.close();
  }

  /** The kind of what this device is asked and has not answered; null while nothing is, or it is not put yet. */
  get turn(): string | null {
    if (this.isHeldBack || this.table?.status !== 'playing') return null;
    return this.asks.find((ask) => !this.sent.has(ask.id))?.kind ?? null;
  }

  /** Calls back with events at the moment they become visible, not when they arrive. */
  listen(listener: Listener<G>): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Does something at the table. A refusal is shown, never swallowed. */
  async do(command: AnyCommand): Promise<Ok | null> {
    try {
      const reply = await this.transport.send(command);
      this.refusal = null;
      return reply;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.refusal = error;
      return null;
    }
  }

  async answer(ask: string, move: G['move']): Promise<boolean> {
    this.sent = new Map(this.sent).set(ask, move);
    const reply = await this.do({ do: 'answer', ask, move });
    if (reply) return true;
    const rest = new Map(this.sent);
    rest.delete(ask);
    this.sent = rest;
    return false;
  }

  /** Replaces the vote that lies sealed. */
  async change(move: G['move']): Promise<void> {
    if (this.sealed) await this.do({ do: 'change', ask: this.sealed.ask, move, id: newName() });
  }

  /** Points at a seat for those who confer in private; a second time takes the hand back. */
  async point(seat: number): Promise<void> {
    const isBack = this.you.seat !== null && this.pointing?.hands[this.you.seat] === seat;
    await this.do({ do: 'point', seat: isBack ? null : seat });
  }

  /** Asks the table for a chair. */
  async request(kind: Wish['kind'], seat: number, name: string): Promise<void> {
    if (await this.do({ do: 'motion', motion: kind, seat, name })) {
      this.wish = { kind, seat };
      this.followWish();
    }
  }

  /** Gives this device's own chair up. */
  async leave(): Promise<boolean> {
    this.leaving = true;
    const done = (await this.do({ do: 'leave' })) !== null;
    this.leaving = false;
    return done;
  }

  /** Whether only bots sit with this device's player: nobody else waits, so nothing runs out. */
  get isAlone(): boolean {
    const people = this.table?.chairs.filter((chair) => chair.player === 'person').length;
    return this.you.seat !== null && people === 1;
  }

  /** Shows the end of a reveal at once, on this screen only. Bots go on when everybody has done so. */
  skip(): void {
    this.saySeen();
    clearTimeout(this.timer);
    this.reveal = null;
    this.pending = [];
    this.finishFrame();
  }

  /** Says that this device's player has looked at what the table holds its bots back for. */
  saySeen(): void {
    const hold = this.table?.hold;
    if (!hold || this.you.seat === null || Date.now() + this.skew > hold.due) return;
    // Whether it arrives changes nothing on this screen.
    this.transport.send({ do: 'seen', hold: hold.at }).catch(() => undefined);
  }

  private receive(message: Sync | Update | Presence): void {
    if (message.type === 'presence') this.presence = message;
    else if (message.type === 'sync') this.sync(message);
    else this.update(message);
  }

  private sync(message: Sync): void {
    clearTimeout(this.timer);
    this.syncs += 1;
    this.number = message.n;
    this.skew = message.now - Date.now();
    this.noteChair(message.you);
    this.you = message.you;
    this.table = message.table;
    this.followWish();
    this.chat = message.chat;
    this.known = {
      view: message.view as G['view'] | null,
      asks: message.asks as Known<G>['asks'],
      sealed: (message.sealed as Known<G>['sealed'] | undefined) ?? null,
      pointing: message.pointing ?? null,
    };
    this.frames = [];
    this.pending = [];
    this.reveal = null;
    this.view = this.known.view;
    this.asks = this.known.asks;
    this.sealed = this.known.sealed;
    this.pointing = this.known.pointing;
    this.sent = new Map();
  }

  private update(message: Update): void {
    if (this.number !== null && message.n < this.number) return;
    this.number = message.n;
    if (message.you) {
      this.noteChair(message.you);
      this.you = message.you;
    }
    if (message.table && this.table) {
      this.table = patched(this.table, message.table);
      this.followWish();
    }
    if (message.chat) this.chat = [...this.chat, ...message.chat];
    const { sealed, pointing } = message;
    if (!message.view && !message.asks && !message.events && sealed === undefined && pointing === undefined) return;
    const view = message.view ? patched((this.known.view ?? {}) as object, message.view) : this.known.view;
    this.known = {
      view,
      asks: (message.asks as Known<G>['asks'] | undefined) ?? this.known.asks,
      sealed: sealed === undefined ? this.known.sealed : (sealed as Known<G>['sealed']),
      pointing: pointing === undefined ? this.known.pointing : pointing,
    };
    const events = (message.events ?? []) as readonly G['event'][];
    this.frames.push({ ...this.known, events, move: message.move ?? 0 });
    if (!this.reveal) this.showNext();
    // The table has gone on: a screen that nobody taps does not fall behind.
    else if (this.you.seat === null && events.some((event) => this.timeFor(event) > 0)) this.skip();
  }

  private noteChair(next: You): void {
    if (next.seat !== null) {
      this.unseated = null;
      this.wish = null;
    } else if (this.you.seat !== null && !this.leaving) this.unseated = this.you.seat;
  }

  /** Says so when the table has not agreed to what this device asked for. */
  private followWish(): void {
    const wish = this.wish;
    const isOpen = () => this.table?.motions.some((each) => each.kind === wish?.kind && each.seat === wish.seat);
    if (!wish || isOpen()) return;
    setTimeout(() => {
      if (this.wish !== wish || isOpen()) return;
      this.wish = null;
      if (this.you.seat === null) this.refusal = new Refusal('NOT_AGREED', '');
    }, SETTLED);
  }

  private showNext(): void {
    const frame = this.frames[0];
    if (!frame) return;
    this.pending = frame.events.filter((event) => this.timeFor(event) > 0);
    this.revealed = frame.events;
    if (this.pending.length > 0) {
      this.asks = [];
      this.sealed = null;
    }
    this.turnNext();
  }

  /** How long the cards of an event are being turned: the same whatever is on them. */
  private timeFor(event: G['event']): number {
    const time = gameOf(this.table?.settings.ruleset ?? '').reveals?.[event.event] ?? 0;
    if (time === Infinity) return this.you.seat === null ? WATCHED : time;
    if (time > 0 && this.isAlone) return ALONE;
    return this.table?.settings.pace === 'slow' ? time * 2 : time;
  }

  private turnNext(): void {
    const next = this.pending.shift();
    if (!next) {
      this.finishFrame();
      return;
    }
    this.reveal = next;
    this.revealTime = this.timeFor(next);
    if (this.revealTime < Infinity) this.timer = setTimeout(() => this.turnNext(), this.revealTime);
  }

  private finishFrame(): void {
    const frame = this.frames.shift();
    this.reveal = null;
    if (!frame) return;
    this.view = frame.view;
    this.asks = frame.asks;
    this.sealed = frame.sealed;
    this.pointing = frame.pointing;
    this.listeners.forEach((listener) => listener(frame.events, frame.move));
    this.showNext();
  }
}
