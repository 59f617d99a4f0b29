import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const SHARED = ['app', 'net', 'ui', 'i18n', 'table'];
/** Names of games, rulesets, characters and cards. Some need their own form, so as not to be found in other words. */
const NAMES = [
  ...['resistance', 'avalon', 'classic', 'changeling', 'maquis', 'resist!'],
  ...[
    'merlin',
    'percival',
    'morgana',
    'mordred',
    'oberon',
    'assassin',
    'servant',
    'minion',
    '\\bspy\\b',
    '\\bspies\\b',
  ],
  ...['\\blady\\b', 'excalibur', 'lancelot', '\\bplot\\b', 'plot[-_ ]card', '\\bquests?\\b', '\\bmission'],
  ...['close[-_ ]eye', 'no[-_ ]confidence', 'strong[-_ ]leader', 'opinion[-_ ]maker', 'take[-_ ]responsibility'],
  ...['overheard', 'open[-_ ]up', 'establish[-_ ]confidence', 'spotlight', 'blind[-_ ]spies', 'targeting'],
];
const FORBIDDEN = new RegExp(NAMES.join('|'), 'i');

const files = SHARED.flatMap((folder) =>
  readdirSync(new URL(`../src/${folder}`, import.meta.url), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'schema.ts')
    .map((entry) => `${entry.parentPath}/${entry.name}`),
);

describe('a shared folder', () => {
  it('is looked at', () => expect(files.length).toBeGreaterThan(60));

  it.each(files)('%s names no game', (path) => {
    expect(path.slice(path.indexOf('/src/'))).not.toMatch(FORBIDDEN);
    for (const line of readFileSync(path, 'utf8').split('\n')) expect(line).not.toMatch(FORBIDDEN);
  });

  it('would be found out', () => {
    for (const name of ['Merlin', 'game.avalon', 'isMaquis', 'a spy', 'in-the-spotlight']) {
      expect(name).toMatch(FORBIDDEN);
    }
  });

  /** Pages that belong to one game: its folder declares them. */
  const OWN = readdirSync(new URL('../src', import.meta.url))
    .filter((folder) => !SHARED.includes(folder))
    .map((folder) => readFileSync(new URL(`../src/${folder}/index.ts`, import.meta.url), 'utf8'))
    .map((source) => /pages: \{([\s\S]*?) *\},\n/.exec(source)?.[1] ?? '')
    .flatMap((pages) => [...pages.matchAll(/'?([\w-]+)'?: (?:\w+\()?\(\) =>/g)].map(([, page]) => page!));

  it.each(files.filter((path) => /\.(svelte|ts)$/.test(path)))('%s links no page of one game', (path) => {
    expect(OWN).toEqual(expect.arrayContaining(['scribe', 'pass-round', 'your-games', 'solo']));
    const linked = [...readFileSync(path, 'utf8').matchAll(/(?:href[=:]|go\()\s*["'`{]+\/([\w-]+)/g)];
    expect(linked.map(([, page]) => page!).filter((page) => OWN.includes(page))).toEqual([]);
  });
});
