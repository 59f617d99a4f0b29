/** Scrolling inside a box of its own: `scrollIntoView` would move the whole page with it. */

/** The box in which an element scrolls up and down; null where that is the page. */
function boxAround(element: HTMLElement): HTMLElement | null {
  for (let box = element.parentElement; box && box !== document.body; box = box.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(box).overflowY)) return box;
  }
  return null;
}

/** Shows the end of an element, if it has a box to scroll in. */
export function showEnd(element: HTMLElement): void {
  const box = boxAround(element);
  if (box) box.scrollTop += element.getBoundingClientRect().bottom - box.getBoundingClientRect().bottom;
}

/** Brings an element between the left edge of its box, of which `covered` pixels lie under something, and the right. */
export function showAcross(element: HTMLElement, box: HTMLElement, covered: number): void {
  const [inner, outer] = [element.getBoundingClientRect(), box.getBoundingClientRect()];
  if (inner.left < outer.left + covered) box.scrollLeft -= outer.left + covered - inner.left;
  else if (inner.right > outer.right) box.scrollLeft += inner.right - outer.right;
}
