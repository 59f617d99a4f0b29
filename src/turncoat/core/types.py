"""The types that every game uses: set-up, ask, move, event, step, outcome, and the protocol of a game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, Protocol, TypeAlias, TypeVar

import msgspec

if TYPE_CHECKING:
    from turncoat.core.capabilities import Capabilities

CHANCE: Final = None
"""The seat of chance in asks and records."""


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """What is agreed before the game. `deal` fixes parts of the deal that chance would otherwise draw."""

    ruleset: str
    players: int = 1
    options: Mapping[str, Any] = {}
    roles: tuple[str, ...] = ()
    deal: Mapping[str, Any] = {}


class Lottery(msgspec.Struct, frozen=True):
    """What chance has to draw: `take` members of `pool` in order. Every ordered choice is equally likely."""

    pool: Sequence[str | int]
    take: int


class Draw(msgspec.Struct, frozen=True, tag_field="move", tag="draw"):
    """The move of chance: what was drawn for the ask of kind `of`."""

    of: str
    drawn: tuple[str | int, ...]


class OneOf(msgspec.Struct, frozen=True):
    """One of these moves."""

    moves: tuple[Any, ...]


class Pick(msgspec.Struct, frozen=True):
    """`move` with any `count` members of `among`, in their order, in its `field`."""

    move: Any
    field: str
    count: int
    among: tuple[Any, ...]

    def moves(self) -> tuple[Any, ...]:
        """All the moves that this describes, in order."""
        chosen = combinations(self.among, self.count)
        return tuple(msgspec.structs.replace(self.move, **{self.field: members}) for members in chosen)


Shape: TypeAlias = OneOf | Pick


class Ask(msgspec.Struct, frozen=True):
    """A question that a seat has to answer, with all the moves that answer it. Nothing else is legal.

    `moves` is complete and in a fixed order. An ask to chance (seat CHANCE) has a `lottery` instead, because it has too
    many outcomes to list, or the single move that the set-up's `deal` has fixed. `shape` describes the same moves
    briefly, so that clients and networks need not handle 252 teams; if it is empty, the moves are just a list. `card`
    is the card that asks, where neither the kind nor the moves name it.
    """

    seat: int | None
    kind: str
    moves: Sequence[Any] = ()
    lottery: Lottery | None = None
    shape: tuple[Shape, ...] = ()
    card: str | None = None


class Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="event"):
    """Something that became known to the seats in `to`; None means to everybody.

    After an event that `reveals` something new, no move can be taken back.
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
    """The state after a move, and what became known through the move."""

    state: State
    events: tuple[Event, ...] = ()


class Game(Protocol[State, Move, View]):
    """A rule system. The object itself has no state, game states are immutable, and no method has side effects.

    A class that inherits from it need not write `version` before its behaviour changes, nor `warnings` if it has none.
    """

    @property
    def name(self) -> str:
        """The name of the rule system in code and files."""

    @property
    def capabilities(self) -> Capabilities:
        """What the game offers besides its rules."""

    @property
    def rulesets(self) -> Sequence[str]:
        """The ids of the rulesets that this game plays."""

    @property
    def move_type(self) -> Any:
        """The union of the game's move structs, including `Draw`. A record's moves are decoded as this type."""

    def version(self, ruleset: str) -> int:
        """The ruleset's version, which changes only when the rules do."""
        return 1

    def seats(self, ruleset: str) -> Sequence[int]:
        """The numbers of players that the ruleset allows."""

    def start(self, setup: Setup) -> State:
        """The state before the deal, in which chance is asked first. Raises Refused if the set-up is not allowed."""

    def warnings(self, setup: Setup) -> tuple[str, ...]:
        """Codes for what is allowed but unwise in a set-up that `start` accepts."""
        return ()

    def asks(self, state: State) -> tuple[Ask, ...]:
        """Every open ask; empty when the game is over."""

    def play(self, state: State, seat: int | None, move: Move) -> Step[State]:
        """Answer an ask. Raises Refused if the move is not legal."""

    def view(self, state: State, seat: int | None) -> View:
        """What a seat (None: a spectator) may know. Raises Refused if there is no such seat."""

    def phase(self, state: State) -> str:
        """The name of the current phase, which is public."""

    def deal(self, state: State) -> dict[str, Any]:
        """The deal so far, in the form that `Setup.deal` takes."""

    def dealt(self, state: State) -> bool:
        """Whether the deal is complete. What chance draws later is recorded among the moves."""

    def outcome(self, state: State) -> Outcome | None:
        """How the game ended; None while it goes on."""


AnyGame: TypeAlias = Game[Any, Any, Any]


def asks_of(asks: Iterable[Ask], seat: int | None) -> tuple[Ask, ...]:
    """The asks that one seat has to answer.

    >>> asks_of((Ask(0, "vote"), Ask(1, "vote")), 1)[0].seat
    1
    """
    return tuple(ask for ask in asks if ask.seat == seat)


def visible(events: Iterable[Event], seat: int | None) -> tuple[Event, ...]:
    """The events that a seat (None: a spectator) learns about.

    >>> visible((Event(), Event(to=(2,))), 1) == (Event(),)
    True
    """
    return tuple(event for event in events if event.to is None or (seat is not None and seat in event.to))
