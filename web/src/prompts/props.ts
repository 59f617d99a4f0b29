import type { Snippet } from 'svelte';
import type { GameView } from '../net/schema';
import type { Draft } from '../play/draft.svelte';
import type { People } from '../play/people';
import type { Asker } from '../play/asker';

/** What every prompt is given. */
export type PromptProps = {
  store: Asker;
  view: GameView;
  draft: Draft;
  who: People;
  /** The role card beside the question, on wide screens. */
  lead?: Snippet;
};
