"""What a game may offer besides its rules. Every capability is typed and optional.

A game lists what it has in `Game.capabilities`, and shared code asks for it there. Each entry is a function that makes
the capability when it is needed, because some capabilities need packages that others do not.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import msgspec

from turncoat.core.chance import Seed
from turncoat.core.errors import Refused
from turncoat.core.puzzles import Kind, Puzzle
from turncoat.core.record import Record
from turncoat.core.rule_book_types import Agreed as Agreed
from turncoat.core.rule_book_types import Book as Book
from turncoat.core.rule_book_types import BookCard as BookCard
from turncoat.core.rule_book_types import BookCell as BookCell
from turncoat.core.rule_book_types import BookRow as BookRow
from turncoat.core.rule_book_types import BookSection as BookSection
from turncoat.core.rule_book_types import BookTable as BookTable
from turncoat.core.rule_book_types import RuleBook as RuleBook
from turncoat.core.rule_book_types import WhyNot as WhyNot
from turncoat.core.types import Ask, Setup

if TYPE_CHECKING:
    from random import Random  # for annotations only: the core draws nothing from it


class OptionInfo(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An option of a ruleset: its default, its type, and its values where they are a list.

    A `doubtful` option is refused unless the set-up confirms it in another one, so a client need not offer it. An
    `offered` one is among the few that a set-up screen shows before all others.
    """

    default: Any
    type: str
    values: tuple[Any, ...] | None = None
    doubtful: bool = False
    offered: bool = False


class RoleInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A role. Plain roles fill the seats that are left, those with an `option` follow it, and the others are chosen.

    `helps` is the side whose chances the role raises, which need not be its own. `hunted`: the other side may name the
    player of this role at the end.
    """

    side: str
    plain: bool
    option: str | None
    helps: str | None = None
    hunted: bool = False


class LineUp(msgspec.Struct, frozen=True, kw_only=True):
    """A recommended choice of roles and options for a number of players."""

    id: str
    players: int
    roles: tuple[str, ...] = ()
    options: dict[str, Any] = {}


class Catalogue(Protocol):
    """What can be chosen before a game, so that a client need not know any rules."""

    @property
    def default_ruleset(self) -> str:
        """The ruleset to offer first."""

    def options(self, ruleset: str) -> Mapping[str, OptionInfo]:
        """Every option of the ruleset."""

    def roles(self, ruleset: str) -> Mapping[str, RoleInfo]:
        """Every role of the ruleset."""

    def lineups(self, ruleset: str) -> Sequence[LineUp]:
        """Recommended choices. A client may offer the one called `recommended` as its default."""

    def role_sets(self, ruleset: str) -> Sequence[tuple[str, ...]]:
        """Sets of optional roles that are worth comparing in a study of balance."""

    def words(self, ruleset: str) -> Mapping[str, Mapping[str, str]]:
        """What the ruleset calls things, by language and name."""

    def phases(self) -> Sequence[str]:
        """The phases that a clock may be set for."""


class Overview(Protocol):
    """What reports and lists show of a game."""

    def rules(self, setup: Setup) -> msgspec.Struct:
        """Everything that follows from a set-up and that everybody may know before the deal. Raises Refused."""

    def score(self, state: Any) -> msgspec.Struct:
        """The public score."""


class Line(msgspec.Struct, frozen=True):
    """A sentence to be spoken, and the seconds of silence after it."""

    id: str
    text: str
    pause: int


class Narration(Protocol):
    """What is spoken at a real table so that everybody learns what the rules let them know."""

    @property
    def languages(self) -> Sequence[str]:
        """The languages there are."""

    def script(self, setup: Setup, language: str = "en") -> tuple[Line, ...]:
        """The lines for a set-up; empty if nobody learns anything. Raises Refused."""


class Sight(msgspec.Struct, frozen=True, kw_only=True):
    """What some roles learn before play: `viewers` learn who has a role in `sees`, and know them as `known_as`."""

    viewers: tuple[str, ...]
    sees: tuple[str, ...]
    known_as: str
    text: str


class SightTable(Protocol):
    """Who learns what about whom in a set-up. All of it is public, and shown before the deal."""

    def sights(self, setup: Setup, language: str = "en") -> tuple[Sight, ...]:
        """One entry for each thing that some roles learn. Raises Refused."""


class Stake(msgspec.Struct, frozen=True, kw_only=True):
    """What follows from one answer to an ask: a code for programs and a sentence for people."""

    answer: str
    follows: str
    text: str


class Stakes(Protocol):
    """What follows from the answers to an ask, where a player should be warned."""

    def stakes(self, view: Any, ask: Ask, language: str = "en") -> tuple[Stake, ...]:
        """The stakes of an ask, as far as its seat may know them; empty if nothing special follows."""


class Chances(msgspec.Struct, frozen=True):
    """How likely each seat is on the hidden side, to somebody who sees a view.

    The `basis` is `people` if it goes by how people usually play, and `facts` if it goes by the facts alone. `percent`
    is the same as whole numbers that add up to a hundred for each member of that side.
    """

    seats: tuple[float, ...]
    basis: str
    percent: tuple[int, ...]


class Deduction(Protocol):
    """What follows from the public facts alone, and what people's actions tell beyond them."""

    def possible_sides(self, view: Any) -> tuple[tuple[int, ...], ...]:
        """Every set of seats that can be the hidden side, given what everybody has seen."""

    def contradicted(self, said: Sequence[tuple[int, Any]], view: Any) -> tuple[bool, ...]:
        """For each speaker and claim (`Talk.claim_type`), whether what everybody has seen rules it out."""

    def chances(self, view: Any) -> Chances:
        """How likely each seat is on the hidden side, given the view and how people usually play."""


class Sides(Protocol):
    """Which side each seat is on. It is used to measure bots and never shown to players."""

    def sides(self, state: Any) -> tuple[str, ...]:
        """The side of each seat, `good` or `evil`."""


class Talk(Protocol):
    """What players can claim in a form that people, records and bots can read, and who may talk in private."""

    @property
    def claim_type(self) -> Any:
        """The union of the claims' struct types."""

    def check_claim(self, claim: Any, setup: Setup) -> None:
        """Raise Refused if a claim makes no sense in this game. It must hold no free text."""

    def may_speak_before(self, ask: Ask) -> bool:
        """Whether bots make claims before they answer such an ask: being asked must tell nothing about their cards."""

    def is_honest(self, claim: Any, view: Any) -> bool | None:
        """Whether a claim says what its speaker knows; None if the speaker knows nothing about it."""

    def subject(self, claim: Any) -> object:
        """What a claim is about. A speaker's later claim about the same subject replaces the earlier one."""

    def confidants(self, state: Any) -> frozenset[int]:
        """The seats that may talk in private now."""

    def may_point_at(self, state: Any, seat: int) -> frozenset[int]:
        """Whom one of them may point at now, for the others to see. It must follow from what that seat knows."""

    def topics(self, state: Any) -> int:
        """How many things there have been to talk about so far, such as proposed teams.

        Bots speak once on each. It also says when in the game something was said.
        """


class InWords(Protocol):
    """A view as exact, compact English: everything that the seat may know, and nothing else.

    It never uses a player's name, because a player chose it: seats are called by number, as in `seat 3`.
    `turncoat.core.in_words` puts the parts together.
    """

    def rules(self, view: Any) -> Sequence[str]:
        """The rules of this set-up, in brief. Everybody may know them before the deal."""

    def history(self, view: Any) -> Sequence[str]:
        """What has happened, as a table with a line for each event worth remembering."""

    def situation(self, view: Any) -> Sequence[str]:
        """What everybody sees now."""

    def knowledge(self, view: Any) -> Sequence[str]:
        """What only this seat knows; for a spectator nothing."""

    def question(self, view: Any, ask: Ask) -> str:
        """What the seat is asked, and what is at stake."""

    def answer(self, view: Any, move: Any) -> str:
        """A legal answer in a few words, without a full stop."""

    def claim(self, claim: Any) -> str:
        """A claim (`Talk.claim_type`) as its speaker would say it."""


class Solitaire(Protocol):
    """What a game for one person offers besides its rules."""

    @property
    def player_side(self) -> str:
        """The winner in an outcome that the player has won. Another winner means a loss, and none a draw."""

    def advise(self, view: Any, ask: Ask, luck: Random, /) -> msgspec.Struct:
        """What a good player would do now."""

    def how_far(self, seed: Seed, options: Mapping[str, Any], /) -> msgspec.Struct:
        """The best result that a bot reaches with this deal."""


@dataclass(frozen=True, kw_only=True)
class BotRoster:
    """The bots that play a game, weakest first, each as the `module:name` of a function that makes it from a seed.

    The bots in `with_argument` are written `name:ARGUMENT`; their functions take the seed and the argument.
    """

    bots: Mapping[str, str]
    opponent: str
    stand_in: str
    levels: Sequence[str] = ()
    """Those that differ in strength alone, for people to choose, weakest first."""
    technical: frozenset[str] = frozenset()
    """Those that are for studies and tests. They can be named everywhere, but screens do not offer them."""
    former: Mapping[str, str] = field(default_factory=dict)
    """Earlier names of bots, which running tables and saved games go on using, with what they are called now."""
    with_argument: Mapping[str, str] = field(default_factory=dict)
    groups: Mapping[str, str] = field(default_factory=dict)
    """Many bots under one name, written `@NAME` in the arena: the `module:name` of a function that names them."""
    remote: frozenset[str] = frozenset()
    """Those of `with_argument` that run elsewhere, so that one waits for them instead of computing."""


class Terminal(Protocol):
    """How the game is drawn and played in a terminal. `turncoat.terminal` has the orders, screens and consoles."""

    def summary(self, ruleset: str) -> str:
        """One line that says what the ruleset is."""

    def describe(self, ruleset: str, console: Any) -> None:
        """Print the ruleset's parts and options."""

    def play(self, order: Any, screen: Any) -> None:
        """Play a new game to its end."""

    def resume(self, record: Record, order: Any, screen: Any) -> None:
        """Continue a saved game."""

    def replay(self, record: Record, seat: str | None, everything: bool, screen: Any) -> None:
        """Step through a record as a seat (None: a spectator) saw it, or with `everything` shown."""

    def tell(self, record: Record, seat: str | None, everything: bool, console: Any) -> None:
        """Print the same as text."""


class Print(Protocol):
    """A page to be printed, for playing at a real table."""

    @property
    def rulesets(self) -> Sequence[str]:
        """The rulesets that can be printed, the default first."""

    def sheet(self, setups: Sequence[Setup], language: str = "en", paper: str = "a4") -> bytes:
        """A PDF with one page for each set-up. Raises Refused."""


class Study(Protocol):
    """The analysis of a finished game."""

    def analyse(self, record: Record) -> msgspec.Struct:
        """What every seat could know, move by move. Raises CorruptRecord if the record cannot be analysed."""

    def summary(self, record: Record) -> str:
        """The same in a few lines of text."""

    def page(self, record: Record) -> str:
        """The same as an HTML page."""


class Samples(Protocol):
    """What the testing kit needs to know about a game."""

    def random_setup(self, ruleset: str, players: int, chance: Random, /) -> Setup:
        """An accepted set-up with options and roles drawn at random."""

    def other_world(self, record: Record, seat: int | None, chance: Random, /) -> Record | None:
        """Another record that the seat (None: a spectator) cannot tell from this one; None if there is no other.

        It holds the full deal and has as many moves. If the deck is the game's only secret, this can be the same record
        with the rest of the deck shuffled again.
        """


class NotImported(msgspec.Struct, frozen=True):
    """A line or file of a log that is not a game we can read, and why. `line` is 1 if the whole file is one game."""

    line: int
    id: str | int
    reason: str


class LogFormat(Protocol):
    """One form in which games are recorded elsewhere."""

    @property
    def fills_file(self) -> bool:
        """Whether a game fills a file. Otherwise it fills a line."""

    def read(self, text: bytes, name: str) -> Record:
        """The record of one game; `name` is that of its file. Raises Refused, or ValueError if it is no such game."""


class GameLogs(Protocol):
    """Turns games that were recorded elsewhere into our records."""

    @property
    def formats(self) -> Mapping[str, LogFormat]:
        """The forms that can be read, by name, the default first."""


class ScribeQuestion(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a scribe is asked next about a game that is played elsewhere, in the game's own words.

    `seat` is whom it is about. `entries` lists what can be answered, where that is a list. Otherwise the answer is
    about some or each of `seats`, or about `take` members of `pool`.
    """

    kind: str
    seat: int | None = None
    entries: tuple[Any, ...] = ()
    pool: tuple[str | int, ...] = ()
    take: int = 0
    seats: tuple[int, ...] = ()


class NotWritten(msgspec.Struct, frozen=True):
    """The first entry that does not fit what was written before it, by its index, and why."""

    at: int
    error: str
    message: str


class Certain(msgspec.Struct, frozen=True):
    """What the facts alone allow: the sets of seats that can be the hidden side, and how many there were at first.

    `seats` tells for each seat in how many of the sets it is.
    """

    sides: tuple[tuple[int, ...], ...]
    of: int
    seats: tuple[int, ...]


class ScribePage(msgspec.Struct, frozen=True, kw_only=True):
    """How far a game has been written down. The entries after one that does not fit are not read.

    `view` is what everybody has seen. `question` is None when nothing is left to be asked. `rows` gives, for each entry
    that was read, the proposal it belongs to, or None. `place` is where the game stands in the `Scribe.chart`.
    """

    view: Any
    question: ScribeQuestion | None
    rows: tuple[int | None, ...]
    facts: Certain
    place: int | None = None
    refused: NotWritten | None = None


class Scribe(Protocol):
    """Writes down a game that is played elsewhere: only what everybody sees there, and the deal when it is over."""

    @property
    def entry_type(self) -> Any:
        """The union of the entries' struct types."""

    def chart(self, setup: Setup) -> msgspec.Struct | None:
        """What follows what, so that somebody without a connection can go on writing; None: ask after every entry."""

    def write(self, setup: Setup, entries: Sequence[Any], eyes: int | None = None) -> ScribePage:
        """The page after these entries. The facts are a spectator's, or those of an ordinary player at seat `eyes`.

        Raises Refused if the set-up is not allowed. The page says what is wrong with an entry.
        """

    def through(self, page: ScribePage, eyes: int | None) -> Any:
        """The view of an ordinary player at a seat (None: a spectator), from which `Deduction.chances` can be told."""

    def record(self, setup: Setup, entries: Sequence[Any], **meta: Any) -> Record:
        """The finished game. Raises Refused if an entry does not fit, or something is still to be asked."""

    def sheet(self, page: ScribePage, names: Sequence[str]) -> Sequence[str]:
        """What has been written, as lines of text."""

    def question(self, page: ScribePage, names: Sequence[str]) -> Sequence[str]:
        """What is asked next and how it is answered at a keyboard, as lines of text."""

    def read_entry(self, text: str, page: ScribePage, names: Sequence[str]) -> Any:
        """What was typed as an answer to the page's question, as an entry. Raises Refused if it cannot be read."""


class RecordTables(Protocol):
    """A finished game as rows of tables, for people who study many games."""

    @property
    def columns(self) -> Mapping[str, Mapping[str, type]]:
        """The tables by name: their columns in order, each with its type, which is str, int or bool."""

    def rows(self, record: Record) -> Mapping[str, Sequence[tuple[Any, ...]]]:
        """The rows of a game in each table, without its id. Raises CorruptRecord."""


class Puzzles(Protocol):
    """Positions with a question that has one right answer."""

    @property
    def kinds(self) -> Sequence[Kind]:
        """The kinds of puzzles that the game can make by itself."""

    def shipped(self) -> Sequence[Puzzle]:
        """The puzzles that come with the game."""

    def make(self, kind: Kind, seed: str, /) -> Iterator[Puzzle | None]:
        """New puzzles without end. Equal seeds give equal puzzles. None stands for an attempt that gave nothing."""

    def from_record(self, record: Record, /) -> Sequence[Puzzle]:
        """Puzzles of the kind `people` from a finished game; empty if it holds nothing to ask."""

    def check(self, puzzle: Puzzle, /) -> str | None:
        """What is wrong with a puzzle, found without the code that makes puzzles; None if nothing is."""


C = TypeVar("C")
Maker = Callable[[], C]


@dataclass(frozen=True, kw_only=True)
class Capabilities:
    """Everything that a game offers. None means that it does not offer this."""

    catalogue: Maker[Catalogue] | None = None
    overview: Maker[Overview] | None = None
    narration: Maker[Narration] | None = None
    sight_table: Maker[SightTable] | None = None
    rule_book: Maker[RuleBook] | None = None
    stakes: Maker[Stakes] | None = None
    deduction: Maker[Deduction] | None = None
    sides: Maker[Sides] | None = None
    talk: Maker[Talk] | None = None
    in_words: Maker[InWords] | None = None
    solitaire: Maker[Solitaire] | None = None
    bots: Maker[BotRoster] | None = None
    terminal: Maker[Terminal] | None = None
    print: Maker[Print] | None = None
    study: Maker[Study] | None = None
    samples: Maker[Samples] | None = None
    game_logs: Maker[GameLogs] | None = None
    record_tables: Maker[RecordTables] | None = None
    scribe: Maker[Scribe] | None = None
    puzzles: Maker[Puzzles] | None = None
    moments: Mapping[str, float] = field(default_factory=dict)
    """How many seconds people at a server's table look at what everybody has just learnt, by the name of the event."""
    votes: frozenset[str] = frozenset()
    """The kinds of asks that are votes. A server's table can let people change theirs while nobody has seen it."""
    commands: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """Additional commands for the command line: by name, the `module:function` and one line of help."""


def lazily(path: str) -> Maker[Any]:
    """A capability given as `module:name`, or a module that is one. It is imported only when it is needed."""
    return lambda: pkgutil.resolve_name(path)


def offered(make: Maker[C] | None, what: str) -> C:
    """A capability that the caller needs. Raises Refused if the game does not offer it.

    >>> from turncoat.games import default_ruleset, find_game
    >>> offered(find_game(default_ruleset()).capabilities.narration, "narration").languages
    ('en', 'es', 'fr')
    """
    if make is None:
        raise Refused("NOT_OFFERED", f"This game has no {what}.")
    return make()
