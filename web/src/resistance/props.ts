import type { Snippet } from 'svelte';
import type { GameView } from '../net/schema';
import type { Draft } from './draft.svelte';
import type { People } from '../table/people';
import type { Asker } from '../table/asker';

/** What every prompt is given. */
export type PromptProps = {
  store: Asker;
  view: GameView;
  draft: Draft;
  who: People;
  /** The role card beside the question, on wide screens. */
  lead?: Snippet;
};
