/** The words of the lessons beyond the first game, in French. */
import type { Lessons } from './lessons-en';

const lessons: Lessons = {
  merlin: {
    steps: [
      {
        title: 'Tu es Merlin',
        text: 'Tu vois qui sert le mal : Bo et Cleo. Personne d’autre dans ton camp ne le sait. Trois quêtes doivent réussir, et le mal ne doit pas te trouver.',
        main: 'Compris',
      },
      {
        title: 'Tu le sais, mais ne le montre pas',
        text: 'Bo voulait partir avec toi. Ada, Dee et toi avez rejeté l’équipe. C’est sans danger : personne ne se fie à une première équipe. Rejeter toujours le mal te trahirait.',
        main: 'Suivant',
      },
      {
        title: 'Tu es chef : qui part avec toi ?',
        text: 'La quête 2 a échoué avec Ada, Dee et Cleo. Toi, tu sais qui c’était ; pas les autres. Choisis quelqu’un pour une équipe de deux.',
        main: 'Proposer cette équipe',
        doubt: 'Ta carte dit que {name} sert le mal. Choisir {name} quand même ?',
      },
      {
        title: 'Trois quêtes pour le bien. Rien n’est gagné.',
        text: 'La table a envoyé Dee avec toi, puis Ada aussi. Maintenant Bo, l’Assassin, peut désigner Merlin. S’il a raison, le mal gagne.',
        main: 'Suivant',
      },
      {
        title: 'Bo désigne Ada : raté',
        text: 'Le bien gagne, car tu as voté comme tout le monde. Si tu es Merlin, aide juste assez ; si tu es l’Assassin, repère qui ne s’est jamais trompé.',
        main: 'Terminé',
      },
    ],
  },
  percival: {
    steps: [
      {
        title: 'Tu es Perceval',
        text: 'Ta carte montre deux joueurs : l’un est Merlin, l’autre Morgane, qui sert le mal. Elle ne dit pas qui est qui.',
        main: 'Compris',
      },
      {
        title: 'L’un des deux est Merlin',
        text: 'Ada ou Cleo. Merlin sait qui sert le mal et pas toi : regarde qui semble savoir.',
        main: 'Suivant',
      },
      {
        title: 'Lis les votes',
        text: 'Bo est parti avec Cleo, et la quête a échoué. Regarde qui a voté contre cette équipe : Ada seule. Merlin voyait qu’ils servaient le mal.',
        main: 'Suivant',
      },
      {
        title: 'Qui est Merlin ?',
        text: 'Décide pour toi, et ne le dis pas tout haut : l’Assassin écoute aussi.',
        main: 'Cette personne',
        doubt: '{name} était de la quête qui a échoué, et Ada a voté contre. Choisir {name} quand même ?',
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
        text: 'Tu es Merlin, et ta carte ne montre que Bo. Deux des cinq servent le mal : l’un t’est caché, c’est Mordred.',
        main: 'Compris',
      },
      {
        title: 'L’un de ces trois est Mordred',
        text: 'Ada, Cleo ou Dee. Sur eux, tu n’en sais pas plus que les autres : sers-toi des quêtes.',
        main: 'Suivant',
      },
      {
        title: 'Une quête sans Bo a échoué',
        text: 'Tu es parti avec Ada et Dee, et une carte disait Échec. Ce n’était pas la tienne, et Bo n’y était pas.',
        main: 'Suivant',
      },
      {
        title: 'Qui emmener sans risque ?',
        text: 'Choisis la seule personne qui ne peut plus servir le mal.',
        main: 'Cette personne',
        doubt:
          '{name} peut servir le mal : Bo est sur ta carte, et Ada ou Dee a joué Échec. Choisir {name} quand même ?',
      },
      {
        title: 'Ada ou Dee est Mordred',
        text: 'Donc Cleo sert le bien. Avec Mordred, Merlin doit réfléchir autant que voir, et on le repère moins bien.',
        main: 'Terminé',
      },
    ],
  },
  oberon: {
    steps: [
      {
        title: 'Tu es l’Assassin, et tu joues seul',
        text: 'Il y a un autre joueur du mal, mais c’est Obéron : il ne te connaît pas, et tu ne le connais pas. Seul Merlin vous voit.',
        main: 'Compris',
      },
      {
        title: 'L’un de ces quatre est Obéron',
        text: 'Ne combats pas ton propre camp sans le vouloir. Guette un Échec qui n’est pas le tien.',
        main: 'Suivant',
      },
      {
        title: 'Quelqu’un a joué Échec pour toi',
        text: 'Tu n’y étais pas, et une carte disait Échec. Obéron est Ada, Cleo ou Dee. Ensuite Cleo et Dee ont réussi sans Ada.',
        main: 'Suivant',
      },
      {
        title: 'Désigne Merlin',
        text: 'Le bien a trois quêtes. Qui a voté contre l’équipe qui a échoué, avant que quiconque puisse savoir ?',
        main: 'Désigner',
        doubt:
          'Seul Bo a voté contre cette équipe. On peut aussi désigner Obéron, et c’est toujours faux. Désigner {name} quand même ?',
      },
      {
        title: 'Bo était Merlin',
        text: 'Le mal gagne. Obéron complique la vie du mal : personne ne peut s’entendre avec lui.',
        main: 'Terminé',
      },
    ],
  },
  lady: {
    steps: [
      {
        title: 'Tu as la Dame',
        text: 'Tout le monde le voit. Après la deuxième, la troisième et la quatrième quête, celui qui l’a regarde la loyauté d’un joueur : bien ou mal, jamais le personnage.',
        main: 'Suivant',
      },
      {
        title: 'Qui vas-tu regarder ?',
        text: 'La quête 2 a échoué avec Bo, Cleo et Eli. Regarde l’un des trois : c’est ce qui t’apprendra le plus.',
        main: 'Regarder',
      },
      {
        title: 'Personne d’autre ne le sait',
        text: 'Ce que tu as vu de {name} reste sur ta carte désormais.',
        main: 'Compris',
      },
      {
        title: 'La Dame change de mains',
        text: '{name} l’a maintenant. Dis ce que tu as vu, garde-le pour toi ou mens : personne ne peut le prouver. On ne regarde pas un joueur qui a déjà eu la Dame.',
        main: 'Terminé',
      },
    ],
  },
  plot: {
    steps: [
      {
        title: 'Le chef pioche',
        text: 'Chaque manche commence par des cartes complot. Cleo, qui est chef, les donne toutes et n’en garde aucune. Tout le monde les voit.',
        main: 'Suivant',
      },
      {
        title: 'Tu reçois Défiance',
        text: 'Tu la gardes jusqu’à son usage, une seule fois : elle renvoie une équipe qui vient d’être approuvée.',
        main: 'Compris',
      },
      {
        title: 'C’est le moment',
        text: 'Bo et Cleo ont été approuvés, 3 à 2. On te demande avant leur départ. Attendre garde la carte ; l’utiliser compte comme un rejet.',
        main: 'L’utiliser',
      },
      {
        title: 'L’équipe reste',
        text: 'Cela compte comme un rejet, et Dee devient chef. D’autres cartes agissent aussitôt ou restent toute la partie : les neuf sont dans le livret de règles.',
        main: 'Terminé',
      },
    ],
  },
};

export default lessons;
