/** Finds words in a rule book: in its headings, rules, tables and cards. Accents and capitals make no difference. */
import type { Book, BookCard, BookRow, BookSection, WhyNot } from '../net/schema';

export type Piece = { text: string; hit: boolean };
/** What of a section is shown; rules keep their numbers. */
export type Found = {
  section: BookSection;
  rules: readonly (readonly [number, string])[];
  rows: readonly BookRow[];
  cards: readonly BookCard[];
};

/** Letter by letter, so that places in the text stay the same. A reader types one kind of space. */
const plain = (text: string) =>
  text.replace(/\s/g, ' ').replace(/[\s\S]/g, (letter) => letter.normalize('NFD').charAt(0).toLowerCase());

const says = (text: string, query: string) => plain(text).includes(plain(query));

/** A text cut where the query occurs in it. */
export function pieces(text: string, query: string): Piece[] {
  const wanted = plain(query.trim());
  if (!wanted) return [{ text, hit: false }];
  const letters = plain(text);
  const found: Piece[] = [];
  let from = 0;
  for (let at = letters.indexOf(wanted); at >= 0; at = letters.indexOf(wanted, from)) {
    if (at > from) found.push({ text: text.slice(from, at), hit: false });
    from = at + wanted.length;
    found.push({ text: text.slice(at, from), hit: true });
  }
  if (from < text.length) found.push({ text: text.slice(from), hit: false });
  return found;
}

function inSection(section: BookSection, query: string): Found {
  const rules = (section.rules ?? []).map((text, k) => [k + 1, text] as const);
  const rows = section.table?.rows ?? [];
  const cards = section.cards ?? [];
  if (!query || says(section.title, query)) return { section, rules, rows, cards };
  return {
    section,
    rules: rules.filter(([, text]) => says(text, query)),
    rows: rows.filter((row) => says([row.head, ...row.cells.map((cell) => cell.text)].join(' '), query)),
    cards: cards.filter((card) => says([card.name, card.note ?? '', ...card.text].join(' '), query)),
  };
}

/** The sections that have something to do with a query, and what of them. */
export function search(book: Book, query: string): Found[] {
  const found = book.sections.map((section) => inSection(section, query.trim()));
  return found.filter(({ rules, rows, cards }) => rules.length + rows.length + cards.length > 0);
}

/** The section with the rules of a phase: that of the refusals which are the phase's own. */
export function sectionOf(book: Book, phase: string | null): string | null {
  const own = phase === null ? [] : book.why_not.filter(({ phases }) => phases.includes(phase));
  return own.toSorted((one, other) => one.phases.length - other.phases.length)[0]?.section ?? null;
}

/** The refusals of a phase (null: of all) that have to do with a query. */
export function whyNot(book: Book, phase: string | null, query: string): WhyNot[] {
  return book.why_not.filter(
    (why) => (phase === null || why.phases.includes(phase)) && says(`${why.question} ${why.answer}`, query.trim()),
  );
}
