/** What the server tells of a running game beside its view: possible evil sides, and the table at earlier teams. */
import { ownGet, quietly } from '../net/api';
import type { ChatLine, Deduction, Replay } from '../net/schema';
import { whole, type Step } from '../table/replay.svelte';
import type { Resistance } from './messages';
import type { View } from './schema';

/** Evil sides as lists of seats; none where they are not known yet. */
export type Sides = readonly (readonly number[])[];

export class Known {
  /** What the public facts still allow; null until the server has told. */
  deduction = $state.raw<Deduction | null>(null);
  private views = $state.raw<readonly View[]>([]);
  private facts = '';
  private teams = 0;

  constructor(private readonly table: string) {}

  get sides(): Sides {
    return this.deduction?.sides ?? [];
  }

  /** Asks again when a card has been turned or something was claimed since. */
  follow({ missions, face_up, phase }: View, chat: readonly ChatLine[]): void {
    const said = chat.findLast((line) => line.claim)?.at;
    const facts = JSON.stringify([missions, face_up, phase === 'over', said]);
    if (facts === this.facts) return;
    this.facts = facts;
    quietly(this.get<Deduction>('deduction'), (found) => {
      if (facts === this.facts) this.deduction = found;
    });
  }

  /** The table as it stood when a team was proposed, with what became of the ballots; as it is now until that is known. */
  at(live: View, team: number): View {
    const then = this.views.findLast(({ proposals }) => proposals.length === team + 1 && isOpen(proposals[team]));
    const proposals = live.proposals.slice(0, team + 1);
    return { ...(then ?? live), proposals, phase: 'vote', waiting: [] };
  }

  /** Fetches the story so far, to be told again after a reload. */
  recall(tell: (story: readonly Step<Resistance>[]) => void): void {
    quietly(this.get<Replay>('history'), ({ steps }) => tell(whole<Resistance>(steps)));
  }

  /** Fetches the story so far, if teams have been proposed since it was last fetched. */
  lookBack({ proposals }: View): void {
    if (proposals.length === this.teams) return;
    this.teams = proposals.length;
    const views = ({ steps }: Replay) => (this.views = whole<Resistance>(steps).map((step) => step.view));
    quietly(this.get<Replay>('history'), views);
  }

  private get<T>(what: string): Promise<T> {
    return ownGet<T>(`/tables/${encodeURIComponent(this.table)}/${what}`);
  }
}

const isOpen = (proposal: View['proposals'][number] | undefined) => proposal?.approved === null;
