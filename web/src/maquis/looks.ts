/** How the cards of RESIST! are drawn: who wears what, and which land a mission lies in. Our own drawings. */
export const HATS: Record<string, string> = {
  beret: '<path d="M25 33C20 12 58 4 75 17c6 5 6 13 0 15-16-7-32-7-47 4z"/>',
  cap: '<path d="M28 30C28 12 72 12 72 30l2 4H26zM26 33h56c2 0 4 4-2 5-18-3-36-3-54 0z"/>',
  hat: '<path d="M32 27C32 8 40 10 50 12c10-2 18-4 18 15l1 4H31zM14 31c12 5 60 5 72 0 4 2 2 6-6 8-20 5-40 5-60 0-8-2-10-6-6-8z"/>',
  scarf:
    '<path d="M50 12C27 12 24 36 29 52c2 7 8 14 13 17h16c5-3 11-10 13-17 5-16 2-40-21-40zm0 12c11 0 15 8 15 19 0 12-7 22-15 22s-15-10-15-22c0-11 4-19 15-19z"/>',
  bun: '<circle cx="50" cy="12" r="9"/><path d="M29 46C24 22 36 14 50 14s26 8 21 32c-3-12-9-17-21-17s-18 5-21 17z"/>',
  hair: '<path d="M29 40C26 20 38 13 50 13s26 6 21 28c-2-9-5-12-9-13-10 2-18 1-24-2-5 2-7 6-9 14z"/>',
  trilby:
    '<path d="M33 26C34 6 42 12 50 13c8-1 16-7 17 13l1 5H32zM18 33c14 3 50 3 64-3 4 4 0 8-8 10-18 4-34 4-50 0-6-2-8-5-6-7z"/>',
};

const WEARS: Record<string, string> = {
  abel: 'beret',
  adela: 'scarf',
  adolfo: 'cap',
  anastasio: 'hat',
  antonio: 'beret',
  benigno: 'cap',
  carlos: 'hair',
  celia: 'bun',
  consuelo: 'scarf',
  domingo: 'hat',
  emilio: 'cap',
  jacinto: 'cap',
  juana: 'bun',
  manuel: 'beret',
  manuela: 'scarf',
  marcelino: 'hat',
  nicolas: 'beret',
  paquita: 'bun',
  pilar: 'scarf',
  ramona: 'bun',
  ricardo: 'hair',
  roberto: 'hat',
  sagrario: 'scarf',
  soledad: 'bun',
};

export const hatOf = (card: string) => HATS[WEARS[card] ?? 'beret'] ?? '';

const LANDS: Record<string, string> = {
  'destroy-the-bunker': 'bunker',
  'recon-the-mountain-pass': 'pass',
  'attack-francoists-in-the-valley': 'pass',
  'cross-the-border': 'border',
  'defend-the-crossroads': 'border',
  'take-back-the-farmhouse': 'farm',
  'defend-the-farmhouse': 'farm',
  'attack-the-commanders-villa': 'farm',
  'destroy-the-railroad-bridge': 'rail',
  'destroy-the-train-depot': 'rail',
  'steal-supplies-from-the-train-depot': 'rail',
  'destroy-the-supply-convoy': 'rail',
  'retreat-to-the-caves': 'caves',
  'intercept-the-commanding-officer': 'border',
};

export const landOf = (mission: string) => `/art/land-${LANDS[mission] ?? 'town'}.svg`;
