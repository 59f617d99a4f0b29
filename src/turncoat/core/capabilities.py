"""What a game may offer beside its rules. Every capability is optional and typed; shared rooms ask for it by name.

A game lists what it has in `Game.capabilities`. Each entry is a function that makes the capability when it is first
wanted, because some of them need packages that others do not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import msgspec

from turncoat.core.chance import Seed
from turncoat.core.errors import Refused
from turncoat.core.record import Record
from turncoat.core.types import Ask, Setup

if TYPE_CHECKING:
    from random import Random  # the callers' own chance: nothing here draws


class OptionInfo(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An option of a ruleset: its default and what it may be (`values`, or a number or list by `type`)."""

    default: Any
    type: str
    values: tuple[Any, ...] | None = None


class RoleInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A role. A plain one fills the rest; one with an `option` is in play while that is on; others are chosen."""

    side: str
    plain: bool
    option: str | None


class LineUp(msgspec.Struct, frozen=True, kw_only=True):
    """A recommended choice of roles and options for a number of players."""

    id: str
    players: int
    roles: tuple[str, ...] = ()
    options: dict[str, Any] = {}


class Catalogue(Protocol):
    """What can be chosen before a game, told so that a client needs no rules."""

    @property
    def default_ruleset(self) -> str:
        """The ruleset to offer first."""

    def options(self, ruleset: str) -> Mapping[str, OptionInfo]:
        """Every option of the ruleset."""

    def roles(self, ruleset: str) -> Mapping[str, RoleInfo]:
        """Every role of the ruleset."""

    def lineups(self, ruleset: str) -> Sequence[LineUp]:
        """Recommended choices; the one called `recommended` is dealt by one click."""

    def role_sets(self, ruleset: str) -> Sequence[tuple[str, ...]]:
        """Sets of optional roles worth comparing in a study of balance."""

    def words(self, ruleset: str) -> Mapping[str, Mapping[str, str]]:
        """The ruleset's own words, by language and name."""

    def phases(self) -> Sequence[str]:
        """The stages of play that a clock may be set for."""


class Overview(Protocol):
    """What reports and lists show of a game."""

    def rules(self, setup: Setup) -> msgspec.Struct:
        """Everything that follows from a set-up and that everybody may know before the deal. Raises Refused."""

    def score(self, state: Any) -> msgspec.Struct:
        """The public score."""


class Line(msgspec.Struct, frozen=True):
    """A sentence to be said, and the seconds of silence after it."""

    id: str
    text: str
    pause: int


class Narration(Protocol):
    """The words that open a game at a real table."""

    @property
    def languages(self) -> Sequence[str]:
        """The languages it can be spoken in."""

    def script(self, setup: Setup, language: str = "en") -> tuple[Line, ...]:
        """The lines for a set-up; none where nobody learns anything. Raises Refused."""


class Sight(msgspec.Struct, frozen=True, kw_only=True):
    """What some roles learn before play: `viewers` learn who has one of the roles in `sees`, as `known_as`."""

    viewers: tuple[str, ...]
    sees: tuple[str, ...]
    known_as: str
    text: str


class SightTable(Protocol):
    """Who learns what about whom, for everybody to read before they agree to a set-up."""

    def sights(self, setup: Setup, language: str = "en") -> tuple[Sight, ...]:
        """One row for each thing that is learnt. Raises Refused."""


class Stake(msgspec.Struct, frozen=True, kw_only=True):
    """What follows if an ask is answered in some way: a code for programs and a sentence for people."""

    answer: str
    follows: str
    text: str


class Stakes(Protocol):
    """What hangs on an answer."""

    def stakes(self, view: Any, ask: Ask, language: str = "en") -> tuple[Stake, ...]:
        """The stakes of an ask, from what its seat sees; empty where nothing special follows."""


class Deduction(Protocol):
    """What the public facts alone still allow."""

    def possible_sides(self, view: Any) -> tuple[tuple[int, ...], ...]:
        """Every set of seats that may be the hidden side, given what everybody has seen."""


class Sides(Protocol):
    """Which side each seat is on: for measuring bots, never for players."""

    def sides(self, state: Any) -> tuple[str, ...]:
        """The side of each seat, `good` or `evil`."""


class Talk(Protocol):
    """Claims in a form that people, records and bots all read, and who may confer in private."""

    @property
    def claim_type(self) -> Any:
        """The union of the claims' structs."""

    def check_claim(self, claim: Any, setup: Setup) -> None:
        """Raise Refused if a claim makes no sense at this table."""

    def may_speak_before(self, ask: Ask) -> bool:
        """Whether bots make claims before they answer such an ask: being asked must tell nothing about their cards."""

    def subject(self, claim: Any) -> object:
        """What a claim is about: of a speaker's claims about one thing only the last stands."""

    def confidants(self, state: Any) -> frozenset[int]:
        """The seats that may confer in private now."""

    def proposals_seen(self, state: Any) -> int:
        """How many proposals everybody has seen, to place a line of talk in the game."""


class Solitaire(Protocol):
    """What a game for one person offers beside its rules."""

    @property
    def player_side(self) -> str:
        """The winner of an outcome that the player has won; another winner is a loss, none a draw."""

    def advise(self, view: Any, ask: Ask, luck: Random, /) -> msgspec.Struct:
        """What a good player would do now."""

    def how_far(self, seed: Seed, options: Mapping[str, Any], /) -> msgspec.Struct:
        """The best result that a bot reaches on a deal."""


@dataclass(frozen=True, kw_only=True)
class BotRoster:
    """The bots that play a game, weakest first, each as the `module:name` of what makes it from a seed.

    `with_argument` are bots written `name:ARGUMENT`; what makes them takes the seed and the argument.
    """

    bots: Mapping[str, str]
    opponent: str
    stand_in: str
    with_argument: Mapping[str, str] = field(default_factory=dict)
    remote: frozenset[str] = frozenset()
    """Those of `with_argument` that somebody else serves: they are waited for, not computed."""


class Terminal(Protocol):
    """How the game is drawn and played in a terminal. Screens and consoles are those of `turncoat.terminal`."""

    def summary(self, ruleset: str) -> str:
        """One line on what the ruleset is."""

    def describe(self, ruleset: str, console: Any) -> None:
        """Print the ruleset's parts and options."""

    def play(self, order: Any, screen: Any) -> None:
        """Play a game from the deal to its end."""

    def resume(self, record: Record, order: Any, screen: Any) -> None:
        """Go on with a game that was saved."""

    def replay(self, record: Record, seat: str | None, everything: bool, screen: Any) -> None:
        """Step through a record as a seat (None: a spectator) saw it, or with nothing hidden."""

    def tell(self, record: Record, seat: str | None, everything: bool, console: Any) -> None:
        """Print the same story at once."""


class Print(Protocol):
    """A page to print for playing at a real table."""

    @property
    def rulesets(self) -> Sequence[str]:
        """The rulesets that can be printed; the first is the usual one."""

    def sheet(self, setups: Sequence[Setup], language: str = "en", paper: str = "a4") -> bytes:
        """A PDF with one page for each set-up. Raises Refused."""


class Study(Protocol):
    """What there is to learn from a finished game."""

    def analyse(self, record: Record) -> msgspec.Struct:
        """What every seat could know, move by move. Raises CorruptRecord where there is nothing to study."""

    def summary(self, record: Record) -> str:
        """The same in a few lines of text."""

    def page(self, record: Record) -> str:
        """The same as a page of HTML."""


class Samples(Protocol):
    """What the testing kit needs to know about a game."""

    def random_setup(self, ruleset: str, players: int, chance: Random, /) -> Setup:
        """An accepted set-up with options and roles drawn at random."""

    def other_world(self, record: Record, seat: int | None, chance: Random, /) -> Record | None:
        """Another record that the seat (None: a spectator) cannot tell from this one; None if there is no other.

        It is complete in its deal and equally long. A game whose only secret is the undrawn deck can return the
        record with that deck shuffled again.
        """


class NotImported(msgspec.Struct, frozen=True):
    """A line of a log that could not be read as a game, and why."""

    line: int
    id: str | int
    reason: str


class GameLogs(Protocol):
    """Games recorded elsewhere, as records of ours."""

    def read(self, lines: Iterable[bytes]) -> Iterable[Record | NotImported]:
        """One record for each line, or the reason why there is none."""


C = TypeVar("C")
Maker = Callable[[], C]


@dataclass(frozen=True, kw_only=True)
class Capabilities:
    """Everything a game offers. What is None is not offered."""

    catalogue: Maker[Catalogue] | None = None
    overview: Maker[Overview] | None = None
    narration: Maker[Narration] | None = None
    sight_table: Maker[SightTable] | None = None
    stakes: Maker[Stakes] | None = None
    deduction: Maker[Deduction] | None = None
    sides: Maker[Sides] | None = None
    talk: Maker[Talk] | None = None
    solitaire: Maker[Solitaire] | None = None
    bots: Maker[BotRoster] | None = None
    terminal: Maker[Terminal] | None = None
    print: Maker[Print] | None = None
    study: Maker[Study] | None = None
    samples: Maker[Samples] | None = None
    game_logs: Maker[GameLogs] | None = None
    commands: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """Commands of its own for the command line: by name the `module:function` and one line of help."""


def lazily(path: str) -> Maker[Any]:
    """A capability by its `module:name`. The module is imported when the capability is first wanted."""
    module, _, name = path.partition(":")
    return lambda: getattr(import_module(module), name)


def offered(make: Maker[C] | None, what: str) -> C:
    """A capability that the caller cannot do without. Raises Refused where the game does not offer it.

    >>> from turncoat.games import default_ruleset, find_game
    >>> offered(find_game(default_ruleset()).capabilities.narration, "narration").languages
    ('en', 'es', 'fr')
    """
    if make is None:
        raise Refused("NOT_OFFERED", f"This game has no {what}.")
    return make()
