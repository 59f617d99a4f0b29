/** One socket to a table that mends itself. What was sent and not acknowledged is sent again where that is safe. */
import { identify, identifyAgain, Refusal, UNREACHABLE } from './api';
import type { AnyCommand } from './commands';
import { padded } from './padding';
import type { Ok, Presence, RefusedReply, Sync, Update } from './schema';

export type LinkState = 'connecting' | 'live' | 'reconnecting' | 'offline' | 'lost';
export type Message = Sync | Update | Presence | Ok | RefusedReply;
export type Where = { n: number | null; seat: number | null; id: string | null };

/** What a table gives its connection, whichever it is. */
export type Hooks = {
  /** The last message this client has, the seat it had then, and the table's id. */
  where: () => Where;
  receive: (message: Sync | Update | Presence) => void;
  tell: (state: LinkState, reason?: string) => void;
};

export interface Transport {
  send(command: AnyCommand): Promise<Ok>;
  close(): void;
}

type Waiting = { command: AnyCommand; done: (reply: Ok) => void; failed: (error: Refusal) => void; since: number };

const FIRST_WAIT = 200;
const LONGEST_WAIT = 5000;
/** Doing these twice does nothing twice. */
const REPEATABLE = new Set(['answer', 'change', 'ready', 'agree', 'back', 'away', 'seen']);
const UNKNOWN_VISITOR = 4401;
const GONE = new Map([
  [4403, 'WATCHING_OFF'],
  [4404, 'NOT_FOUND'],
]);

export class Link implements Transport {
  private socket: WebSocket | null = null;
  private wait = FIRST_WAIT;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private next = 1;
  private waiting = new Map<number, Waiting>();
  private closed = false;

  constructor(
    private readonly table: string,
    private readonly hooks: Hooks,
  ) {
    window.addEventListener('online', this.hurry);
    window.addEventListener('offline', this.noteOffline);
    document.addEventListener('visibilitychange', this.hurry);
    void identify().then(() => this.closed || this.socket || this.connect());
  }

  send(command: AnyCommand): Promise<Ok> {
    const ref = this.next++;
    return new Promise((done, failed) => {
      this.waiting.set(ref, { command, done, failed, since: Date.now() });
      if (this.isOpen) this.write(ref, command);
      else if (!REPEATABLE.has(command.do)) this.fail(ref, new Refusal(UNREACHABLE, ''));
    });
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    window.removeEventListener('online', this.hurry);
    window.removeEventListener('offline', this.noteOffline);
    document.removeEventListener('visibilitychange', this.hurry);
    this.socket?.close(1000);
  }

  private get isOpen(): boolean {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  private connect(): void {
    const { n, seat, id } = this.hooks.where();
    const query = new URLSearchParams();
    if (n !== null) query.set('since', String(n));
    if (n !== null && seat !== null) query.set('seat', String(seat));
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    // By id where it is known: the server limits look-ups by code.
    const path = `/api/tables/${encodeURIComponent(id ?? this.table)}/socket?${query}`;
    const socket = new WebSocket(`${scheme}://${location.host}${path}`);
    this.socket = socket;
    socket.onopen = () => this.opened();
    socket.onmessage = (event) => this.read(JSON.parse(event.data as string) as Message);
    socket.onclose = (event) => socket === this.socket && this.dropped(event.code);
  }

  private opened(): void {
    this.wait = FIRST_WAIT;
    this.hooks.tell('live');
    for (const [ref, { command }] of this.waiting) {
      if (REPEATABLE.has(command.do)) this.write(ref, command);
      else this.fail(ref, new Refusal(UNREACHABLE, ''));
    }
  }

  private read(message: Message): void {
    if (message.type === 'ok' || message.type === 'refused') this.acknowledged(message);
    else this.hooks.receive(message);
  }

  private acknowledged(reply: Ok | RefusedReply): void {
    const waiting = reply.ref == null ? undefined : this.waiting.get(reply.ref);
    if (!waiting || reply.ref == null) return;
    this.waiting.delete(reply.ref);
    if (reply.type === 'ok') waiting.done(reply);
    else waiting.failed(new Refusal(reply.error, reply.message));
  }

  private dropped(code: number): void {
    this.socket = null;
    if (this.closed) return;
    const reason = GONE.get(code);
    if (reason) {
      this.closed = true;
      this.hooks.tell('lost', reason);
      return;
    }
    this.hooks.tell(navigator.onLine ? 'reconnecting' : 'offline');
    clearTimeout(this.timer);
    const again = code === UNKNOWN_VISITOR ? () => identifyAgain().then(() => this.connect()) : () => this.connect();
    this.timer = setTimeout(() => void again(), this.wait);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  private hurry = (): void => {
    if (this.closed || this.socket || document.hidden) return;
    clearTimeout(this.timer);
    this.wait = FIRST_WAIT;
    this.connect();
  };

  private noteOffline = (): void => {
    if (!this.closed) this.hooks.tell('offline');
    this.socket?.close();
  };

  private write(ref: number, command: AnyCommand): void {
    this.socket?.send(padded({ ...command, ref }));
  }

  private fail(ref: number, error: Refusal): void {
    const waiting = this.waiting.get(ref);
    this.waiting.delete(ref);
    waiting?.failed(error);
  }
}
