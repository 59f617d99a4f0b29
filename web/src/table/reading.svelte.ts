/** How this device reads the talk: what it has seen, whose lines it lights, which moment it looks back at. */
import type { ChatLine } from '../net/schema';
import { keep, recall } from '../ui/settings.svelte';

export class Reading {
  /** Seats whose lines are lit, past and to come. Nobody's are ever hidden. */
  lit = $state.raw<ReadonlySet<number>>(new Set());
  /** Index of the team whose talk is looked at; null: the newest. */
  then = $state<number | null>(null);
  private seen = $state(0);
  private readonly key: string;

  constructor(game: string) {
    this.key = `turncoat.read.${game}`;
    this.seen = recall(this.key, 0);
  }

  toggle(seat: number): void {
    const next = new Set(this.lit);
    if (!next.delete(seat)) next.add(seat);
    this.lit = next;
  }

  readUpTo(at: number): void {
    if (at <= this.seen) return;
    this.seen = at;
    keep(this.key, at);
  }

  /** Lines of others that came after the last one read here. */
  unread(chat: readonly ChatLine[], me: number | null): ChatLine[] {
    return chat.filter((line) => line.at > this.seen && (line.seat === null || line.seat !== me));
  }

  firstUnread(chat: readonly ChatLine[], me: number | null): ChatLine | null {
    return this.seen === 0 ? null : (this.unread(chat, me)[0] ?? null);
  }
}
