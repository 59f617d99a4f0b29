/** How puzzles of the family look and read. */
import { fill, language, list, number, t, upper, type Params } from '../../i18n/words.svelte';
import type { PuzzlePosition, PuzzleSolution } from '../../net/schema';
import type { Hint, PuzzleKit, PuzzleWords, Reason } from '../../table/puzzle/kit';
import type { People } from '../../table/people';
import { labelOf } from '../past';
import { roleSaid } from '../sentences';
import Choice from './Choice.svelte';
import { askOf, choiceOf, pieces, viewOf, whyOf, type Act, type Clue } from './evidence';
import { whoOf } from './people';
import Position from './Position.svelte';
import type { Words } from './words-en';

const FILES = import.meta.glob<Words>('./words-*.ts', { import: 'default' });

type Told = Words['left'] | string;
type Ask = keyof Words['title'];

/** A puzzle in one language. */
class Saying {
  readonly view;
  readonly who: People;
  readonly ask: Ask;

  constructor(
    readonly words: Words,
    readonly puzzle: PuzzlePosition,
  ) {
    this.view = viewOf(puzzle);
    this.who = whoOf(this.view.rules.players, puzzle.seat ?? null);
    this.ask = askOf(puzzle).ask as Ask;
  }

  say(message: Told, params: Params = {}): string {
    const { role, mission, named } = askOf(this.puzzle);
    const known: Params = {
      spy: t('word.spy'),
      loyal: t('word.loyal'),
      won: t('end.good'),
      mission: t('word.mission'),
      missions: t('word.missions'),
      n: mission ?? this.view.mission ?? 0,
      role: role ? roleSaid(role) : '',
      named: named === undefined ? '' : this.who.name(named),
    };
    return upper(fill(message, { ...known, ...params }, language()));
  }

  names = (seats: readonly number[] = []) => this.who.names(seats);

  known(): string {
    const you = this.view.you;
    if (!you) return '';
    const as = (label: string) =>
      Object.keys(you.knows)
        .map(Number)
        .filter((seat) => you.knows[seat] === label && !seen.some((fact) => fact.seat === seat));
    const seen = you.seen.flatMap((fact) => ('side' in fact ? [fact] : []));
    const parts = [this.say(this.words.you, { role: roleSaid(you.role) })];
    const tell = (message: string, seats: number[]) =>
      seats.length && parts.push(this.say(message, { names: this.names(seats) }));
    tell(you.side === 'evil' ? this.words.fellows : this.words.evil, as('evil'));
    tell(this.words.pair, as('merlin-or-morgana'));
    tell(this.words.merlin, as('merlin'));
    for (const { seat, side } of seen)
      parts.push(this.say(this.words.loyalty[side === 'good' ? 'good' : 'evil'], { name: this.who.name(seat) }));
    return parts.join(' ');
  }

  choice(index: number): string {
    const choice = choiceOf(this.puzzle, index);
    if (choice.seats)
      return upper(choice.seats.length === 1 ? this.who.name(choice.seats[0]!) : this.names(choice.seats));
    if (choice.number !== undefined) return number(choice.number);
    return choice.approve === null ? this.words.neither : t(choice.approve ? 'vote.yes' : 'vote.no');
  }

  question(): string {
    const asked = this.say(this.words.question[this.ask]);
    const fifth = this.ask === 'vote' && this.view.rules.options.fifth_proposal === 'auto_approve';
    return fifth ? `${asked} ${this.words.fifth}` : asked;
  }

  answer({ right }: PuzzleSolution): string {
    const { seats, number: count } = choiceOf(this.puzzle, right);
    return this.say(this.words.answer[this.ask], {
      names: seats?.length === 1 ? this.who.name(seats[0]!) : this.names(seats),
      number: count ?? '',
      vote: this.choice(right),
    });
  }

  reasons(solution: PuzzleSolution): Reason[] {
    const why = whyOf(solution);
    const told = (why.clues ?? []).flatMap((clue) => this.secret(clue));
    const marked = pieces(why).map((piece, k) => ({
      mark: k + 1,
      at: piece.proposal,
      text: 'team' in piece ? this.mission(piece) : this.act(piece),
    }));
    return [...told, ...marked, ...this.conclusion(solution)];
  }

  private secret(clue: Clue): Reason[] {
    return clue.clue === 'mission' || !this.view.you
      ? []
      : clue.clue === 'sight'
        ? [{ text: this.known() }]
        : [
            {
              text: this.say(this.words.loyalty[clue.side === 'good' ? 'good' : 'evil'], {
                name: this.who.name(clue.seat),
              }),
            },
          ];
  }

  private mission(clue: Extract<Clue, { clue: 'mission' }>): string {
    const fails = t('mission.fails', { n: clue.fails });
    const went = this.say(this.words.went, { n: clue.mission, names: this.names(clue.team), fails });
    return clue.own === undefined ? went : `${went} ${clue.own ? this.words.ownSuccess : this.words.ownFail}`;
  }

  private act({ proposal: index, seat }: Act): string {
    const proposal = this.view.proposals[index]!;
    const form = proposal.leader === seat ? 'named' : proposal.votes[seat] ? 'approved' : 'rejected';
    const name = this.who.name(seat);
    const did = this.say(this.words[form], {
      name,
      label: labelOf(this.view.proposals, index),
      names: this.names(proposal.team),
    });
    const result = this.view.missions[proposal.mission - 1];
    const failed = proposal.approved && result && !result.success && proposal.team.includes(seat);
    return failed ? `${did} ${this.say(this.words.failed, { name })}` : did;
  }

  private conclusion({ right, why: raw }: PuzzleSolution): Reason[] {
    const why = whyOf({ right, why: raw, is_right: null });
    if (why.chances) return [{ text: this.say(this.words.chances, { list: this.chances(why.chances) }) }];
    if (this.ask === 'vote') {
      const form = (['approveWins', 'rejectWins', 'noneWins'] as const)[right]!;
      return [{ text: this.say(this.words[form], { names: this.names(why.clean) }) }];
    }
    const seats = choiceOf(this.puzzle, right).seats ?? [];
    const names = seats.length === 1 ? this.who.name(seats[0]!) : this.names(seats);
    const follows = this.words.follows[this.ask as keyof Words['follows']] ?? '';
    const left = this.say(this.words.left, { n: why.left ?? 0, of: why.of ?? 0 });
    return [{ text: `${left} ${follows && this.say(follows, { names })}`.trim() }];
  }

  private chances(shares: readonly number[]): string {
    const order = shares.map((_, k) => k).sort((one, other) => shares[other]! - shares[one]!);
    return list(order.map((k) => `${this.choice(k)} ${number(shares[k]!, { style: 'percent' })}`));
  }

  hint(hint: Hint): string {
    return this.say(this.words.hint, { label: labelOf(this.view.proposals, Number(hint['proposal'])) });
  }
}

/** The proposal that a hint points at, if it points at one. */
const litBy = ({ proposal }: Hint) => (typeof proposal === 'number' ? proposal : null);

async function speak(tongue: string): Promise<PuzzleWords> {
  const words = await FILES[`./words-${tongue}.ts`]!();
  const of = (puzzle: PuzzlePosition) => new Saying(words, puzzle);
  return {
    title: (puzzle) => of(puzzle).say(words.title[of(puzzle).ask]),
    known: (puzzle) => of(puzzle).known(),
    question: (puzzle) => of(puzzle).question(),
    choice: (puzzle, index) => of(puzzle).choice(index),
    answer: (puzzle, solution) => of(puzzle).answer(solution),
    reasons: (puzzle, solution) => of(puzzle).reasons(solution),
    hint: (puzzle, hint) => of(puzzle).hint(hint),
  };
}

const kit: PuzzleKit = { Position, Choice, litBy, hasTable: true, speak };
export default kit;
