import { describe, expect, it } from 'vitest';
import type { Message } from '../src/i18n/catalogue';
import { fill, LANGUAGES } from '../src/i18n/words.svelte';
import { ENEMIES, MAQUIS, MISSIONS } from '../src/maquis/cards';
import REVIEWED from './reviewed-words.json';

type Words = Record<string, Message>;
const FILES = import.meta.glob<Words>('../src/*/words/*.ts', { eager: true, import: 'default' });
const ROOMS = [...new Set(Object.keys(FILES).map((path) => path.split('/')[2]!))];
/** All that a room says: what the start page needs of it, and what comes with its screens. */
const wordsOf = (room: string, language: string): Words => ({
  ...FILES[`../src/${room}/words/${language}.ts`]!,
  ...FILES[`../src/${room}/words/play-${language}.ts`],
});
const en: Words = Object.assign({}, ...ROOMS.map((room) => wordsOf(room, 'en')));

const forms = (message: Message) => (typeof message === 'string' ? [message] : [message.one, message.other]);
const names = (message: Message) => [
  ...new Set(forms(message).flatMap((text) => [...text.matchAll(/\{(\w+)/g)].map(([, name]) => name!))),
];
/** Whole sentences about "you" need no name; the words of the room may be used anywhere. */
const FREE = new Set(['mission', 'spy', 'loyal', 'n', 'name']);
const meant = (message: Message) =>
  names(message)
    .filter((name) => !FREE.has(name))
    .sort();

describe('the catalogues', () => {
  it('do not share a key', () => {
    expect(Object.keys(en)).toHaveLength(ROOMS.flatMap((room) => Object.keys(wordsOf(room, 'en'))).length);
  });

  for (const room of ROOMS) {
    for (const language of Object.keys(LANGUAGES)) {
      const words = wordsOf(room, language);

      it(`${room} in ${language} has every key and no empty text`, () => {
        expect(Object.keys(words).sort()).toEqual(Object.keys(wordsOf(room, 'en')).sort());
        for (const [key, message] of Object.entries(words)) expect(forms(message), key).not.toContain('');
      });

      it(`${room} in ${language} uses the same parameters`, () => {
        for (const [key, message] of Object.entries(words)) expect(meant(message), key).toEqual(meant(en[key]!));
      });

      it(`${room} in ${language} has a text for every key that is used in a room only`, () => {
        for (const key of Object.keys(words)) expect(Object.keys(words)).toContain(key.split('@')[0]);
      });

      it(`${room} in ${language} never shouts`, () => {
        for (const [key, message] of Object.entries(words)) {
          for (const text of forms(message)) expect(text.replace('RESIST!', ''), key).not.toMatch(/!$/);
        }
      });
    }
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

describe('the same thing has the same name', () => {
  const all = (language: string) => ROOMS.flatMap((room) => Object.entries(wordsOf(room, language)));
  it('in French, where whoever leads is the chef', () => {
    for (const [key, message] of all('fr')) expect(forms(message).join(' '), key).not.toMatch(/\bm[eè]ne\b|a mené/);
  });
  it('in Spanish, where players are counted as jugadores', () => {
    for (const [key, message] of all('es')) expect(forms(message).join(' '), key).not.toMatch(/\{(n|to)\} personas/);
  });
  it('in English, where a place at the table is a seat', () => {
    for (const [key, message] of all('en')) expect(forms(message).join(' '), key).not.toMatch(/\b[Cc]hair/);
  });
  it('in Spanish, where the sides of Avalon are los buenos and los malvados', () => {
    const names = /^role\.card\.(servant|minion)$/;
    for (const [key, message] of all('es').filter(([each]) => !names.test(each)))
      expect(forms(message).join(' '), key).not.toMatch(/\b(el|al|del) (mal|bien)\b/i);
  });
  it('in French, where a place is no chaise, a vote against is a rejet, and one draws from a pioche', () => {
    const other = /\bchaise|[Cc]inq (équipes )?refus|\b[Pp]aquet\b/;
    for (const [key, message] of all('fr')) expect(forms(message).join(' '), key).not.toMatch(other);
  });
  it('in Spanish, where a place is no silla, and one takes a card', () => {
    for (const [key, message] of all('es')) expect(forms(message).join(' '), key).not.toMatch(/\b[Ss]illa|\b[Cc]oge/);
  });
});

describe('what a first-time reader did not understand is not said again', () => {
  const GONE: Record<string, RegExp> = {
    en: new RegExp(
      [
        'shall this team|nobody sees it until|you know nobody else|these are with you|(quests|missions) held|^\\{n\\} go$',
        'do you look at\\?|hold the other card|lets it pass|never yourself|how evil they|the truth moved|studying the game',
        'named somebody else|the public|^on one$|was believed|four letters|round one table|are your hands|^to the start$',
        'seal of the deal|^free$|knows nothing, watches|\\} of them$|in pencil|must not forget|as the browser|swap the',
        'strike once|first one uppermost|^leave it$|how you have done|points to expect|for everybody, once|who plays\\?',
        'nobody else looks|the rest know nothing|lose as well|answer is kept|\\bdie at\\b',
      ].join('|'),
      'i',
    ),
    es: /revivir|^decir$|^personas$/i,
    fr: /en envoie|^dire$|^mène$|^pas là$|au service du mal|démasquer/i,
  };
  for (const [language, gone] of Object.entries(GONE)) {
    it.each(ROOMS)(`by %s in ${language}`, (room) => {
      for (const [key, message] of Object.entries(wordsOf(room, language)))
        for (const text of forms(message)) expect(text, key).not.toMatch(gone);
    });
  }
});

describe('what first-time readers were confused by keeps the words that were chosen with care', () => {
  for (const language of Object.keys(LANGUAGES) as ('en' | 'es' | 'fr')[]) {
    const said: Words = Object.assign({}, ...ROOMS.map((room) => wordsOf(room, language)));
    it.each(Object.entries(REVIEWED))(`in ${language}: %s`, (key, chosen) => {
      expect(said[key]).toEqual(chosen[language]);
    });
  }
});

describe('in The Resistance nobody is evil: they are spies', () => {
  /** Only of rooms with characters, or with a Merlin to be named. */
  const HUNT = new RegExp(
    [
      '^(centre|wait|story)\\.(assassin|shot)|^(council|assassinate|shot|does|role\\.card)\\.|\\.hunt$|^advice\\.oberon',
      '^end\\.assassin|^setup\\.(noseat|good|evil|helps|mode\\.avalon|nominion|ok$)|^learn\\.6',
    ].join('|'),
  );
  const EVIL = { en: /\bevil\b/i, es: /\bmalvad|\b(el|del|al) mal\b/i, fr: /\b(le|du|au) mal\b/i };
  for (const [language, evil] of Object.entries(EVIL)) {
    it(`in ${language}`, () => {
      const words = wordsOf('resistance', language);
      for (const key of Object.keys(words).filter((each) => !each.includes('@') && !HUNT.test(each))) {
        for (const room of ['classic', 'cards']) {
          const said = forms(words[`${key}@${room}`] ?? words[key]!).join(' ');
          expect(said.replace(/\{.*?\}/g, ''), `${key} in ${room}`).not.toMatch(evil);
        }
      }
    });
  }
});

describe('filling in', () => {
  it('puts names in', () => expect(fill('{a} and {b}', { a: 'Léa', b: 2 }, 'en')).toBe('Léa and 2'));
  it('picks the plural', () => {
    const fails = { one: '{n} fail', other: '{n} fails' };
    expect(fill(fails, { n: 1 }, 'en')).toBe('1 fail');
    expect(fill(fails, { n: 0 }, 'en')).toBe('0 fails');
    expect(fill({ one: '{n} échec', other: '{n} échecs' }, { n: 0 }, 'fr')).toBe('0 échec');
    expect(fill({ one: 'one chair', other: '{n} chairs' }, { n: 3 }, 'en')).toBe('3 chairs');
  });
  it('spells a number where the text asks for it', () => {
    const words: Record<string, string> = { 1: 'one', 4: 'four' };
    const inWords = (n: string) => words[n] ?? n;
    expect(fill('Choose {n:word} for {m}', { n: 4, m: 4 }, 'en', inWords)).toBe('Choose four for 4');
    expect(fill({ one: 'a fail', other: '{n:word} fails' }, { n: 4 }, 'en', inWords)).toBe('four fails');
    expect(fill('{n:word} of them', { n: 11 }, 'en', inWords)).toBe('11 of them');
  });
  it('leaves what it is not given', () => expect(fill('{who}', {}, 'en')).toBe('{who}'));
});
