/** The words of a first round of RESIST!, in French. They are loaded with it. */
import type { Words } from './words-en';

const words: Words = {
  steps: [
    {
      title: 'Quatre missions, toutes gardées',
      text: "Le nombre à gauche est la force qu'il faut, l'étoile les points. Dessous, des ennemis face cachée. À 15 points, c'est la victoire.",
      main: 'Suivant',
    },
    {
      title: 'Chaque maquisard a deux faces',
      text: 'Joué à couvert, à gauche, il revient dans ta pioche. Joué à découvert, il frappe plus fort ou fait davantage, puis part pour de bon. Les espions ne font que remplir ta main.',
      main: 'Suivant',
    },
    {
      title: 'Plan : joue Sagrario à couvert',
      text: "Elle a 2 de force des deux côtés, et aucune action n'est possible maintenant. À couvert, tu la gardes.",
      main: 'Joue-la à couvert',
      doubt: 'À découvert, elle partirait pour de bon sans frapper plus fort. Joue-la à couvert.',
    },
    {
      title: 'Quelle mission ?',
      text: 'Tu as 2 et encore deux maquisards. Choisis la mission qui demande le moins.',
      main: 'Choisis une mission',
      doubt: "{name} demande plus que ce dont tu peux être sûr. Une autre n'en demande que 3.",
    },
    {
      title: 'Les ennemis sont retournés',
      text: 'Mission 3, chef des espions 3, opérateur radio 2, troufion 1 : 9 en tout. Tu as 2. Roberto à découvert apporte 4.',
      main: 'Joue-le à découvert',
      doubt:
        'À couvert, Roberto apporte 2, et un ennemi resterait pour riposter. Cette fois, il vaut la peine de le perdre.',
    },
    {
      title: 'Une action plutôt que la force',
      text: "Tu as 6 et il faut 9. Adolfo à couvert n'apporte rien, mais il défausse un ennemi.",
      main: 'Joue-le à couvert',
      doubt: 'À découvert, Adolfo apporte 3 et part pour de bon. À couvert, il écarte un ennemi et revient.',
    },
    {
      title: 'Quel ennemi défausser ?',
      text: 'Celui qui te coûte le plus. Un chef des espions encore debout mettrait un espion dans ta pioche.',
      main: 'Choisis un ennemi',
      doubt: 'Il faudrait alors 7 ou 8, et tu as 6. Quel ennemi vaut 3 ?',
    },
    {
      title: 'Dépense ta force',
      text: "Tu as 6 : la mission demande 3, le troufion 1, l'opérateur radio 2. La mission d'abord : c'est elle qui rapporte.",
      main: 'Choisis une cible',
      doubt: 'Le troufion doit tomber avant les autres ennemis, mais pas avant la mission. Commence par la mission.',
    },
    {
      title: 'Suites : il ne reste personne',
      text: "Le troufion et l'opérateur radio sont tombés aussi. Les ennemis restants frapperaient maintenant. Une mission attaquée mais pas accomplie échoue ; au second échec, tu perds.",
      main: 'Suivant',
    },
    {
      title: 'Nouvelle main, nouvelle manche',
      text: "Sagrario et Adolfo attendent dans ta défausse. Roberto est parti. Tu as 1 point : après chaque manche, tu peux t'arrêter ou continuer.",
      main: 'Jouer pour de vrai',
    },
  ],
};

export default words;
