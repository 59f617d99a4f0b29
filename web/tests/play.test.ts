import { describe, expect, it } from 'vitest';
import { patched } from '../src/net/patch';
import type { View } from '../src/resistance/schema';
import { choicesOf } from '../src/resistance/draft.svelte';
import { marksFit } from '../src/resistance/marks.svelte';
import { blocksOf, labelOf } from '../src/resistance/past';
import { phoneRing, wedges, wideRing } from '../src/resistance/ring';
import { shuffledCards } from '../src/resistance/shuffle';
import fixture from './view.json';

const view = fixture as unknown as View;

describe('patches', () => {
  it('replace fields and keep the old object', () => {
    const before = { phase: 'vote', proposals: [1, 2] };
    const after = patched(before, { set: { phase: 'mission' }, tail: { proposals: [1, [3, 4]] } });
    expect(after).toEqual({ phase: 'mission', proposals: [1, 3, 4] });
    expect(before).toEqual({ phase: 'vote', proposals: [1, 2] });
  });
});

describe('asks', () => {
  it('know which seat and card a move names', () => {
    const [use, pass] = choicesOf([
      { id: '1', kind: 'use', moves: [{ move: 'use', card: 'in-the-spotlight', on: 2 }, { move: 'pass' }] },
    ]);
    expect(use).toMatchObject({ card: 'in-the-spotlight', seat: 2 });
    expect(pass).toMatchObject({ card: null, seat: null });
  });

  it('tell which card asks, where no move names it', () => {
    const show = { id: '1', kind: 'show', moves: [{ move: 'show', to: 2 }] } as const;
    expect(choicesOf([show])[0]).toMatchObject({ card: null, seat: 2 });
    expect(choicesOf([{ ...show, card: 'open-up' }])[0]).toMatchObject({ card: 'open-up', seat: 2 });
  });
});

describe('the history', () => {
  it('labels teams by mission', () => {
    expect(view.proposals.map((_, k) => labelOf(view.proposals, k))[0]).toBe('1.1');
  });

  it('groups every team under its mission', () => {
    expect(blocksOf(view).flatMap((block) => block.teams)).toEqual(view.proposals.map((_, k) => k));
  });
});

describe('marks', () => {
  const sides = [
    [0, 1, 2],
    [0, 1, 3],
    [0, 2, 3],
    [1, 2, 3],
  ];

  it('count what is left, as if this seat were good', () => {
    expect(marksFit(sides, { 0: '!', 1: '+' }, null)).toEqual({ left: 1, of: 4 });
    expect(marksFit(sides, { 2: '?', 4: '' }, null)).toEqual({ left: 4, of: 4 });
    expect(marksFit(sides, { 0: '!', 1: '+' }, 3)).toEqual({ left: 0, of: 1 });
  });
});

describe('mission cards', () => {
  it('lie in the same order on every screen', () => {
    expect(shuffledCards(5, 2, 'x.1')).toEqual(shuffledCards(5, 2, 'x.1'));
    expect(shuffledCards(5, 2, 'x.1').filter((success) => !success)).toHaveLength(2);
  });

  it('do not tell fails by their place', () => {
    const first = Array.from({ length: 200 }, (_, k) => shuffledCards(4, 1, `t.${k}`).indexOf(false));
    for (const place of [0, 1, 2, 3]) expect(first.filter((each) => each === place).length).toBeGreaterThan(20);
  });
});

describe('the ring', () => {
  const SIZES: [number, number][] = [
    [390, 386],
    [360, 300],
    [340, 290],
  ];
  for (const players of [5, 6, 7, 8, 9, 10]) {
    it.each(SIZES)(`of ${players} on a phone of %s by %s keeps seats apart`, (width, height) => {
      const { spots, emblem } = phoneRing(players, width, height);
      expect(spots).toHaveLength(players);
      for (const [k, spot] of spots.entries()) {
        expect(spot.x - emblem / 2).toBeGreaterThanOrEqual(0);
        expect(spot.x + emblem / 2).toBeLessThanOrEqual(width);
        for (const other of spots.slice(k + 1)) {
          expect(Math.hypot(spot.x - other.x, spot.y - other.y)).toBeGreaterThan(emblem);
        }
      }
    });

    it(`of ${players} on a wide screen keeps seats apart`, () => {
      const ring = wideRing(players, 760, 420, 56, 'round');
      for (const [k, spot] of ring.spots.entries()) {
        for (const other of ring.spots.slice(k + 1)) {
          expect(Math.hypot(spot.x - other.x, spot.y - other.y)).toBeGreaterThan(90);
        }
      }
      expect(wedges(ring)).toHaveLength(players);
    });

    it(`of ${players} goes up the left side from you`, () => {
      const { spots } = phoneRing(players, 390, 386);
      expect(spots[0]!.x).toBe(195);
      expect(spots[1]!.x).toBeLessThan(195);
      expect(spots.at(-1)!.x).toBeGreaterThan(195);
    });
  }
});
