/** Where keys and screen readers go on from when a screen changes. */

/** Moves the focus to what has just come up; never away from somebody who is writing. */
export function attend(target: HTMLElement | null | undefined): void {
  const at = document.activeElement;
  if (at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement) return;
  target?.focus({ preventScroll: true });
}

/** The open question, wherever it stands. */
export const attendQuestion = () => attend(document.querySelector<HTMLElement>('[data-question]'));

/** Whether Enter already does something where it was pressed. */
export const takesEnter = (target: EventTarget | null) =>
  target instanceof Element && target.closest('a, button, summary, dialog') !== null;
