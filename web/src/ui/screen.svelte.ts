/** The size of the window, as the layouts of the table name it. */
let width = $state(typeof innerWidth === 'undefined' ? 390 : innerWidth);
let height = $state(typeof innerHeight === 'undefined' ? 844 : innerHeight);
let isLarge = $state(false);
if (typeof window !== 'undefined') {
  window.addEventListener('resize', () => {
    width = innerWidth;
    height = innerHeight;
  });
}

export type Layout = 'compact' | 'phone' | 'tablet' | 'wide';

export function layout(): Layout {
  if (width >= 1200) return 'wide';
  // With letters of twice the size a tablet holds what a phone does.
  if (width >= 768 && height >= 600) return isLarge ? 'phone' : 'tablet';
  return width < 375 || height < 700 ? 'compact' : 'phone';
}

/** A phone on its side: too low for a ring, wide enough for two columns. */
export const isLandscape = () => layout() === 'compact' && width > height;

/** A wide window in which not everything has its full height, as on a laptop. */
export const isShallow = () => layout() === 'wide' && height < 900;

/** Whether letters are enlarged so much that names no longer fit round a table. */
export const isLargeText = () => isLarge;

function measureText(): void {
  const root = document.documentElement;
  isLarge = parseFloat(getComputedStyle(root).fontSize) > 16 * 1.3;
  if (isLarge) root.dataset.text = 'large';
  else delete root.dataset.text;
}

/** Tells the style sheets (`[data-text='large']`), now and whenever letters change; called once the page has its styles. */
export function markLargeText(): void {
  measureText();
  const letter = document.createElement('div');
  letter.style.cssText = 'position:absolute;visibility:hidden;pointer-events:none;width:1rem;height:0';
  document.body.append(letter);
  new ResizeObserver(measureText).observe(letter);
}
