/** Public events as sentences: lines between what people say, and the one line a screen reader speaks. */
export type ToldLine = { move: number; teams: number; said: string };

export class Told {
  lines = $state.raw<readonly ToldLine[]>([]);
  latest = $state('');

  /** What has just become visible. `move`: after how many moves it happened; `teams`: how many had been proposed. */
  add(sentences: readonly string[], move: number, teams = 0): void {
    const said = sentences.filter(Boolean);
    if (said.length === 0) return;
    this.latest = said.join(' ');
    this.lines = [...this.lines, ...said.map((each) => ({ move, teams, said: each }))];
  }

  /** The story up to here, told by the server: what is known beyond it stays. */
  retell(story: readonly ToldLine[]): void {
    const end = story.at(-1)?.move ?? -1;
    this.lines = [...story, ...this.lines.filter((line) => line.move > end)];
  }
}
