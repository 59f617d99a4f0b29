import { describe, expect, it } from 'vitest';
import type { ChatLine } from '../src/net/schema';
import { claimsOf } from '../src/resistance/claims';
import type { Sides } from '../src/resistance/deduction.svelte';
import type { AnyClaim, View } from '../src/resistance/schema';
import fixture from './view.json';

const view = fixture as unknown as View;
const EVIL = ['assassin', 'morgana', 'minion'];
const sideOf = (role: string) => (EVIL.includes(role) ? 'evil' : 'good');
let clock = 0;
const line = (seat: number, claim: AnyClaim, more: Partial<ChatLine> = {}): ChatLine => ({
  at: clock++,
  channel: 'table',
  seat,
  name: 'x',
  claim,
  ...more,
});
/** Nothing is ruled out. */
const SIDES = [
  [0, 1, 2],
  [3, 4, 5],
  [4, 5, 6],
];
const states = (chat: ChatLine[], sides: Sides = SIDES, seen: View = view) =>
  claimsOf(chat, seen, sides, sideOf).map((said) => said.state);

describe('claims', () => {
  it('stand until something speaks against them', () => {
    expect(states([line(0, { claim: 'trust', seat: 1 }), line(1, { claim: 'role', role: 'merlin' })])).toEqual([
      'stands',
      'stands',
    ]);
  });

  it('lie under the team that was proposed last', () => {
    const said = claimsOf(
      [line(0, { claim: 'trust', seat: 1 }), line(0, { claim: 'suspect', seat: 2 }, { teams: 3 })],
      view,
      SIDES,
      sideOf,
    );
    expect(said.map((each) => each.team)).toEqual([0, 2]);
  });

  it('are taken back by their speaker alone', () => {
    const claim: AnyClaim = { claim: 'trust', seat: 1 };
    expect(states([line(0, claim), line(2, claim), line(0, claim, { withdrawn: true })])).toEqual([
      'withdrawn',
      'stands',
    ]);
  });

  it('are taken back by claiming the opposite', () => {
    expect(states([line(0, { claim: 'trust', seat: 1 }), line(0, { claim: 'suspect', seat: 1 })])).toEqual([
      'withdrawn',
      'stands',
    ]);
    expect(states([line(0, { claim: 'role', role: 'merlin' }), line(0, { claim: 'role', role: 'servant' })])).toEqual([
      'withdrawn',
      'stands',
    ]);
  });

  it('are contradicted where no side is left that agrees', () => {
    const sides = [
      [2, 3, 4],
      [2, 3, 5],
    ];
    const chat = [
      line(0, { claim: 'trust', seat: 2 }),
      line(2, { claim: 'role', role: 'merlin' }),
      line(0, { claim: 'team', team: [2, 4], evil: false }),
      line(0, { claim: 'trust', seat: 4 }),
    ];
    expect(states(chat, sides)).toEqual(['contradicted', 'contradicted', 'contradicted', 'stands']);
  });

  it('are held against the roles at the end', () => {
    const roles = ['merlin', 'servant', 'percival', 'servant', 'assassin', 'morgana', 'minion'];
    const over = { ...view, roles } as View;
    const chat = [
      line(4, { claim: 'role', role: 'servant' }),
      line(0, { claim: 'suspect', seat: 4 }),
      line(1, { claim: 'saw', seat: 0, side: 'evil' }),
    ];
    expect(states(chat, [[4, 5, 6]], over)).toEqual(['contradicted', 'stands', 'contradicted']);
  });

  it('stand while nothing is known of the sides', () => {
    expect(states([line(0, { claim: 'trust', seat: 2 })], [])).toEqual(['stands']);
  });

  it('read alike for every role: what one seat knows changes nothing', () => {
    const chat = [line(0, { claim: 'trust', seat: 4 })];
    const as = (role: string, knows: Record<string, string>) =>
      states(chat, SIDES, { ...view, you: { ...view.you!, role, knows } });
    expect(as('merlin', { 4: 'evil' })).toEqual(as('servant', {}));
  });
});
