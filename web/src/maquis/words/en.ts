/** What RESIST! says on pages that every game shares, in English. Every language has the same keys. */
import type { Message } from '../../i18n/catalogue';

const words = {
  // games
  'game.maquis': 'RESIST!',
  'game.alone': 'alone, one deal a day',

  // home
  'home.daily': 'RESIST! deal of the day',
  'home.daily.board': { one: '{date}. {n} has played, {won}.', other: '{date}. {n} have played, {won}.' },
  'home.daily.won': '{n} won',
  'home.daily.none': '{date}. Nobody has played it yet.',
  'home.daily.play': 'Play it',
  'home.streak': { one: 'Your streak: {n} day', other: 'Your streak: {n} days' },

  // lessons
  'lesson.resist': 'A first round of RESIST!',
} satisfies Record<string, Message>;

export default words;
export type Words = Record<keyof typeof words, Message>;

declare module '../../i18n/catalogue' {
  interface Catalogue extends Words {}
}
