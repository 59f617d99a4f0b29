import { describe, expect, it } from 'vitest';
import en from '../src/i18n/words/en';
import es from '../src/i18n/words/es';
import fr from '../src/i18n/words/fr';
import { fill } from '../src/i18n/words.svelte';
import { ENEMIES, MAQUIS, MISSIONS } from '../src/maquis/cards';

const CATALOGUES = { en, es, fr };
const names = (text: string) => [...new Set([...text.matchAll(/\{(\w+)/g)].map(([, name]) => name!))].sort();
/** Whole sentences about "you" need no name; the words of the room may be used anywhere. */
const FREE = new Set(['mission', 'spy', 'loyal', 'n', 'name']);

describe('the catalogues', () => {
  for (const [language, catalogue] of Object.entries(CATALOGUES)) {
    it(`${language} has every key and no empty text`, () => {
      expect(Object.keys(catalogue).sort()).toEqual(Object.keys(en).sort());
      for (const [key, text] of Object.entries(catalogue)) expect(text, key).not.toBe('');
    });

    it(`${language} uses the same parameters`, () => {
      for (const [key, text] of Object.entries(catalogue)) {
        const own = names(text).filter((name) => !FREE.has(name));
        const meant = names(en[key as keyof typeof en]).filter((name) => !FREE.has(name));
        expect(own, key).toEqual(meant);
      }
    });

    it(`${language} has a text for every key that is used in a room only`, () => {
      for (const key of Object.keys(catalogue).filter((each) => each.includes('@'))) {
        expect(Object.keys(catalogue), key).toContain(key.split('@')[0]);
      }
    });

    it(`${language} never shouts`, () => {
      for (const [key, text] of Object.entries(catalogue))
        expect(text.replace('RESIST!', ''), key).not.toMatch(/!$/);
    });
  }

  it('say what every card of RESIST! does', () => {
    const halves = Object.values(MAQUIS).flatMap((card) => [card.hidden.action, card.revealed.action]);
    const effects = [...halves, ...Object.values(MISSIONS).map((card) => card.effect)];
    for (const effect of [...effects, ...Object.values(ENEMIES).map((card) => card.effect)]) {
      if (effect) expect(Object.keys(en)).toContain(`fx.${effect}`);
    }
    for (const mission of Object.keys(MISSIONS)) expect(Object.keys(en)).toContain(`raid.${mission}`);
    for (const enemy of Object.values(ENEMIES)) expect(Object.keys(en)).toContain(`enemy.${enemy.kind}`);
  });
});

describe('filling in', () => {
  it('puts names in', () => expect(fill('{a} and {b}', { a: 'Léa', b: 2 }, 'en')).toBe('Léa and 2'));
  it('picks the plural', () => {
    expect(fill('{n} {n?fail|fails}', { n: 1 }, 'en')).toBe('1 fail');
    expect(fill('{n} {n?fail|fails}', { n: 0 }, 'en')).toBe('0 fails');
    expect(fill('{n} {n?échec|échecs}', { n: 0 }, 'fr')).toBe('0 échec');
    expect(fill('{n?one chair|# chairs}', { n: 3 }, 'en')).toBe('3 chairs');
  });
  it('spells a number where the text asks for it', () => {
    const words: Record<string, string> = { 1: 'one', 4: 'four' };
    const inWords = (n: string) => words[n] ?? n;
    expect(fill('Choose {n:word} for {m}', { n: 4, m: 4 }, 'en', inWords)).toBe('Choose four for 4');
    expect(fill('{n:word?a fail|# fails}', { n: 4 }, 'en', inWords)).toBe('four fails');
    expect(fill('{n:word} of them', { n: 11 }, 'en', inWords)).toBe('11 of them');
  });
  it('leaves what it is not given', () => expect(fill('{who}', {}, 'en')).toBe('{who}'));
});
