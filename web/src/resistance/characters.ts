/** Drawings of the characters on a 64 grid; `--pc` is the ground they stand on. Our own. */
export const CHARACTERS: Record<string, string> = {
  merlin:
    '<path d="M32 3 48 44H16z"/><path d="M8 44c14-6 34-6 48 0 2 8-6 10-24 10S6 52 8 44z"/><polygon points="33.0,22.0 34.5,25.9 38.7,26.1 35.5,28.8 36.5,32.9 33.0,30.6 29.5,32.9 30.5,28.8 27.3,26.1 31.5,25.9" fill="var(--pc,var(--paper))"/><polygon points="27.0,35.4 27.9,37.7 30.4,37.9 28.5,39.5 29.1,41.9 27.0,40.6 24.9,41.9 25.5,39.5 23.6,37.9 26.1,37.7" fill="var(--pc,var(--paper))"/>',
  percival:
    '<path d="M14 22C14 10 22 5 32 5s18 5 18 17l2 32c-6 5-13 7-20 7s-14-2-20-7z"/><path d="M12 25h40v7H12zM29 5h6v56h-6z" fill="var(--pc,var(--paper))"/><path d="M17 27h11v3H17zM36 27h11v3H36z" /><path d="M20 39h2v2h-2zM25 43h2v2h-2zM20 47h2v2h-2zM42 39h2v2h-2zM37 43h2v2h-2zM42 47h2v2h-2z" fill="var(--pc,var(--paper))" stroke="var(--pc,var(--paper))" stroke-width="2" stroke-linejoin="round"/>',
  servant:
    '<g transform="translate(2 0)"><path d="M4 3h52v27c0 16-10 27-26 34C14 57 4 46 4 30z" transform="scale(.98)"/><path d="M26 8h8v50l-4 2-4-2zM8 24h44v8H8z" fill="var(--pc,var(--paper))"/></g>',
  assassin:
    '<path d="M28 2h8l2 8-2 26h-8l-2-26z" transform="rotate(180 32 22) translate(0 -8)"/><path d="M32 4l5 8v26H27V12z"/><path d="M16 38h32v6H16zM28 44h8v12a4 4 0 0 1-8 0z"/><path d="M31 10h2v28h-2z" fill="var(--pc,var(--paper))"/>',
  minion:
    '<path d="M10 14c-4-6-2-10 0-12 2 6 6 8 10 9 8-4 16-4 24 0 4-1 8-3 10-9 2 2 4 6 0 12 4 22-4 46-22 48C14 60 6 36 10 14z"/><path d="M17 28c4-5 10-4 12 2-4 4-10 3-12-2zM47 28c-4-5-10-4-12 2 4 4 10 3 12-2zM22 46c6-4 14-4 20 0-6 6-14 6-20 0z" fill="var(--pc,var(--paper))"/>',
  mordred:
    '<path d="M6 18l12 10L32 4l14 24 12-10-5 30H11z"/><path d="M11 51h42v8H11z"/><path d="M32 22l6 12-6 10-6-10z" fill="var(--pc,var(--paper))"/>',
  morgana:
    '<path d="M42 4A28 28 0 1 0 60 46 23 23 0 1 1 42 4z"/><polygon points="46.0,15.0 48.1,21.1 54.6,21.2 49.4,25.1 51.3,31.3 46.0,27.6 40.7,31.3 42.6,25.1 37.4,21.2 43.9,21.1"/>',
  oberon:
    '<path d="M31 62V36C18 36 10 28 8 14l-4-8 8 6 1-9 4 11c2 8 7 12 14 12V26c-6-2-8-8-6-14 4 3 7 6 8 10 1-4 4-7 8-10 2 6 0 12-6 14v0c7 0 12-4 14-12l4-11 1 9 8-6-4 8c-2 14-10 22-23 22v26z"/>',
  resistance:
    '<path d="M10 6h44v52H10z"/><path d="M17 15h30v5H17zM17 26h30v4H17zM17 35h20v4H17z" fill="var(--pc,var(--paper))"/><path d="M30 46l7 7 13-15" fill="none" stroke="var(--pc,var(--paper))" stroke-width="6"/>',
  spy: '<path d="M20 22C20 4 26 8 32 9c6-1 12-5 12 13l1 4H19zM4 27c12 4 44 4 56 0 4 3 0 7-6 9-14 4-30 4-44 0-6-2-10-6-6-9z"/><path d="M14 40h36c0 12-8 21-18 21S14 52 14 40z"/><path d="M18 43h11v5H18zM35 43h11v5H35z" fill="var(--pc,var(--paper))"/>',
  resistant:
    '<polygon points="32.0,2.0 37.2,12.7 47.0,6.0 46.1,17.9 58.0,17.0 51.3,26.8 62.0,32.0 51.3,37.2 58.0,47.0 46.1,46.1 47.0,58.0 37.2,51.3 32.0,62.0 26.8,51.3 17.0,58.0 17.9,46.1 6.0,47.0 12.7,37.2 2.0,32.0 12.7,26.8 6.0,17.0 17.9,17.9 17.0,6.0 26.8,12.7"/><circle cx="32" cy="32" r="13" fill="var(--pc,var(--paper))"/><path d="M26 32l5 5 9-11" fill="none" stroke="currentColor" stroke-width="5"/>',
  changeling:
    '<path d="M32 60C8 42 2 30 8 18S28 8 32 20c4-12 18-14 24-2s0 24-24 42z"/><path d="M32 22 26 34h8l-6 16 14-20h-8l4-8z" fill="var(--pc,var(--paper))"/>',
};
