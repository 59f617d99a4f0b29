/** While evil confers, its members point at whom they take for Merlin: a line of their own talk, a hand and a name. */
import type { Chair, ChatLine } from '../net/schema';
import type { View } from './schema';

const HAND = '☞ ';

export const pointingAt = (name: string) => HAND + name;

/** Whom each of those who confer points at now, by their seats. */
export function pointings(chat: readonly ChatLine[], chairs: readonly Chair[]): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  for (const { channel, seat, text } of chat) {
    if (channel !== 'council' || seat === null || !text?.startsWith(HAND)) continue;
    found.set(
      seat,
      chairs.findIndex((chair) => chair.name === text.slice(HAND.length)),
    );
  }
  return found;
}

/** The seats that could be Merlin to this one: not its own, and none that it knows as evil. */
export const suspects = ({ you }: View, chairs: readonly Chair[]): ReadonlySet<number> =>
  new Set(
    chairs.flatMap((_, seat) => {
      const known = you?.knows[seat];
      const isAlly = seat === you?.seat || (known && known !== 'good');
      return isAlly ? [] : [seat];
    }),
  );
