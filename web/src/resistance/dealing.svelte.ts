/** The deal as a table holds it: who has seen their card is nobody's business, how many have is everybody's. */
import { tick } from '../table/clock.svelte';
import type { TableStore } from '../table/table.svelte';
import { keep, recall } from '../ui/settings.svelte';
import type { Resistance } from './messages';

/** Bots take their time as people do: the first is ready so long after the deal, the last at the hold's earliest end. */
const FIRST_BOT = 4000;
const KEY = 'turncoat.dealt';

export class Dealing {
  /** This device's player is reading the card again. */
  isReading = $state(false);
  private got = $state('');

  constructor(private readonly store: TableStore<Resistance>) {
    this.got = recall(KEY, '');
  }

  private get hold() {
    const hold = this.store.table?.hold;
    return hold?.event === 'dealt' && this.store.table?.status === 'playing' ? hold : null;
  }

  private get now(): number {
    return tick() + this.store.skew;
  }

  /** Whether the first question still waits for somebody. */
  get isOn(): boolean {
    const hold = this.hold;
    return hold !== null && this.now < (hold.seen >= hold.of ? hold.earliest : hold.due);
  }

  private get game(): string {
    return `${this.store.table?.id}.${this.store.table?.game}.${this.store.you.seat}`;
  }

  /** Whether this device shows the card: it is put away by a tap, and never by the clock. */
  get showsCard(): boolean {
    return this.isReading || (this.hold !== null && this.store.you.seat !== null && this.got !== this.game);
  }

  /** How many of the table are ready, bots among them. */
  get ready(): number {
    const hold = this.hold;
    if (!hold) return 0;
    const bots = this.of - hold.of;
    const [from, to] = [Math.min(hold.at + FIRST_BOT, hold.earliest), hold.earliest];
    const passed = to > from ? (this.now - from) / (to - from) : Number(this.now >= to);
    return hold.seen + Math.max(0, Math.min(bots, Math.floor(passed * bots)));
  }

  get of(): number {
    return this.store.table?.chairs.length ?? 0;
  }

  putAway(): void {
    this.isReading = false;
    this.got = this.game;
    keep(KEY, this.got);
    this.store.saySeen();
  }
}
