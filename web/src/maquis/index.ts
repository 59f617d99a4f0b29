/** RESIST!: what the shared screens are given. */
import { withWords } from '../i18n/words.svelte';
import { defineGame } from '../table/game';
import Daily from './Daily.svelte';
import type { Maquis } from './messages';
import './theme.css';
import type { Words } from './words/play-en';

const WORDS = import.meta.glob<Words>('./words/play-*.ts', { import: 'default' });
const spoken = <Screen>(load: () => Promise<Screen>) => withWords(WORDS, load);

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
  pages: {
    solo: spoken(() => import('./Start.svelte')),
    'lesson-resist': spoken(() => import('./lesson/Lesson.svelte')),
  },
  lessons: [{ name: 'resist', href: '/lesson-resist', title: 'lesson.resist' }],
  keys: ['solo.keys'],
  Picture: spoken(() => import('./Picture.svelte')),
  puzzle: spoken(() => import('./puzzle/kit').then((module) => module.default)),
  Table: spoken(() => import('./Table.svelte')),
  Replay: spoken(() => import('./Replay.svelte')),
});
