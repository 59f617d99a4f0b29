/** What a game's folder gives the shared screens: the default export of its `index.ts`. */
import type { Component } from 'svelte';
import type { Key } from '../i18n/catalogue';
import type { RecordListing, RulesetInfo } from '../net/schema';
import type { Switch } from '../ui/settings.svelte';
import type { Look } from '../ui/theme.svelte';
import type { PuzzleKit } from './puzzle/kit';
import type { Replay } from './replay.svelte';
import type { TableStore } from './table.svelte';
import type { Wish } from './wish.svelte';

/** The types of a game's messages, as its `schema.ts` has them. */
export type Messages = { view: unknown; event: { event: string }; move: { move: string } };

/** A picture on the start page that leads to a game. */
export type Poster = {
  ruleset: string;
  href: string;
  /** Who it is for. */
  note: Key;
  /** The style of its title, and the ground it is printed on. */
  title: string;
  ground: string;
  /** Where it hangs among the posters of all games. */
  rank: number;
};

/** A row of the start page that leads to a page of the game's own. */
export type HomeLink = { href: string; title: Key; what: Key };

type Chosen = { wish: Wish; info: RulesetInfo };

/** How a game is set up in the lobby. */
export type Setup = {
  /** Chooses characters, above the options. */
  Roles?: Component<Chosen>;
  /** Explains what is chosen, below the options. */
  Sight?: Component<Chosen>;
  /** The options that have a switch. */
  options(info: RulesetInfo): readonly string[];
  /** What there is to say of a set-up that can be dealt. `rules` is what the server's report says it comes to. */
  verdict(rules: unknown, ruleset: string): { title: string; facts: string[] };
};

/** A part that is loaded when it is first needed. */
type Lazy<Props extends object = Record<string, never>> = () => Promise<{ default: Component<Props> }>;

export interface Game<G extends Messages = Messages> {
  /** Its rulesets, in the order in which people ask for them, and the look of each. */
  rulesets: Record<string, Look>;
  /** The ruleset of a table that is opened without saying which. */
  first?: string;
  posters?: readonly Poster[];
  /** A box on the start page. */
  Home?: Component;
  /** Rows beside what every game has there. */
  links?: readonly HomeLink[];
  /** A finished game in the list on the start page. */
  Recent?: Component<{ record: RecordListing; title: string }>;
  /** Pages of its own, by the first part of their address. */
  pages?: Record<string, Lazy>;
  /** The address of this device's results, linked to from the start page. */
  results?: string;
  /** A scripted first game, for those who have never played: its address, and how many steps it has. */
  firstGame?: { href: string; steps: number };
  /** Lessons beyond it: the name under which this device keeps its progress, the address and the title of each. */
  lessons?: readonly { name: string; href: string; title: Key }[];
  /** The rules in a few sentences, and what each key does. */
  lesson?: readonly Key[];
  keys?: readonly Key[];
  /** Its switches on the page of settings; they are on until they are turned off. */
  switches?: readonly { name: Switch; label: Key }[];
  /** Events whose cards are turned before anything else is shown, and for how many milliseconds. */
  reveals?: Partial<Record<G['event']['event'], number>>;
  /** The drawings of the rule book, by the names that the server gives them. */
  Picture?: Lazy<{ picture: string; size: number }>;
  setup?: () => Promise<Setup>;
  /** A dealt table, for a player or a watcher. */
  Table?: Lazy<{ store: TableStore<G> }>;
  /** The same on a television, with nothing private. */
  Board?: Lazy<{ store: TableStore<G> }>;
  /** How its puzzles look and read. */
  puzzle?: () => Promise<PuzzleKit>;
  Replay?: Lazy<{ replay: Replay<G>; moment: number | null }>;
}

/** Forgets the types of a game's messages: the shared screens hand them on without looking inside. */
export const defineGame = <G extends Messages>(game: Game<G>) => game as unknown as Game;
