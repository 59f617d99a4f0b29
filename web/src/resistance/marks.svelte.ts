/** Suspicion marks and notes: kept in this browser, told to nobody. */
import { keep, recall } from '../ui/settings.svelte';
import type { Sides } from './deduction.svelte';

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

/**
 * How many sides are left, and how many of them agree with the marks (`!` evil, `+` good; `?` binds nothing). They are
 * counted as if seat `me` were good, whoever it is: the line must read alike for every role.
 */
export function marksFit(sides: Sides, marks: Record<number, Mark>, me: number | null): { left: number; of: number } {
  const worlds = sides.filter((side) => me === null || !side.includes(me));
  const agrees = ([seat, mark]: [string, Mark], side: readonly number[]) =>
    mark === '' || mark === '?' || side.includes(Number(seat)) === (mark === '!');
  const left = worlds.filter((side) => Object.entries(marks).every((each) => agrees(each, side))).length;
  return { left, of: worlds.length };
}
