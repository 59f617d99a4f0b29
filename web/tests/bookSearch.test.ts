import { describe, expect, it } from 'vitest';
import type { Book } from '../src/net/schema';
import { pieces, search, whyNot } from '../src/table/bookSearch';

const book = {
  ruleset: 'x',
  language: 'en',
  title: 'X',
  players: 5,
  roles: [],
  sections: [
    { id: 'a', title: 'Voting', rules: ['Everybody votes.', 'A tie rejects the team.'] },
    { id: 'b', title: 'Roles', cards: [{ id: 'o', name: 'Obéron', text: ['Alone.'] }] },
  ],
  why_not: [
    { id: 'w', question: '… change my vote?', answer: 'It is in.', section: 'a', rule: 1, phases: ['vote'] },
    { id: 'v', question: '… go on?', answer: 'It is over.', section: 'a', phases: ['over'] },
  ],
} satisfies Book;

describe('search in a rule book', () => {
  it('marks what was searched for, whatever its accents and capitals', () => {
    expect(pieces('Obéron and OBERON', 'oberon')).toEqual([
      { text: 'Obéron', hit: true },
      { text: ' and ', hit: false },
      { text: 'OBERON', hit: true },
    ]);
    expect(pieces('Une chance\u202f: Merlin', 'chance : merlin')[1]).toEqual({
      text: 'chance\u202f: Merlin',
      hit: true,
    });
    expect(pieces('Merlin', '  ')).toEqual([{ text: 'Merlin', hit: false }]);
  });

  it('finds rules with their numbers, cards by name, and whole sections by title', () => {
    expect(search(book, 'tie').map(({ section, rules }) => [section.id, rules])).toEqual([
      ['a', [[2, 'A tie rejects the team.']]],
    ]);
    expect(search(book, 'oberon').map(({ section }) => section.id)).toEqual(['b']);
    expect(search(book, 'voting')[0]!.rules).toHaveLength(2);
    expect(search(book, 'nothing of the kind')).toEqual([]);
    expect(search(book, '')).toHaveLength(2);
  });

  it('lists the refusals of the open phase only', () => {
    expect(whyNot(book, 'vote', '').map(({ id }) => id)).toEqual(['w']);
    expect(whyNot(book, null, '')).toHaveLength(2);
  });
});
