/** The words of RESIST!'s puzzles, in French. */
import type { Words } from './words-en';

const words: Words = {
  title: 'Qui se dévoile ?',
  question:
    'Remporte cette mission sans perdre de civil, en révélant le moins de maquisards possible. Qui faut-il révéler ?',
  answer: 'révéler {names}',
  play: { hidden: 'Joue {name} à couvert.', revealed: 'Révèle {name}.' },
  use: "Utilise l'action.",
  skip: "N'utilise pas l'action.",
  enemy: 'Élimine : {name}.',
  mission: 'Accomplis la mission : {name}.',
  card: 'Prends {name}.',
  other: 'Continue.',
  safe: 'Cette ligne ne touche aucune pioche : elle gagne quel que soit leur ordre. Aucun autre choix aussi petit ne gagne.',
  hint: 'Commence par {names}.',
  hintHidden: '{names} peut rester dans l’ombre.',
};
export default words;
