/** Buttons that come to lie where something else was being pressed. */
import type { Attachment } from 'svelte/attachments';

/** For so long a tap may have been meant for what stood there before. */
const GUARD_MS = 400;

/**
 * Calls `act` for a press that began on this button after it was shown. A finger that is let go of over it, or a key
 * that is still down, was meant for something else. A click that no pointer made, as a screen reader's, has no press.
 */
export const ownPress =
  (act: () => void, guard = GUARD_MS): Attachment<HTMLElement> =>
  (button) => {
    const shown = performance.now();
    let began = false;
    const press = () => {
      began = performance.now() - shown >= guard;
    };
    const click = ({ detail }: MouseEvent) => {
      const isMeant = began || (detail === 0 && performance.now() - shown >= guard);
      began = false;
      if (isMeant) act();
    };
    const hold = (event: KeyboardEvent) => event.repeat && event.preventDefault();
    button.addEventListener('pointerdown', press);
    button.addEventListener('click', click);
    button.addEventListener('keydown', hold);
    return () => {
      button.removeEventListener('pointerdown', press);
      button.removeEventListener('click', click);
      button.removeEventListener('keydown', hold);
    };
  };
