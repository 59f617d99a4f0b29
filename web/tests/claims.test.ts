import { describe, expect, it } from 'vitest';
import type { ChatLine } from '../src/net/schema';
import { claimsOf, stateOf } from '../src/resistance/claims';

const line = (at: number, seat: number, more: Partial<ChatLine> = {}): ChatLine => ({
  ...{ at, channel: 'table', seat, name: 'x', claim: { claim: 'trust', seat: 1 } },
  ...more,
});

describe('claims', () => {
  it('lie under the team that was proposed last, as far as it is drawn', () => {
    const lines = [line(0, 0), line(1, 0, { teams: 3 }), line(2, 0, { teams: 5 })];
    const said = claimsOf(lines, ['stands', 'stands', 'stands'], 3);
    expect(said.map((each) => each.team)).toEqual([0, 2, 2]);
  });

  it('are drawn once the server has told what has become of them', () => {
    expect(claimsOf([line(0, 0), line(1, 2)], ['contradicted'], 1).map((said) => said.state)).toEqual(['contradicted']);
  });

  it('stand in the talk as the server tells', () => {
    const said = claimsOf([line(0, 0), line(0, 2)], ['stands', 'withdrawn'], 1);
    expect([line(0, 0), line(0, 2), line(5, 2)].map((each) => stateOf(each, said))).toEqual([
      'stands',
      'withdrawn',
      'stands',
    ]);
    expect(stateOf(line(0, 0, { withdrawn: true }), said)).toBe('withdrawn');
  });
});
