/** Signs on a 24 grid: solid, cut like lino; `currentColor` plus one cut colour. Our own drawings. */
export const SIGNS = {
  tick: '<path d="M3.5 12.8 9.3 19 20.8 6.2" fill="none" stroke="currentColor" stroke-width="4.2"/>',
  cross: '<path d="M5 5 19 19M19 5 5 19" fill="none" stroke="currentColor" stroke-width="4.2"/>',
  crown: '<path fill="currentColor" d="M2 6.5l5.2 4.4L12 3l4.8 7.9L22 6.5 20 17H4zM4 18.6h16V21H4z"/>',
  hand: '<path fill="currentColor" d="M1 6.5h5v13H1zM7.3 7.4h6.2l4.4-1.6h11.4a2.3 2.3 0 0 1 0 4.6H21v1h1.6a1.9 1.9 0 0 1 0 3.8H21.4a1.8 1.8 0 0 1-.7 3.4 1.7 1.7 0 0 1-1.6 2H11a3.7 3.7 0 0 1-3.7-3.7z"/><path d="M15.5 11.2h5M15.5 15h4.6M15.5 18.4h3.4" stroke="var(--cut,var(--bg))" stroke-width="1"/>',
  shield: '<path fill="currentColor" d="M3 2.5h18v8.8c0 5.3-3.6 8.6-9 11-5.4-2.4-9-5.7-9-11z"/>',
  press:
    '<path fill="currentColor" d="M9.2 2.8a1.9 1.9 0 0 1 1.9 1.9v5l.9.1V8.4a1.7 1.7 0 0 1 3.4.1v1.8l.8.1V9.6a1.6 1.6 0 0 1 3.1.2v1.2c1.2 0 1.8.7 1.8 1.8v3.1c0 4-2.4 6.3-6.2 6.3-3 0-4.5-1-6-3.6l-3.2-5.4c-.9-1.6 1-3 2.3-1.8L7.3 13V4.7a1.9 1.9 0 0 1 1.9-1.9z"/>',
  lock: '<path fill="currentColor" d="M6 10V7.5a6 6 0 0 1 12 0V10h1.5v11.5h-15V10zm3 0h6V7.5a3 3 0 0 0-6 0zm1.8 4v4h2.4v-4z"/>',
  clock: '<path fill="currentColor" d="M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20zm-1.5 4v7.3l5.4 3.4 1.5-2.4-4-2.5V6z"/>',
  table:
    '<path fill="currentColor" d="M12 6.2c5 0 9 2 9 4.6s-4 4.6-9 4.6-9-2-9-4.6 4-4.6 9-4.6z"/><circle cx="12" cy="2.8" r="1.9" fill="currentColor"/><circle cx="3.6" cy="17.6" r="1.9" fill="currentColor"/><circle cx="20.4" cy="17.6" r="1.9" fill="currentColor"/><circle cx="12" cy="20.6" r="1.9" fill="currentColor"/>',
  grid: '<path fill="currentColor" d="M3 3h5v5H3zm6.5 0h5v5h-5zM16 3h5v5h-5zM3 9.5h5v5H3zm13 0h5v5h-5zM3 16h5v5H3zm6.5 0h5v5h-5z"/><path d="M9.7 9.7h4.6v4.6H9.7z" fill="none" stroke="currentColor" stroke-width="1.6"/>',
  talk: '<path fill="currentColor" d="M2.5 3.5h19v13H12l-5.5 5v-5h-4z"/>',
  note: '<path fill="currentColor" d="M4 2.5h11l5 5v14H4z"/><path d="M7.5 10h9M7.5 13.7h9M7.5 17.3h5.5" stroke="var(--cut,var(--bg))" stroke-width="1.7"/>',
  menu: '<path d="M3 6h18M3 12h18M3 18h18" stroke="currentColor" stroke-width="3"/>',
  back: '<path d="M15.5 3.5 7 12l8.5 8.5" fill="none" stroke="currentColor" stroke-width="3.4"/>',
  forward: '<path d="M8.5 3.5 17 12l-8.5 8.5" fill="none" stroke="currentColor" stroke-width="3.4"/>',
  eye: '<path fill="currentColor" d="M12 4.5c5 0 8.6 3.3 10.5 7.5-1.9 4.2-5.5 7.5-10.5 7.5S3.4 16.2 1.5 12C3.4 7.8 7 4.5 12 4.5z"/><circle cx="12" cy="12" r="3.6" fill="var(--cut,var(--bg))"/>',
  bot: '<path fill="currentColor" d="M11 1.5h2V5h6.5v13.5h-15V5H11zM1.5 9.5h2v5h-2zm19 0h2v5h-2zM7 20h10v2.5H7z"/><path fill="var(--cut,var(--bg))" d="M8 9h2.6v3.2H8zm5.4 0H16v3.2h-2.6zM8.5 14.6h7v1.6h-7z"/>',
  undo: '<path d="M8.5 3 3.5 8l5 5M4 8h10a6 6 0 0 1 0 12H7" fill="none" stroke="currentColor" stroke-width="3"/>',
  bulb: '<path fill="currentColor" d="M12 2a7 7 0 0 1 4.3 12.5l-.8 3h-7l-.8-3A7 7 0 0 1 12 2zM8.7 18.7h6.6v1.4l-1.3 1.9h-4l-1.3-1.9z"/>',
  link: '<path d="M10 14a4.5 4.5 0 0 0 6.4 0l3.2-3.2a4.5 4.5 0 0 0-6.4-6.4L12 5.6M14 10a4.5 4.5 0 0 0-6.4 0l-3.2 3.2a4.5 4.5 0 0 0 6.4 6.4l1.2-1.2" fill="none" stroke="currentColor" stroke-width="2.6"/>',
  warn: '<path fill="currentColor" d="M12 2 23.5 21.5H.5z"/><path d="M12 9v6M12 16.8v2.4" stroke="var(--cut,var(--bg))" stroke-width="2.4"/>',
  bolt: '<path fill="currentColor" d="M13.5 1 6 13h4.5L8 23 18.5 9.5H13z"/>',
  find: '<path d="M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM15 15l6.5 6.5" fill="none" stroke="currentColor" stroke-width="3"/>',
  dot: '<circle cx="12" cy="12" r="6" fill="currentColor"/>',
  sound:
    '<path fill="currentColor" d="M2 8.5h5l6-5v17l-6-5H2z"/><path d="M16.5 8.5q3 3.5 0 7M19.5 5.5q5.5 6.5 0 13" fill="none" stroke="currentColor" stroke-width="2.2"/>',
  hammer: '<path fill="currentColor" d="M4 3h13l4 4-3 3-2.5-2.5H14V9h-1.5L13 22H9.5L10 9H4z"/>',
  plus: '<path d="M12 3v18M3 12h18" stroke="currentColor" stroke-width="4"/>',
  skip: '<path fill="currentColor" d="M3 4l9 8-9 8zM12 4l9 8-9 8z"/>',
} as const;

export type SignName = keyof typeof SIGNS;

/** Signs that are not square. */
export const BOXES: Partial<Record<SignName, string>> = { hand: '0 0 32 24' };
