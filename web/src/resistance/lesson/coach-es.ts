/** The words of the first game, in Spanish. */
import type { Words } from './coach-en';

const words: Words = {
  title: 'Primera partida',
  went: 'fue',
  stayed: 'no fue',
  wentThen: 'en la misión {n}',
  more: 'Elige 1 más',
  choose: 'Elige a alguien',
  anyway: 'Elegir a {name} de todos modos',
  loyal:
    'Eres leal, así que solo puedes jugar Éxito. Todos ven las dos cartas, para que ninguna pantalla delate a nadie.',
  steps: [
    {
      title: 'Aquí alguien miente',
      text: 'Hay cinco jugadores. Tres son de la Resistencia y dos son espías. Los espías se conocen; los demás no saben nada.',
      main: 'Siguiente',
    },
    {
      title: 'Esta es tu carta',
      text: 'Dice de qué lado estás. Nadie más la ve. Tu bando necesita que tres misiones tengan éxito.',
      main: 'Entendido',
    },
    {
      title: 'El líder elige un equipo',
      text: 'Cleo es líder y quiere ir contigo a la misión 1. El siguiente equipo lo elegirá el siguiente jugador.',
      main: 'Siguiente',
    },
    {
      title: 'Todos votan',
      text: '¿Te fías de este equipo? Los votos se enseñan a la vez. Hacen falta tres votos de cinco; con cinco rechazos seguidos ganan los espías.',
      main: 'Aprobar',
    },
    {
      title: 'Vas a la misión',
      text: 'Aprobado, {yes} a {no}. Cada uno juega una carta en secreto: mantén pulsada la tuya un segundo. Basta un Fallo para que la misión fracase.',
      main: 'Éxito',
    },
    {
      title: 'Al menos uno de estos tres es espía',
      text: 'La misión 1 salió bien. Luego Dee envió a Ada, Bo y Cleo, y hubo un Fallo. Solo un espía puede jugarlo. Dee y tú no fuisteis, así que no sois vosotros.',
      main: 'Siguiente',
    },
    {
      title: 'Ahora eres líder: elige dos',
      text: 'Empieza por ti: tu carta es la única que conoces. ¿Quién más no estuvo en el equipo que falló?',
      main: 'Proponer este equipo',
    },
    {
      title: 'Lee los votos',
      text: 'Dee y tú lo lograsteis. Mira quién votó en contra: Bo y Cleo. A los espías no les gustan los equipos sin espías.',
      main: 'Siguiente',
    },
    {
      title: 'Gana la resistencia',
      text: 'Con Ada y Dee habéis logrado la tercera. Bo y Cleo eran los espías. La gente también hablará y mentirá, pero los equipos y los votos son hechos.',
      main: 'Jugar una partida de verdad',
    },
  ],
  doubt: '{name} estuvo en el equipo que falló. ¿Elegir a {name} de todos modos?',
  outvoted:
    'Los demás recordaron que {name} estuvo en el equipo que falló y rechazaron el tuyo. Ada os envió a Dee y a ti, y salió bien. Mira quién votó en contra: Bo y Cleo.',
};

export default words;
