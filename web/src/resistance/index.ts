/** The Resistance and its kin: what the shared screens are given. */
import { defineGame, type Poster } from '../table/game';
import { HOUSE } from '../ui/theme.svelte';
import { STEPS } from './lesson/progress';
import type { Resistance } from './messages';
import Recent from './Recent.svelte';
import './theme.css';
import { REVEAL_TIME } from './times';

const AVALON = {
  theme: 'avalon',
  mode: 'dark',
  bar: { dark: '#1a110b', light: '#f3e8ce' },
  shields: true,
} as const;

declare module '../ui/settings.svelte' {
  interface Settings {
    /** Rejecting a team that the player is on has to be confirmed. */
    guardOwnTeam?: boolean;
  }
}

const LESSONS = ['merlin', 'percival', 'mordred', 'oberon', 'lady', 'plot'] as const;

const poster = (ruleset: string, rank: number, title: string, ground = ''): Poster => ({
  ...{ ruleset, rank, title, ground },
  href: `/new/${ruleset}`,
  note: 'game.players',
});

export default defineGame<Resistance>({
  rulesets: { classic: HOUSE, avalon: AVALON, changelings: HOUSE, cards: HOUSE },
  first: 'avalon',
  posters: [
    poster('classic', 1, "font-family:'Big Shoulders Stencil'"),
    poster('avalon', 2, "font-family:'Grenze Gotisch'", 'background:#1a110b'),
    poster(
      'changelings',
      4,
      "font:800 .82em/1.15 'Atkinson Hyperlegible Next';letter-spacing:-.02em",
      'background:#14302a',
    ),
  ],
  links: [
    { href: '/pass-round', title: 'home.pass', what: 'home.pass.what' },
    { href: '/scribe', title: 'home.scribe', what: 'home.scribe.what' },
  ],
  Recent,
  pages: {
    scribe: () => import('./scribe/Scribe.svelte'),
    'pass-round': () => import('./PassRound.svelte'),
    'your-games': () => import('./YourGames.svelte'),
    'first-game': () => import('./lesson/FirstGame.svelte'),
    ...Object.fromEntries(LESSONS.map((name) => [`lesson-${name}`, () => import('./lesson/Lesson.svelte')])),
  },
  firstGame: { href: '/first-game', steps: STEPS },
  lessons: LESSONS.map((name) => ({ name, href: `/lesson-${name}`, title: `lesson.${name}` as const })),
  results: '/your-games',
  lesson: ['learn.1', 'learn.2', 'learn.3', 'learn.4', 'learn.5', 'learn.6', 'learn.7'],
  keys: ['keys.seats', 'keys.vote', 'keys.enter', 'keys.role', 'keys.history', 'keys.talk', 'keys.walk', 'keys.help'],
  switches: [{ name: 'guardOwnTeam', label: 'set.guard' }],
  reveals: REVEAL_TIME,
  Picture: () => import('./Picture.svelte'),
  setup: () => import('./setup').then((module) => module.default),
  puzzle: () => import('./puzzle/kit').then((module) => module.default),
  Table: () => import('./Table.svelte'),
  Board: () => import('./Board.svelte'),
  Replay: () => import('./Replay.svelte'),
});
