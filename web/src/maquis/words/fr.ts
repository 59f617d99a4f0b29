/** What RESIST! says on pages that every game shares, in French. */
import type { Words } from './en';

const words: Words = {
  // games
  'game.maquis': 'RESIST!',
  'game.alone': 'en solo, une donne par jour',

  // home
  'home.daily': 'La donne RESIST! du jour',
  'home.daily.board': { one: '{date}. {n} partie, {won}.', other: '{date}. {n} parties, {won}.' },
  'home.daily.won': { one: '{n} victoire', other: '{n} victoires' },
  'home.daily.none': "{date}. Personne ne l'a encore jouée.",
  'home.daily.play': 'Jouer',
  'home.streak': { one: 'Ta série : {n} jour', other: 'Ta série : {n} jours' },

  // lessons
  'lesson.resist': 'Première manche de RESIST!',
};

export default words;
