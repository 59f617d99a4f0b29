/** What this device knows of its puzzles: a rating, the days played, what was answered, and the last seven to keep. */
import { get, request, UNREACHABLE, Refusal } from '../../net/api';
import type {
  PuzzleDay,
  PuzzleHint,
  PuzzleListing,
  PuzzleOfTheDay,
  PuzzlePosition,
  PuzzleSolution,
} from '../../net/schema';
import { keep, recall } from '../../ui/settings.svelte';
import { DAY_MS } from '../../ui/streak';
import type { Hint } from './kit';

export type Done = { choice: number | null; right: boolean; hint: boolean; before: number; after: number };
export type Book = { rating: number; count: number; days: string[]; done: Record<string, Done> };
type Kept = { date: string; puzzle: PuzzlePosition; hint: Hint; solution: PuzzleSolution };
export type Found = { date: string | null; puzzle: PuzzlePosition; offline: boolean };

const KEY = 'turncoat.puzzles';
const KEPT = 'turncoat.puzzles.kept';
const DAYS = 7;
const MOST_DONE = 3000;
const FIRST: Book = { rating: 1200, count: 0, days: [], done: {} };

export const book = (): Book => ({ ...FIRST, ...recall<Partial<Book>>(KEY, {}) });
const kept = () => recall<Kept[]>(KEPT, []);

/** The rating after a puzzle, by Elo's rule. The first twenty move it faster. */
export function rated(rating: number, count: number, puzzle: number, score: number): number {
  const expected = 1 / (1 + 10 ** ((puzzle - rating) / 400));
  return Math.round(rating + (count < 20 ? 48 : 24) * (score - expected));
}

/** Writes down the one try that counts. `date` is that of a puzzle of the day: the day counts, won or lost. */
export function write(
  puzzle: PuzzlePosition,
  tried: Pick<Done, 'choice' | 'right' | 'hint'>,
  date: string | null,
): Done {
  const now = book();
  const old = now.done[puzzle.id];
  if (old) return old;
  const score = !tried.right ? 0 : tried.hint ? 0.5 : 1;
  const done = { ...tried, before: now.rating, after: rated(now.rating, now.count, puzzle.rating, score) };
  const all = Object.entries(now.done).slice(-MOST_DONE);
  const days = date === null || now.days.includes(date) ? now.days : [...now.days, date].sort().slice(-400);
  keep(KEY, {
    rating: done.after,
    count: now.count + 1,
    days,
    done: { ...Object.fromEntries(all), [puzzle.id]: done },
  });
  return done;
}

/** Hours until the next puzzle of the day. */
export const hoursLeft = (now = Date.now()) => Math.ceil((DAY_MS - (now % DAY_MS)) / 3_600_000);

const isAway = (error: unknown) => error instanceof Refusal && error.code === UNREACHABLE;

/** A puzzle by its id, or today's. Without a server, one that is kept. */
export async function find(id: string | null): Promise<Found> {
  try {
    if (id !== null) {
      const puzzle = await get<PuzzlePosition>(`/puzzles/${encodeURIComponent(id)}`);
      return { puzzle, date: kept().find((each) => each.puzzle.id === id)?.date ?? null, offline: false };
    }
    const { date, puzzle } = await get<PuzzleOfTheDay>('/puzzles/daily');
    return { puzzle, date, offline: false };
  } catch (error) {
    const found = isAway(error) ? kept().find((each) => (id === null ? true : each.puzzle.id === id)) : undefined;
    if (!found) throw error;
    return { puzzle: found.puzzle, date: found.date, offline: true };
  }
}

/** The solution, once it is wanted. */
export async function solve(id: string, choice: number | null): Promise<PuzzleSolution> {
  try {
    return await request<PuzzleSolution>('POST', `/puzzles/${id}/answer`, { choice });
  } catch (error) {
    const found = isAway(error) ? kept().find((each) => each.puzzle.id === id) : undefined;
    if (!found) throw error;
    return { ...found.solution, is_right: choice === null ? null : choice === found.solution.right };
  }
}

export async function hintFor(id: string): Promise<Hint> {
  try {
    return (await get<PuzzleHint>(`/puzzles/${id}/hint`)).hint as Hint;
  } catch (error) {
    const found = isAway(error) ? kept().find((each) => each.puzzle.id === id) : undefined;
    if (!found) throw error;
    return found.hint;
  }
}

export const lastDays = () => get<PuzzleDay[]>('/puzzles/days');

/** Keeps the puzzles of the last seven days on this device, with what is needed to answer them. */
export async function keepLastDays(): Promise<void> {
  const days = await lastDays();
  const have = kept();
  const all: Kept[] = [];
  for (const { date, id } of days.slice(0, DAYS)) {
    const old = have.find((each) => each.puzzle.id === id);
    if (old) all.push({ ...old, date });
    else {
      const [puzzle, hint, solution] = await Promise.all([
        get<PuzzlePosition>(`/puzzles/${id}`),
        hintFor(id),
        solve(id, null),
      ]);
      all.push({ date, puzzle, hint, solution });
    }
  }
  keep(KEPT, all);
}

/** The days that are kept, newest first, for when no server answers. */
export const keptDays = (): PuzzleDay[] => kept().map(({ date, puzzle }) => ({ ...puzzle, date }));

/** A puzzle near to this device's rating that it has not done. */
export async function another(): Promise<string | null> {
  const { rating, done } = book();
  const near = await get<PuzzleListing[]>(`/puzzles?rating=${rating}&limit=200`);
  const open = near.filter((each) => !(each.id in done)).slice(0, 12);
  return open[Math.floor(Math.random() * open.length)]?.id ?? null;
}
