/** Public events as sentences: lines between what people say, and the one line a screen reader speaks. */
import { t } from '../i18n/words.svelte';
import type { Departure } from '../net/schema';
import { calledName } from './people';

/** `at`: when it was said, for what the game itself does not tell. */
export type StoryLine = { move: number; teams: number; said: string; at?: number };

/** What was said after a move stands below what the move led to. */
const after = ({ move, at }: { move: number; at?: number }) => (at === undefined ? move : move + 0.5);
export const inOrder = (a: { move: number; at?: number }, b: { move: number; at?: number }) =>
  after(a) - after(b) || (a.at ?? 0) - (b.at ?? 0);

export class Story {
  latest = $state('');

  private played = $state.raw<readonly StoryLine[]>([]);
  private gone = $state.raw<readonly StoryLine[]>([]);
  private isFirst = true;

  get lines(): readonly StoryLine[] {
    return [...this.played, ...this.gone].sort(inOrder);
  }

  /** What has just become visible. `move`: after how many moves it happened; `teams`: how many had been proposed. */
  add(sentences: readonly string[], move: number, teams = 0): void {
    const said = sentences.filter(Boolean);
    if (said.length === 0) return;
    this.latest = said.join(' ');
    this.played = [...this.played, ...said.map((each) => ({ move, teams, said: each }))];
  }

  /** The story up to here, as the server sends it: what is known beyond it stays. */
  retell(story: readonly StoryLine[]): void {
    const end = story.at(-1)?.move ?? -1;
    this.played = [...story, ...this.played.filter((line) => line.move > end)];
  }

  /** Who has left during the game, as the server keeps it. A reader hears of those who leave from now on. */
  follow(departures: readonly Departure[]): void {
    const before = this.gone.length;
    this.gone = departures.map(({ seat, name, move, teams, at }) => ({
      ...{ move, teams, at },
      said: t('story.left', { name: calledName(name, seat) }),
    }));
    if (!this.isFirst && this.gone.length > before) this.latest = this.gone.at(-1)!.said;
    this.isFirst = false;
  }
}
