/** Suspicion marks and notes: kept in this browser, told to nobody. */
import type { View } from './schema';
import { keep, recall } from '../ui/settings.svelte';

export type Mark = '' | '+' | '?' | '!';
export const MARKS: readonly Mark[] = ['', '+', '?', '!'];

type Kept = { marks: Record<number, Mark>; pencil: Record<number, string>; notes: string };

export class Marks {
  kept = $state<Kept>({ marks: {}, pencil: {}, notes: '' });

  private readonly key: string;

  constructor(game: string) {
    this.key = `turncoat.marks.${game}`;
    this.kept = recall<Kept>(this.key, { marks: {}, pencil: {}, notes: '' });
  }

  of(seat: number): Mark {
    return this.kept.marks[seat] ?? '';
  }

  cycle(seat: number): void {
    const next = MARKS[(MARKS.indexOf(this.of(seat)) + 1) % MARKS.length] ?? '';
    this.set(seat, next);
  }

  set(seat: number, mark: Mark): void {
    this.change(({ marks }) => ({ marks: { ...marks, [seat]: mark } }));
  }

  write(seat: number, role: string): void {
    this.change(({ pencil }) => ({ pencil: { ...pencil, [seat]: role } }));
  }

  note(text: string): void {
    this.change(() => ({ notes: text }));
  }

  /** Changes what is kept by now: another tab may have written since. */
  private change(part: (kept: Kept) => Partial<Kept>): void {
    const kept = recall<Kept>(this.key, $state.snapshot(this.kept));
    this.kept = { ...kept, ...part(kept) };
    keep(this.key, $state.snapshot(this.kept));
  }
}

/** Every way to choose `count` of `n` seats, as bit masks. */
export function teamsOf(n: number, count: number): number[] {
  const found: number[] = [];
  for (let mask = 0; mask < 1 << n; mask++) if (bits(mask) === count) found.push(mask);
  return found;
}

export function bits(mask: number): number {
  let count = 0;
  for (let rest = mask; rest; rest &= rest - 1) count++;
  return count;
}

export const maskOf = (seats: readonly number[]) => seats.reduce((mask, seat) => mask | (1 << seat), 0);

/** Which sets of evil players fit the cards that were shown: each fail needs a hand that may play it. */
export function possibleEvil(view: View, evil: number): number[] {
  return teamsOf(view.rules.players, evil).filter((world) =>
    view.missions.every((result) => !result?.team || bits(world & maskOf(result.team)) >= (result.fails ?? 0)),
  );
}

/**
 * As above, as if this seat were good, whoever it is. Counting with what it knows would write its role on the
 * screen: the line must read alike for every role.
 */
export function possibleForMe(view: View, evil: number): number[] {
  const me = view.you ? 1 << view.you.seat : 0;
  return possibleEvil(view, evil).filter((world) => !(world & me));
}

/** How many worlds are left, and how many of them agree with the marks (`!` evil, `+` good; `?` binds nothing). */
export function marksFit(worlds: readonly number[], marks: Record<number, Mark>): { left: number; of: number } {
  const seats = Object.entries(marks);
  const evil = maskOf(seats.filter(([, mark]) => mark === '!').map(([seat]) => Number(seat)));
  const good = maskOf(seats.filter(([, mark]) => mark === '+').map(([seat]) => Number(seat)));
  const left = worlds.filter((world) => (world & evil) === evil && !(world & good)).length;
  return { left, of: worlds.length };
}
