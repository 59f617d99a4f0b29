import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = ['ui/tokens', 'resistance/theme', 'maquis/theme']
  .map((name) => readFileSync(new URL(`../src/${name}.css`, import.meta.url), 'utf8'))
  .join('\n');
/** A rule's roles as they are in one mode: `light-dark(#…, #…)` is two colours, a plain one is both. */
function tokens(selector: string, mode: 'light' | 'dark'): Record<string, string> {
  const body = css.split(`${selector} {`)[1]!.split('}')[0]!;
  const found = body.matchAll(/--([\w-]+): (?:light-dark\()?(#[0-9a-f]{6})(?:, (#[0-9a-f]{6})\))?;/g);
  return Object.fromEntries([...found].map(([, role, one, other]) => [role, mode === 'dark' ? (other ?? one) : one]));
}

const families = [...css.matchAll(/\[data-theme\^='(\w+)'\]/g)].map(([, name]) => name!);
const sets = families.flatMap((family) =>
  (['light', 'dark'] as const).map((mode) => ({
    name: `${family}-${mode}`,
    token: { ...tokens(':root', mode), ...tokens(`[data-theme^='${family}']`, mode) },
  })),
);

/** The pairs that carry text or edges, and the ratio each needs (WCAG 2). */
const PAIRS: [string, string, number][] = [
  ...['bg', 'table', 'raised'].flatMap((ground): [string, string, number][] => [
    ['fg', ground, 4.5],
    ['muted', ground, 4.5],
  ]),
  ['ink', 'paper', 4.5],
  ['ink-muted', 'paper', 4.5],
  ['on-accent', 'accent', 4.5],
  ['on-good', 'good', 4.5],
  ['on-evil', 'evil', 4.5],
  ['good', 'bg', 4.5],
  ['good', 'table', 4.5],
  ['evil', 'bg', 4.5],
  ['evil', 'table', 4.5],
  ['good-ink', 'paper', 4.5],
  ['evil-ink', 'paper', 4.5],
  ['on-lining', 'lining', 4.5],
  ['on-lining', 'lining-line', 4.5],
  ['line', 'bg', 3],
  ['line', 'table', 3],
  ['focus', 'bg', 3],
  ['focus', 'table', 3],
  ['em-a-fg', 'em-a', 4.5],
  ['em-b-fg', 'em-b', 4.5],
];

function light(hex: string): number {
  const [r, g, b] = [1, 3, 5]
    .map((k) => parseInt(hex.slice(k, k + 2), 16) / 255)
    .map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

function ratio(one: string, other: string): number {
  const [high, low] = [light(one), light(other)].sort((a, b) => b - a);
  return (high! + 0.05) / (low! + 0.05);
}

describe('the colour sets', () => {
  it('are six', () => expect(sets.map((set) => set.name).sort()).toHaveLength(6));

  it('all have the same roles', () => {
    const common = new Set(PAIRS.flat().filter((each) => typeof each === 'string'));
    for (const set of sets) for (const role of common) expect(set.token[role], `${set.name} ${role}`).toBeDefined();
  });

  for (const set of sets) {
    it.each(PAIRS)(`${set.name}: %s on %s is at least %s`, (text, ground, least) => {
      expect(ratio(set.token[text]!, set.token[ground]!)).toBeGreaterThanOrEqual(least);
    });
  }
});
