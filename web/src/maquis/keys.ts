/** The keys of RESIST!. They never fire while somebody writes or a dialog is open. */
import { isWriting } from '../table/keyboard';
import type { Persona } from './choice.svelte';

export type SoloKeyActions = {
  card: (place: number) => void;
  play: (persona: Persona) => void;
  undo: () => void;
  redo: () => void;
  hint: () => void;
};

export function soloKeys(actions: SoloKeyActions): (event: KeyboardEvent) => void {
  const letters: Record<string, () => void> = {
    h: () => actions.play('hidden'),
    r: () => actions.play('revealed'),
    u: actions.undo,
    y: actions.redo,
    i: actions.hint,
  };
  return (event) => {
    if (isWriting(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.querySelector('dialog[open]')) return;
    if (/^[1-9]$/.test(event.key)) actions.card(Number(event.key) - 1);
    else letters[event.key.toLowerCase()]?.();
  };
}
