/** The keys of a table. They never fire while somebody writes. */
import type { Tab } from './Tabs.svelte';

export type KeyActions = {
  seat: (seat: number) => void;
  tab: (tab: Tab) => void;
  walk: (step: number) => void;
  live: () => void;
  help: () => void;
};

export function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
  );
}

export function keyboard(actions: KeyActions): (event: KeyboardEvent) => void {
  return (event) => {
    if (isWriting(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.querySelector('dialog[open]')) return;
    const { key } = event;
    if (/^\d$/.test(key)) actions.seat((Number(key) + 9) % 10);
    else if (key === 'g' || key === 'G') actions.tab('history');
    else if (key === 't' || key === 'T') actions.tab('talk');
    else if (key === 'ArrowLeft') actions.walk(-1);
    else if (key === 'ArrowRight') actions.walk(1);
    else if (key === 'Escape') actions.live();
    else if (key === '?') actions.help();
  };
}
