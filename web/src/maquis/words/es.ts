/** What RESIST! says on pages that every game shares, in Spanish. */
import type { Words } from './en';

const words: Words = {
  // games
  'game.maquis': 'RESIST!',
  'game.alone': 'a solas, un reparto al día',

  // home
  'home.daily': 'El reparto de hoy de RESIST!',
  'home.daily.board': { one: '{date}. Ha jugado {n}; {won}.', other: '{date}. Han jugado {n}; {won}.' },
  'home.daily.won': { one: '{n} victoria', other: '{n} victorias' },
  'home.daily.none': '{date}. Aún no lo ha jugado nadie.',
  'home.daily.play': 'Jugar',
  'home.streak': { one: 'Tu racha: {n} día', other: 'Tu racha: {n} días' },

  // lessons
  'lesson.resist': 'Primera ronda de RESIST!',
};

export default words;
