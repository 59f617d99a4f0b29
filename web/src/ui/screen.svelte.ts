/** The size of the window, as the layouts of the table name it. */
let width = $state(typeof innerWidth === 'undefined' ? 390 : innerWidth);
let height = $state(typeof innerHeight === 'undefined' ? 844 : innerHeight);
if (typeof window !== 'undefined') {
  window.addEventListener('resize', () => {
    width = innerWidth;
    height = innerHeight;
  });
}

export type Layout = 'compact' | 'phone' | 'tablet' | 'wide';

export function layout(): Layout {
  if (width >= 1200) return 'wide';
  if (width >= 768 && height >= 600) return 'tablet';
  return width < 375 || height < 700 ? 'compact' : 'phone';
}

/** A phone on its side: too low for a ring, wide enough for two columns. */
export const isLandscape = () => layout() === 'compact' && width > height;

/** Whether letters are enlarged so much that names no longer fit round a table. */
export function isLargeText(): boolean {
  if (typeof document === 'undefined') return false;
  return parseFloat(getComputedStyle(document.documentElement).fontSize) > 16 * 1.3;
}

/** Tells the style sheets (`[data-text='large']`); called once the page has its styles. */
export function markLargeText(): void {
  if (isLargeText()) document.documentElement.dataset.text = 'large';
}
