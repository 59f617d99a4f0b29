/** The words of the first game, in French. */
import type { Words } from './coach-en';

const words: Words = {
  title: 'Première partie',
  went: 'y était',
  stayed: "n'y était pas",
  wentThen: 'mission {n}',
  more: 'Encore 1 à choisir',
  choose: 'Choisis quelqu’un',
  anyway: 'Choisir {name} quand même',
  loyal:
    'Tu es loyal : tu ne peux jouer que Succès. Tout le monde voit les deux cartes, pour qu’aucun écran ne trahisse un camp.',
  steps: [
    {
      title: "Quelqu'un ment ici",
      text: 'Vous êtes cinq. Trois sont avec la Résistance, deux sont des espions. Les espions se connaissent ; les autres ne savent rien.',
      main: 'Suivant',
    },
    {
      title: 'Voici ta carte',
      text: "Elle dit dans quel camp tu es. Personne d'autre ne la voit. Ton camp doit réussir trois missions.",
      main: 'Compris',
    },
    {
      title: 'Le chef choisit une équipe',
      text: 'Cleo est chef et veut partir avec toi en mission 1. Le joueur suivant choisira la prochaine équipe.',
      main: 'Suivant',
    },
    {
      title: 'Tout le monde vote',
      text: 'Cette équipe te plaît ? Les votes se dévoilent ensemble. Il faut trois voix sur cinq ; cinq rejets de suite et les espions gagnent.',
      main: 'Approuver',
    },
    {
      title: 'Tu pars en mission',
      text: 'Approuvée, {yes} contre {no}. Chacun joue une carte en secret : maintiens la tienne une seconde. Un seul Échec fait échouer la mission.',
      main: 'Succès',
    },
    {
      title: 'Au moins un de ces trois est un espion',
      text: "La mission 1 a réussi. Puis Dee a envoyé Ada, Bo et Cleo, et une carte disait Échec. Seul un espion peut la jouer. Dee et toi n'y étiez pas : ce n'est pas vous.",
      main: 'Suivant',
    },
    {
      title: 'Te voilà chef : choisis deux joueurs',
      text: "Commence par toi : ta carte est la seule que tu connais. Qui d'autre n'était pas dans l'équipe qui a échoué ?",
      main: 'Proposer cette équipe',
    },
    {
      title: 'Lis les votes',
      text: "Dee et toi avez réussi. Regarde qui a voté contre : Bo et Cleo. Les espions n'aiment pas les équipes sans espion.",
      main: 'Suivant',
    },
    {
      title: 'La résistance gagne',
      text: 'Avec Ada et Dee, vous réussissez la troisième. Bo et Cleo étaient les espions. Les gens parlent et mentent aussi, mais équipes et votes sont des faits.',
      main: 'Jouer une vraie partie',
    },
  ],
  doubt: "{name} était dans l'équipe qui a échoué. Choisir {name} quand même ?",
  outvoted:
    "Les autres se sont souvenus que {name} était dans l'équipe qui a échoué et ont rejeté la tienne. Ada vous a envoyés, Dee et toi : réussi. Regarde qui a voté contre : Bo et Cleo.",
};

export default words;
