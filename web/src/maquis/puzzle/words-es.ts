/** The words of RESIST!'s puzzles, in Spanish. */
import type { Words } from './words-en';

const words: Words = {
  title: '¿Quién da la cara?',
  question:
    'Gana esta misión sin perder a ningún civil y revela a los menos maquis posibles. ¿A quién hay que revelar?',
  answer: 'da la cara {names}',
  play: { hidden: 'Juega a {name} en la sombra.', revealed: 'Revela a {name}.' },
  use: 'Usa la acción.',
  skip: 'No uses la acción.',
  enemy: 'Derrota: {name}.',
  mission: 'Cumple la misión: {name}.',
  card: 'Elige a {name}.',
  other: 'Sigue.',
  safe: 'Esta línea no toca ningún mazo, así que gana sea cual sea su orden. Ninguna otra elección tan pequeña gana.',
  hint: 'Empieza por {names}.',
  hintHidden: '{names} puede seguir en la sombra.',
};
export default words;
