import { describe, expect, it } from 'vitest';
import type { AnyEvent, Moment } from '../src/resistance/schema';
import { curveOf, stepsOf } from '../src/resistance/study.svelte';

const moment = (kind: string, onlooker: number[], beliefs: number[][]): Moment => ({
  label: '1.1',
  kind,
  mission: 1,
  team: [],
  leader: null,
  votes: [],
  fails: null,
  onlooker,
  beliefs,
  merlin: [],
  truth: 0,
  surprise: [],
});
const moments = [
  moment('team', [0.4, 0.6], [[0, 1]]),
  moment('votes', [0.3, 0.7], [[0, 0.9]]),
  moment('team', [0.2, 0.8], [[0, 0.8]]),
];

describe('the study of a game', () => {
  it('gives a curve for each pair of eyes', () => {
    expect(curveOf(moments, 1, null)).toEqual([0.6, 0.7, 0.8]);
    expect(curveOf(moments, 1, 0)).toEqual([1, 0.9, 0.8]);
  });

  it('knows at which step of a replay each moment comes', () => {
    const step = (...names: string[]) => ({ events: names.map((event) => ({ event }) as AnyEvent) });
    const steps = [step('dealt'), step('proposed'), step('voted'), step('votes', 'leader'), step('proposed')];
    expect(stepsOf(moments, steps)).toEqual([1, 3, 4]);
  });
});
