/** Public events as sentences: lines between what people say, and the one line a screen reader speaks. */
const LONGEST = 200;

export class Told {
  lines = $state.raw<{ at: number; teams: number; said: string }[]>([]);
  latest = $state('');

  /** `teams`: how many had been proposed when this happened. */
  add(sentences: readonly string[], at: number, teams = 0): void {
    const said = sentences.filter(Boolean);
    if (said.length === 0) return;
    this.latest = said.join(' ');
    this.lines = [...this.lines, ...said.map((each) => ({ at, teams, said: each }))].slice(-LONGEST);
  }
}
