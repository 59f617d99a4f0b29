/** The words around every lesson, in French. They are loaded with it. */
import type { Words } from './words-en';

const words: Words = {
  step: 'étape {n} sur {of}',
  skip: 'Passer',
  skipped: 'Tu la retrouveras dans Apprendre à jouer.',
  back: 'Retour',
  coach: 'Ton guide',
  calm: "Pas de minuteur ici. La table t'attend.",
  leave: 'Pars quand tu veux. On garde ta place.',
  welcome: "Te revoilà à l'étape {n}.",
  over: 'Recommencer',
};

export default words;
