import type { Snippet } from 'svelte';
import type { Resistance } from './messages';
import type { View } from './schema';
import type { Draft } from './draft.svelte';
import type { People } from '../table/people';
import type { Asker } from '../table/asker';

/** What every prompt is given. */
export type PromptProps = {
  store: Asker<Resistance>;
  view: View;
  draft: Draft;
  who: People;
  /** The role card beside the question, on wide screens. */
  lead?: Snippet;
};
