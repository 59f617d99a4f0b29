/** Where the seats are. You sit at the bottom centre; clockwise goes up the left side. */

export type Spot = { x: number; y: number };
export type Ring = {
  spots: Spot[];
  emblem: number;
  centre: Spot;
  /** Half axes of the table's edge and of the disc that carries text. */
  rx: number;
  ry: number;
  discX: number;
  discY: number;
};

const TALL_EMBLEM = 1.1;
/** A ring on a phone that is lower than this is drawn smaller. */
export const CRAMPED = 350;

/** The least height at which a phone's ring is clear: its seats, and with nine or ten what is said in its middle. */
export function leastHeight(players: number): number {
  const side = Math.floor((players - 1) / 2);
  return 96 + (side > 3 ? 62 : 52) * side;
}

/** Phones: two columns, one seat at the bottom, one at the top when the number is even. */
export function phoneRing(players: number, width: number, height: number, lamp = false): Ring {
  const side = Math.floor((players - 1) / 2);
  const even = players % 2 === 0;
  const cramped = height < CRAMPED;
  const emblem = (side > 3 ? 40 : 47) - (cramped ? 8 : 0);
  const label = cramped ? 30 : 36;
  const cell = emblem * TALL_EMBLEM + label;
  const top = even ? emblem * 0.62 : cramped ? 14 : 24;
  const bottom = height - cell - (side > 3 ? emblem * 0.5 : emblem * 0.62);
  const step = side > 1 ? (bottom - top) / (side - 1) : 0;
  const rows = Array.from({ length: side }, (_, k) => (side > 1 ? bottom - k * step : (top + bottom) / 2));
  const inset = (k: number) => {
    const middle = (side - 1) / 2;
    const away = side > 1 ? Math.abs(k - middle) / middle : 0;
    return 43 + 12 * away * away;
  };
  const half = (emblem * TALL_EMBLEM) / 2;
  const left = rows.map((y, k) => ({ x: inset(k), y: y + half }));
  const right = rows.map((y, k) => ({ x: width - inset(k), y: y + half })).reverse();
  const foot = { x: width / 2, y: height - cell + half };
  const head = even ? [{ x: width / 2, y: half + 2 }] : [];
  const tableTop = even ? half * 2 + label + 10 : (lamp ? 66 : 42) - (cramped ? 18 : 0);
  const tableBottom = foot.y + (cramped ? -4 : 2);
  const ry = Math.max((tableBottom - tableTop) / 2, 1);
  const rx = Math.min(width / 2 - 87, 124);
  return {
    spots: [foot, ...left, ...head, ...right],
    emblem,
    centre: { x: width / 2, y: tableTop + ry },
    rx,
    ry,
    discX: Math.max(rx - 20, 80),
    discY: Math.max(ry - 26, 1),
  };
}

/** Angles that are the same way apart along the edge of an ellipse, the first at the bottom, going left. */
function evenly(players: number, rx: number, ry: number): number[] {
  const STEPS = 720;
  const at = (k: number) => Math.PI / 2 + (2 * Math.PI * k) / STEPS;
  const lengths = [0];
  for (let k = 1; k <= STEPS; k++) {
    const dx = rx * (Math.cos(at(k)) - Math.cos(at(k - 1)));
    const dy = ry * (Math.sin(at(k)) - Math.sin(at(k - 1)));
    lengths.push(lengths[k - 1]! + Math.hypot(dx, dy));
  }
  const whole = lengths[STEPS]!;
  return Array.from({ length: players }, (_, seat) =>
    at(
      Math.max(
        0,
        lengths.findIndex((length) => length >= (whole * seat) / players),
      ),
    ),
  );
}

/** How far the table reaches towards the seats. A round table leaves room for names, a slab lies under them. */
const REACH = { round: { x: 0.8, y: 0.86 }, slab: { x: 0.915, y: 1 } };

/** Wide: an ellipse with the same way between neighbours. */
export function wideRing(
  players: number,
  width: number,
  height: number,
  emblem: number,
  table: keyof typeof REACH,
): Ring {
  const label = emblem * 0.75;
  const centre = { x: width / 2, y: (height - label + emblem * 0.55) / 2 };
  const ry = Math.max((height - label - emblem * TALL_EMBLEM) / 2 - emblem * 0.25, 1);
  const rx = Math.max(Math.min(ry * 1.65, width / 2 - emblem * 1.25), 1);
  const spots = evenly(players, rx, ry).map((angle) => ({
    x: centre.x + rx * Math.cos(angle),
    y: centre.y + ry * Math.sin(angle),
  }));
  const reach = REACH[table];
  return {
    spots,
    emblem,
    centre,
    rx: rx * reach.x,
    ry: ry * reach.y,
    discX: rx * reach.x * 0.75,
    discY: ry * reach.y * 0.72,
  };
}

/** Names with more letters than this are set smaller, or in two lines. */
export const LONG = 10;
const LETTER = 7.6;
const EDGE = 7;

/** A long name breaks once, at the space nearest to its middle. */
export function nameLines(name: string): string[] {
  const spaces = [...name.matchAll(/ /g)].map(({ index }) => index);
  if (name.length <= LONG || spaces.length === 0) return [name];
  const away = (index: number) => Math.abs(index - name.length / 2);
  const cut = spaces.reduce((best, each) => (away(each) < away(best) ? each : best));
  return [name.slice(0, cut), name.slice(cut + 1)];
}

/** How wide the words under a phone's seat may be, and how far they are moved inward to stay clear of the edge. */
export function nameRoom(name: string, x: number, width: number): { room: number; shift: number } {
  const aside = 2 * Math.min(x, width - x) - 4;
  if (name.length <= LONG) return { room: aside, shift: 0 };
  const longest = Math.max(...nameLines(name).map((line) => line.length));
  const room = Math.min(longest * LETTER + 12, width / 2 - 2 * EDGE);
  const over = Math.max(0, EDGE + room / 2 - Math.min(x, width - x));
  return { room, shift: x < width / 2 ? over : -over };
}

/** Whether the words under a seat's emblem reach over the table. */
export function isNameOnTable({ centre, rx, ry, emblem }: Ring, spot: Spot): boolean {
  const [wide, high] = [rx + emblem * 0.7, ry + emblem * 0.2];
  return ((spot.x - centre.x) / wide) ** 2 + ((spot.y + emblem - centre.y) / high) ** 2 < 1;
}

/** The table's wedges: one a seat, each reaching half way to its neighbours. */
export function wedges(ring: Ring): string[] {
  const { centre, rx, ry, spots } = ring;
  const angles = spots.map((spot) => Math.atan2((spot.y - centre.y) / ry, (spot.x - centre.x) / rx));
  const order = spots.map((_, k) => k).sort((a, b) => angles[a]! - angles[b]!);
  const turn = 2 * Math.PI;
  return spots.map((_, k) => {
    const place = order.indexOf(k);
    const own = angles[k]!;
    const before = angles[order[(place + order.length - 1) % order.length]!]!;
    const after = angles[order[(place + 1) % order.length]!]!;
    const from = (own + (before > own ? before - turn : before)) / 2;
    const to = (own + (after < own ? after + turn : after)) / 2;
    const point = (angle: number) =>
      `${(centre.x + rx * Math.cos(angle)).toFixed(1)} ${(centre.y + ry * Math.sin(angle)).toFixed(1)}`;
    return `M${centre.x} ${centre.y}L${point(from)}A${rx} ${ry} 0 0 1 ${point(to)}Z`;
  });
}
