/** The words around every lesson, in Spanish. They are loaded with it. */
import type { Words } from './words-en';

const words: Words = {
  step: 'paso {n} de {of}',
  skip: 'Saltar',
  skipped: 'La encontrarás en Aprende a jugar.',
  back: 'Atrás',
  coach: 'Tu guía',
  calm: 'Aquí no hay reloj. La mesa te espera.',
  leave: 'Puedes salir cuando quieras. Guardamos tu sitio.',
  welcome: 'Sigues en el paso {n}.',
  over: 'Empezar de nuevo',
};

export default words;
