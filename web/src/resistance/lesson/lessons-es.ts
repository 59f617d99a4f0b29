/** The words of the lessons beyond the first game, in Spanish. */
import type { Lessons } from './lessons-en';

const lessons: Lessons = {
  merlin: {
    steps: [
      {
        title: 'Eres Merlín',
        text: 'Ves quiénes son los malvados: Bo y Cleo. Nadie más de tu bando lo sabe. Tres gestas deben tener éxito, y los malvados no deben encontrarte.',
        main: 'Entendido',
      },
      {
        title: 'Lo sabes, pero que no se note',
        text: 'Bo quería ir contigo. Ada, Dee y tú lo rechazasteis. No es peligroso: nadie se fía de un primer equipo. Rechazar siempre a los malvados te delataría.',
        main: 'Siguiente',
      },
      {
        title: 'Lideras: ¿quién va contigo?',
        text: 'La gesta 2 fracasó con Ada, Dee y Cleo. Tú sabes quién fue; los demás, no. Elige a alguien para un equipo de dos.',
        main: 'Proponer este equipo',
        doubt: 'Tu carta dice que {name} es de los malvados. ¿Eliges a {name} igualmente?',
      },
      {
        title: 'Los buenos llevan tres. Aún no han ganado.',
        text: 'La mesa envió a Dee contigo, y después también a Ada. Ahora Bo, el Asesino, puede nombrar a Merlín. Si acierta, ganan los malvados.',
        main: 'Siguiente',
      },
      {
        title: 'Bo nombra a Ada: se equivoca',
        text: 'Ganan los buenos, porque votaste como los demás. Si eres Merlín, ayuda lo justo; si eres el Asesino, fíjate en quién no se equivocó nunca.',
        main: 'Listo',
      },
    ],
  },
  percival: {
    steps: [
      {
        title: 'Eres Perceval',
        text: 'Tu carta muestra a dos personas: una es Merlín; la otra, Morgana, que es de los malvados. No dice cuál es cuál.',
        main: 'Entendido',
      },
      {
        title: 'Una de las dos es Merlín',
        text: 'Ada o Cleo. Merlín sabe quiénes son los malvados y tú no: fíjate en quién parece saberlo.',
        main: 'Siguiente',
      },
      {
        title: 'Lee los votos',
        text: 'Bo fue con Cleo, y la gesta fracasó. Mira quién votó en contra de ese equipo: solo Ada. Merlín vio que eran de los malvados.',
        main: 'Siguiente',
      },
      {
        title: '¿Quién es Merlín?',
        text: 'Decídelo para ti y no lo digas en voz alta: el Asesino también escucha.',
        main: 'Esa persona',
        doubt: '{name} fue a la gesta que fracasó, y Ada votó en contra. ¿Eliges a {name} igualmente?',
      },
      {
        title: 'El Asesino te nombró a ti',
        text: 'Ada era Merlín. Actuaste como si lo supieras, Bo te nombró y ganan los buenos. Para eso está Perceval.',
        main: 'Listo',
      },
    ],
  },
  mordred: {
    steps: [
      {
        title: 'Merlín no ve a Mordred',
        text: 'Eres Merlín, y tu carta solo muestra a Bo. Dos de los cinco son malvados: a uno no lo ves. Es Mordred.',
        main: 'Entendido',
      },
      {
        title: 'Uno de estos tres es Mordred',
        text: 'Ada, Cleo o Dee. De ellos sabes lo mismo que los demás: usa las gestas.',
        main: 'Siguiente',
      },
      {
        title: 'Fracasó una gesta sin Bo',
        text: 'Fuiste con Ada y Dee, y una carta decía Fallo. No era la tuya, y Bo se quedó fuera.',
        main: 'Siguiente',
      },
      {
        title: '¿A quién puedes llevar?',
        text: 'Elige a la única persona que ya no puede ser de los malvados.',
        main: 'Esa persona',
        doubt:
          '{name} puede ser de los malvados: Bo está en tu carta, y Ada o Dee jugó Fallo. ¿Eliges a {name} igualmente?',
      },
      {
        title: 'Ada o Dee es Mordred',
        text: 'Así que Cleo es de los buenos. Con Mordred, Merlín no solo ve: también tiene que pensar, y cuesta más descubrirlo.',
        main: 'Listo',
      },
    ],
  },
  oberon: {
    steps: [
      {
        title: 'Eres el Asesino, y vas por libre',
        text: 'Hay otro malvado, pero es Oberón: no te conoce, y tú no lo conoces. Solo Merlín os ve a los dos.',
        main: 'Entendido',
      },
      {
        title: 'Uno de estos cuatro es Oberón',
        text: 'No luches contra tu propio bando sin querer. Espera un Fallo que no sea tuyo.',
        main: 'Siguiente',
      },
      {
        title: 'Alguien jugó Fallo por ti',
        text: 'Te quedaste fuera, y una carta decía Fallo. Oberón es Ada, Cleo o Dee. Después, Cleo y Dee tuvieron éxito sin Ada.',
        main: 'Siguiente',
      },
      {
        title: 'Nombra a Merlín',
        text: 'Los buenos llevan tres gestas. ¿Quién votó en contra del equipo que fracasó, antes de que nadie pudiera saberlo?',
        main: 'Nombrar',
        doubt:
          'Solo Bo votó en contra de ese equipo. También se puede nombrar a Oberón, y siempre es un error. ¿Nombras a {name} igualmente?',
      },
      {
        title: 'Bo era Merlín',
        text: 'Ganan los malvados. Oberón se lo pone más difícil a los suyos: nadie puede ponerse de acuerdo con él.',
        main: 'Listo',
      },
    ],
  },
  lady: {
    steps: [
      {
        title: 'Tienes la Dama',
        text: 'Todo el mundo lo ve. Tras la segunda, la tercera y la cuarta gesta, quien la tiene mira a una persona: bien o mal, nunca el personaje.',
        main: 'Siguiente',
      },
      {
        title: '¿Qué lealtad vas a mirar?',
        text: 'La gesta 2 fracasó con Bo, Cleo y Eli. Mira a uno de los tres: es lo que más te dirá.',
        main: 'Mirar',
      },
      {
        title: 'Solo lo sabes tú',
        text: 'Lo que has visto de {name} queda en tu carta desde ahora.',
        main: 'Entendido',
      },
      {
        title: 'La Dama cambia de manos',
        text: 'Ahora la tiene {name}. Cuenta lo que viste, guárdatelo o miente: nadie puede demostrarlo. A quien ha usado la Dama no se le puede mirar.',
        main: 'Listo',
      },
    ],
  },
  plot: {
    steps: [
      {
        title: 'El líder roba cartas',
        text: 'Cada ronda empieza con cartas de trama. Cleo, que lidera, las da todas y no se queda ninguna. Todo el mundo las ve.',
        main: 'Siguiente',
      },
      {
        title: 'Recibes Sin confianza',
        text: 'La guardas hasta usarla, una vez: manda a casa a un equipo recién aprobado.',
        main: 'Entendido',
      },
      {
        title: 'Es el momento',
        text: 'Se aprobó a Bo y Cleo, 3 a 2. Se te pregunta antes de que salgan. Si esperas, guardas la carta; usarla cuenta como un rechazo.',
        main: 'Usarla',
      },
      {
        title: 'El equipo se queda en casa',
        text: 'Cuenta como rechazado, y lidera Dee. Otras cartas actúan al momento o duran toda la partida: las nueve están en el reglamento.',
        main: 'Listo',
      },
    ],
  },
};

export default lessons;
