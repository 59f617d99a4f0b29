/** The words of the lessons beyond the first game, in French. */
import type { Lessons } from './lessons-en';

const lessons: Lessons = {
  merlin: {
    steps: [
      {
        title: 'Tu es Merlin',
        text: 'Tu vois qui est du mal : Bo et Cleo. Personne d’autre dans ton camp ne le sait. Trois quêtes doivent réussir, et le mal ne doit pas te trouver.',
        main: 'Compris',
      },
      {
        title: 'Sache-le, mais ne le montre pas',
        text: 'Bo voulait partir avec toi. Ada, Dee et toi avez rejeté. C’est sans danger : personne ne croit une première équipe. Rejeter toujours le mal te trahirait.',
        main: 'Suivant',
      },
      {
        title: 'Tu mènes : qui part avec toi ?',
        text: 'La quête 2 a échoué avec Ada, Dee et Cleo. Toi, tu sais qui c’était ; pas les autres. Choisis quelqu’un pour une équipe de deux.',
        main: 'Proposer cette équipe',
        doubt: 'Ta carte dit que {name} est du mal. Choisir {name} quand même ?',
      },
      {
        title: 'Le bien en a trois. Pas encore gagné.',
        text: 'La table a envoyé Dee avec toi, puis Ada aussi. Maintenant Bo, l’Assassin, peut désigner Merlin. S’il a raison, le mal gagne.',
        main: 'Suivant',
      },
      {
        title: 'Bo désigne Ada : raté',
        text: 'Le bien gagne, car tu as voté comme tout le monde. En Merlin, aide juste assez ; en Assassin, regarde qui ne s’est jamais trompé.',
        main: 'Terminé',
      },
    ],
  },
  percival: {
    steps: [
      {
        title: 'Tu es Perceval',
        text: 'Ta carte montre deux joueurs : l’un est Merlin, l’autre Morgane, qui est du mal. Elle ne dit pas qui est qui.',
        main: 'Compris',
      },
      {
        title: 'L’un des deux est Merlin',
        text: 'Ada ou Cleo. Merlin sait qui est du mal et pas toi : regarde qui semble savoir.',
        main: 'Suivant',
      },
      {
        title: 'Lis les votes',
        text: 'Bo est parti avec Cleo, et ce fut un échec. Regarde qui a voté contre cette équipe : Ada seule. Merlin voyait qu’ils étaient du mal.',
        main: 'Suivant',
      },
      {
        title: 'Qui est Merlin ?',
        text: 'Décide pour toi, et ne le dis pas tout haut : l’Assassin écoute aussi.',
        main: 'Cette personne',
        doubt: '{name} était de la quête qui a échoué, et Ada a voté contre. Choisir {name} quand même ?',
      },
      {
        title: 'L’Assassin t’a désigné',
        text: 'Ada était Merlin. Tu as fait comme si tu savais, Bo t’a désigné, et le bien gagne. Perceval est là pour ça.',
        main: 'Terminé',
      },
    ],
  },
  mordred: {
    steps: [
      {
        title: 'Merlin ne voit pas Mordred',
        text: 'Tu es Merlin, et ta carte ne montre que Bo. Deux des cinq sont du mal : l’un t’est caché, c’est Mordred.',
        main: 'Compris',
      },
      {
        title: 'L’un de ces trois est Mordred',
        text: 'Ada, Cleo ou Dee. Sur eux, tu n’en sais pas plus que les autres : sers-toi des quêtes.',
        main: 'Suivant',
      },
      {
        title: 'Une quête sans Bo a échoué',
        text: 'Tu es parti avec Ada et Dee, et une carte disait Échec. Ce n’était pas la tienne, et Bo est resté.',
        main: 'Suivant',
      },
      {
        title: 'Qui emmener sans risque ?',
        text: 'Choisis la seule personne qui ne peut plus être du mal.',
        main: 'Cette personne',
        doubt:
          '{name} peut être du mal : Bo est sur ta carte, et Ada ou Dee a fait échouer. Choisir {name} quand même ?',
      },
      {
        title: 'Ada ou Dee est Mordred',
        text: 'Donc Cleo est du bien. Avec Mordred, Merlin doit réfléchir autant que voir, et on le repère moins bien.',
        main: 'Terminé',
      },
    ],
  },
  oberon: {
    steps: [
      {
        title: 'Tu es l’Assassin, et tout seul',
        text: 'Il y a un autre joueur du mal, mais c’est Obéron : il ne te connaît pas, et tu ne le connais pas. Seul Merlin vous voit.',
        main: 'Compris',
      },
      {
        title: 'L’un de ces quatre est Obéron',
        text: 'Ne combats pas ton propre camp sans le vouloir. Guette un Échec qui n’est pas le tien.',
        main: 'Suivant',
      },
      {
        title: 'Quelqu’un a échoué pour toi',
        text: 'Tu es resté, et une carte disait Échec. Obéron est Ada, Cleo ou Dee. Ensuite Cleo et Dee ont réussi sans Ada.',
        main: 'Suivant',
      },
      {
        title: 'Désigne Merlin',
        text: 'Le bien a trois quêtes. Qui a voté contre l’équipe qui a échoué, avant que quiconque puisse savoir ?',
        main: 'Désigner',
        doubt:
          'Seul Bo a voté contre cette équipe. On peut aussi désigner Obéron, et c’est toujours faux. Désigner {name} quand même ?',
      },
      {
        title: 'Bo était Merlin',
        text: 'Le mal gagne. Obéron complique la vie du mal : personne ne peut s’entendre avec lui.',
        main: 'Terminé',
      },
    ],
  },
  lady: {
    steps: [
      {
        title: 'Tu as la Dame',
        text: 'Tout le monde le voit. Après la deuxième, la troisième et la quatrième quête, qui l’a regarde un joueur : bien ou mal, jamais le personnage.',
        main: 'Suivant',
      },
      {
        title: 'Qui vas-tu regarder ?',
        text: 'La quête 2 a échoué avec Bo, Cleo et Eli. Regarde l’un des trois : c’est ce qui t’apprendra le plus.',
        main: 'Regarder',
      },
      {
        title: 'Toi seul le sais',
        text: 'Ce que tu as vu de {name} reste sur ta carte désormais.',
        main: 'Compris',
      },
      {
        title: 'La Dame change de mains',
        text: '{name} l’a maintenant. Dis ce que tu as vu, garde-le pour toi ou mens : personne ne peut le prouver. Qui a utilisé la Dame ne peut pas être regardé.',
        main: 'Terminé',
      },
    ],
  },
  plot: {
    steps: [
      {
        title: 'Le chef pioche',
        text: 'Chaque manche commence par des cartes complot. Cleo, qui mène, les donne toutes et n’en garde aucune. Tout le monde les voit.',
        main: 'Suivant',
      },
      {
        title: 'Tu reçois Défiance',
        text: 'Tu la gardes jusqu’à son usage, une seule fois : elle renvoie une équipe qui vient d’être approuvée.',
        main: 'Compris',
      },
      {
        title: 'C’est le moment',
        text: 'Bo et Cleo ont été approuvés, 3 à 2. On te demande avant leur départ. Attendre garde la carte ; l’utiliser compte comme un refus.',
        main: 'L’utiliser',
      },
      {
        title: 'L’équipe reste',
        text: 'Cela compte comme un refus, et Dee mène. D’autres cartes agissent aussitôt ou restent toute la partie : les neuf sont dans le livre des règles.',
        main: 'Terminé',
      },
    ],
  },
};

export default lessons;
