/** The rule book that lies over a table: whether it is open and where, and what waits below. */
import { tick } from 'svelte';

/** Where the book opens: at a section, at the rules of the open question, or at the answer to a refusal. */
export type Place = { section?: string; isAtQuestion?: boolean; code?: string };

const QUERY = '?rules';

class RuleBookState {
  /** Whether the game at this table has one. */
  isOffered = $state(false);
  place = $state.raw<Place | null>(null);
  /** The open question in a few words; empty while nothing is asked. */
  question = $state('');
  /** Where the game stands, in a sentence. */
  now = $state('');

  /** Opens the book. The browser's own way back closes it. */
  open(place: Place = {}): void {
    if (!this.place) history.pushState({ rules: true }, '', location.pathname + QUERY);
    this.place = place;
  }

  close(): void {
    if ((history.state as { rules?: boolean } | null)?.rules) history.back();
    else {
      history.replaceState(null, '', location.pathname);
      void this.follow();
    }
  }

  /** Keeps in step with the address. When the book closes, focus goes to the open question. */
  async follow(): Promise<void> {
    const isOpen = location.search.startsWith(QUERY);
    if (isOpen === (this.place !== null)) return;
    this.place = isOpen ? {} : null;
    if (isOpen) return;
    await tick();
    document.querySelector<HTMLElement>('[data-question]')?.focus();
  }
}

export const ruleBook = new RuleBookState();
