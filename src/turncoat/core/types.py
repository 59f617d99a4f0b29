"""The vocabulary of every game: set-up, ask, move, event, step, outcome, and the Game protocol."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, Protocol, TypeAlias, TypeVar

import msgspec

if TYPE_CHECKING:
    from turncoat.core.capabilities import Capabilities

CHANCE: Final = None
"""The seat that chance moves are recorded under."""


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """What is agreed before the deal. `deal` fixes any part of the chance."""

    ruleset: str
    players: int = 1
    options: Mapping[str, Any] = {}
    roles: tuple[str, ...] = ()
    deal: Mapping[str, Any] = {}


class Lottery(msgspec.Struct, frozen=True):
    """What chance is asked for: `take` members of `pool` in order, every ordered choice equally likely."""

    pool: Sequence[str | int]
    take: int


class Draw(msgspec.Struct, frozen=True, tag_field="move", tag="draw"):
    """The one move of chance: what came out of the lottery of the ask of kind `of`."""

    of: str
    drawn: tuple[str | int, ...]


class OneOf(msgspec.Struct, frozen=True):
    """Any of these moves."""

    moves: tuple[Any, ...]


class Pick(msgspec.Struct, frozen=True):
    """Any `count` of the members of `among`, in their order, put into `field` of `move`."""

    move: Any
    field: str
    count: int
    among: tuple[Any, ...]

    def moves(self) -> tuple[Any, ...]:
        """The moves it stands for, in order."""
        chosen = combinations(self.among, self.count)
        return tuple(msgspec.structs.replace(self.move, **{self.field: members}) for members in chosen)


Shape: TypeAlias = OneOf | Pick


class Ask(msgspec.Struct, frozen=True):
    """An open question: the single source of what may be done.

    `moves` is complete and in a fixed order. Chance (seat CHANCE) answers by a `lottery`, whose outcomes are
    too many to list, or by the single move that the set-up's `deal` has fixed. `shape` describes the same moves in
    fewer words, for people and networks that should not be told 252 teams; where it is empty, the moves are a list.
    """

    seat: int | None
    kind: str
    moves: Sequence[Any] = ()
    lottery: Lottery | None = None
    shape: tuple[Shape, ...] = ()


class Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="event"):
    """Something that became known. `to` lists the seats that learn it; None means everybody.

    After an event that `reveals` something new no move can be taken back.
    """

    reveals: ClassVar[bool] = True

    to: tuple[int, ...] | None = None


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended, and why."""

    winner: str | None
    reason: str


State = TypeVar("State")
Move = TypeVar("Move", contravariant=True)
View = TypeVar("View", covariant=True)


class Step(msgspec.Struct, Generic[State], frozen=True):
    """The state after a move, and what became known by it."""

    state: State
    events: tuple[Event, ...] = ()


class Game(Protocol[State, Move, View]):
    """One stateless object per rule system. States are immutable; no method has side effects."""

    @property
    def name(self) -> str:
        """What the rule system is called in code and files."""

    @property
    def capabilities(self) -> Capabilities:
        """What the game offers beside its rules."""

    @property
    def rulesets(self) -> Sequence[str]:
        """The ids of the rulesets this game plays."""

    @property
    def move_type(self) -> Any:
        """The union of the game's move structs, chance's `Draw` included: what a record's moves decode to."""

    def version(self, ruleset: str) -> int:
        """The ruleset's version; it moves only when behaviour moves."""

    def seats(self, ruleset: str) -> Sequence[int]:
        """The numbers of players the ruleset allows."""

    def start(self, setup: Setup) -> State:
        """The state before the deal; its first asks are chance's. Raises Refused on a bad set-up."""

    def warnings(self, setup: Setup) -> tuple[str, ...]:
        """Codes of what is allowed but unwise in a set-up that `start` accepts."""

    def asks(self, state: State) -> tuple[Ask, ...]:
        """Every open question; empty when the game is over."""

    def play(self, state: State, seat: int | None, move: Move) -> Step[State]:
        """Answer an ask. Raises Refused, and then nothing has changed."""

    def view(self, state: State, seat: int | None) -> View:
        """What a seat may know, built by allow-list; None is a spectator. Raises Refused for no such seat."""

    def phase(self, state: State) -> str:
        """The public name of the stage of play."""

    def deal(self, state: State) -> dict[str, Any]:
        """All of the deal's chance that has fallen so far, in the form `Setup.deal` takes."""

    def dealt(self, state: State) -> bool:
        """Whether the deal is complete. What chance decides later is recorded among the moves."""

    def outcome(self, state: State) -> Outcome | None:
        """None while the game goes on."""


AnyGame: TypeAlias = Game[Any, Any, Any]


def asks_of(asks: Iterable[Ask], seat: int | None) -> tuple[Ask, ...]:
    """The asks that one seat owes an answer to.

    >>> asks_of((Ask(0, "vote"), Ask(1, "vote")), 1)[0].seat
    1
    """
    return tuple(ask for ask in asks if ask.seat == seat)


def visible(events: Iterable[Event], seat: int | None) -> tuple[Event, ...]:
    """The events that a seat (None: a spectator) learns of.

    >>> visible((Event(), Event(to=(2,))), 1) == (Event(),)
    True
    """
    return tuple(event for event in events if event.to is None or (seat is not None and seat in event.to))
