/** RESIST!: what the shared screens are given. */
import { defineGame } from '../table/game';
import Daily from './Daily.svelte';
import type { Maquis } from './messages';
import './theme.css';

export default defineGame<Maquis>({
  rulesets: { maquis: { theme: 'maquis', mode: 'light', bar: { dark: '#1d1b18', light: '#1d1b18' } } },
  posters: [
    {
      ruleset: 'maquis',
      rank: 3,
      href: '/solo',
      note: 'game.alone',
      title: "font-family:'Staatliches';font-weight:400",
      ground: 'background:#a82b17;color:#fff6e6',
    },
  ],
  Home: Daily,
  pages: { solo: () => import('./Start.svelte'), 'lesson-resist': () => import('./lesson/Lesson.svelte') },
  lessons: [{ name: 'resist', href: '/lesson-resist', title: 'lesson.resist' }],
  keys: ['solo.keys'],
  Picture: () => import('./Picture.svelte'),
  puzzle: () => import('./puzzle/kit').then((module) => module.default),
  Table: () => import('./Table.svelte'),
  Replay: () => import('./Replay.svelte'),
});
