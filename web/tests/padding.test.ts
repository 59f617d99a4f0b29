import { expect, it } from 'vitest';
import { padded } from '../src/net/padding';

it('makes a yes as long as a no', () => {
  const [yes, no] = [true, false].map((approve) => padded({ do: 'answer', move: { move: 'vote', approve } }));
  expect(yes).toHaveLength(no!.length);
  expect(JSON.parse(yes!)).toEqual({ do: 'answer', move: { move: 'vote', approve: true } });
});
