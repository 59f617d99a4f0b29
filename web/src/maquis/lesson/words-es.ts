/** The words of a first round of RESIST!, in Spanish. They are loaded with it. */
import type { Words } from './words-en';

const words: Words = {
  steps: [
    {
      title: 'Cuatro misiones, todas vigiladas',
      text: 'El número de la izquierda es la fuerza que pide una misión; la estrella, sus puntos. Debajo hay enemigos boca abajo. Con 15 puntos hay victoria.',
      main: 'Siguiente',
    },
    {
      title: 'Cada maquis tiene dos caras',
      text: 'En la sombra, a la izquierda, vuelve a tu mazo. Dando la cara pega más fuerte o hace más, y se va para siempre. Los espías solo ocupan tu mano.',
      main: 'Siguiente',
    },
    {
      title: 'Plan: juega a Sagrario en la sombra',
      text: 'Tiene fuerza 2 en las dos caras y ahora no le toca ninguna acción. En la sombra no la pierdes.',
      main: 'Juégala en la sombra',
      doubt: 'Dando la cara se iría para siempre sin pegar más fuerte. Juégala en la sombra.',
    },
    {
      title: '¿Qué misión?',
      text: 'Tienes 2 y dos maquis más. Elige la misión que menos pide.',
      main: 'Elige una misión',
      doubt: '{name} pide más de lo que tienes seguro. Otra misión pide 3.',
    },
    {
      title: 'Los enemigos quedan a la vista',
      text: 'Misión 3, jefe de espías 3, operador de radio 2, soldado raso 1: en total 9. Tienes 2. Roberto da 4 si da la cara.',
      main: 'Juégalo dando la cara',
      doubt: 'En la sombra Roberto da 2 y un enemigo quedaría para devolver el golpe. Esta vez vale la pena perderlo.',
    },
    {
      title: 'Una acción en vez de fuerza',
      text: 'Tienes 6 y te piden 9. Adolfo en la sombra no da fuerza, pero descarta a un enemigo.',
      main: 'Juégalo en la sombra',
      doubt: 'Dando la cara, Adolfo da 3 y se va para siempre. En la sombra quita a un enemigo y vuelve.',
    },
    {
      title: '¿A qué enemigo descartas?',
      text: 'Al que más te cuesta. Un jefe de espías que quede en pie metería un espía en tu mazo.',
      main: 'Elige un enemigo',
      doubt: 'Harían falta 7 u 8, y tienes 6. ¿Qué enemigo vale 3?',
    },
    {
      title: 'Gasta tu fuerza',
      text: 'Tienes 6: la misión pide 3, el soldado raso 1, el operador de radio 2. Primero la misión: es la que da puntos.',
      main: 'Elige un objetivo',
      doubt: 'El soldado raso cae antes que los demás enemigos, pero no antes que la misión. Empieza por la misión.',
    },
    {
      title: 'Después: no queda nadie',
      text: 'El soldado raso y el operador de radio también han caído. Los enemigos que quedaran golpearían ahora. Una misión atacada y no cumplida fracasa; con dos fracasos pierdes.',
      main: 'Siguiente',
    },
    {
      title: 'Otra mano, otra ronda',
      text: 'Sagrario y Adolfo esperan en tus descartes. Roberto se ha ido. Tienes 1 punto: tras cada ronda puedes parar o seguir a por más.',
      main: 'Jugar de verdad',
    },
  ],
};

export default words;
