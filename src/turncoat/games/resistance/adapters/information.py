"""The information state of the seat to move as a list of numbers, for searches that ask for it at every step.

It equals the observation of the seat's view (`network.features.encode`) and what the seat remembers of its own cards;
a test compares them. It is faster because a `Sheet` is kept for each seat of a play, on which only what has changed is
written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from itertools import cycle
from typing import Any, NamedTuple

from turncoat.core.remembered import by_identity
from turncoat.games.resistance.network.features import (
    agreed,
    known_sets,
    mission_facts,
    own_facts,
    turned_sets,
)
from turncoat.games.resistance.network.layout import PHASES, PROPOSALS, layout, size
from turncoat.games.resistance.rules.game_rules import mask

Numbers = tuple[float, ...]
OWN = 12
"""What a seat remembers beside its view: for each mission whether it played and failed; whether it voted and how."""


_BITS = tuple((float("0"), float("1")) for _ in range(8))
"""Eight objects for each number. Copying a list counts up the references to each of its objects. Neighbours that are
the same object have to wait for each other, and a copy then takes more than twice as long."""


def _floats(piece: Iterable[Any]) -> Numbers:
    """Zeros and ones as numbers."""
    return tuple(bits[number] for bits, number in zip(cycle(_BITS), piece, strict=False))


@cache
def _turned(players: int, seat: int) -> tuple[Numbers, ...]:
    """For every set of seats its numbers, counted from a seat."""
    return tuple(map(_floats, turned_sets(players, seat, players)))


class Scene:
    """What everybody can see in a state, as numbers. `before` is an earlier scene of the same play.

    These fields of a state are public: `playable` refuses open and unnamed ballots, so a decided vote shows them all.
    """

    __slots__ = ("decided", "facts", "lady", "leader", "team")

    def __init__(self, state: Any, before: Scene | None) -> None:
        self.leader = 1 << state.leader
        self.team = _members(state.team) if state.team else 0
        self.lady = None if state.lady is None else (1 << state.lady, state.ladies)
        self.facts = _missions(state.results) + _now(state.phase, state.mission, state.rejections)
        self.decided: list[Row] = _rows(state.proposals, before.decided if before else [])


_members: Callable[[tuple[int, ...]], int] = cache(mask)

Row = tuple[int, int, int, int, Numbers]


def _rows(proposals: tuple[Any, ...], rows: list[Row]) -> list[Row]:
    """For each proposal the number of its row, its leader, its team and who approved as sets, and its facts."""
    if len(proposals) == len(rows):
        return rows
    rows = rows.copy()
    for proposal in proposals[len(rows) :]:
        facts = _row_facts(proposal.voters > 0, proposal.approved, proposal.mission)
        rows.append((_next_row(rows), 1 << proposal.leader, _members(proposal.team), proposal.yes, facts))
    return rows


def _next_row(rows: list[Row]) -> int:
    """The next one of the round, or the first one of the next round."""
    if not rows:
        return 0
    last, _, _, _, facts = rows[-1]
    approved = facts[2]
    return 5 * (last // 5 + 1) if approved else last + 1


@cache
def _row_facts(voted: bool, approved: bool, mission: int) -> Numbers:
    return _floats((True, voted, approved, *(place == mission for place in range(1, 6))))


@by_identity
def _missions(results: tuple[Any, ...]) -> Numbers:
    return tuple(number for result in results for number in _floats(mission_facts(result)))


@cache
def _now(phase: str, mission: int | None, rejections: int) -> Numbers:
    """Phase, the present mission, and rejections."""
    place = -1 if mission is None else mission - 1
    return _one(len(PHASES), PHASES.index(phase)) + _one(5, place) + _one(6, rejections)


@cache
def _one(width: int, place: int) -> Numbers:
    return _floats(number == place for number in range(width))


class OwnPart:
    """What a seat alone knows, from its view, as numbers. It must be a view of a moment at which the seat is asked."""

    def __init__(self, view: Any) -> None:
        players, seat = view.rules.players, view.you.seat
        self.turned, self.places = _turned(players, seat), _places(players)
        self.sheet = list(_floats(bytes(size(players) + OWN)))
        """A sheet on which nothing is written but this."""
        self.sheet[self.places.known] = [number for members in known_sets(view.you) for number in self.turned[members]]
        self.sheet[self.places.own] = [number for piece in own_facts(view) for number in _floats(piece)]
        self.sheet[self.places.agreed] = _floats(agreed(view.rules))


Cards = tuple[tuple[int, bool], ...]


class Sheet:
    """The information state of one seat, written on as a play goes on. `facts` are those that anybody has learned."""

    __slots__ = ("_cards", "_decided", "_numbers", "_places", "_scene", "_turned", "facts")

    def __init__(self, own: OwnPart, facts: Any) -> None:
        self.facts = facts
        self._turned, self._places, self._numbers = own.turned, own.places, own.sheet.copy()
        self._scene: Scene | None = None
        self._cards: Cards = ()
        self._decided = 0

    def numbers(self, scene: Scene, cards: Cards) -> list[float]:
        """The information state when the seat has to answer."""
        if scene is not self._scene:
            self._write(scene)
        if cards is not self._cards:
            self._numbers[-OWN:] = memory(cards)
            self._cards = cards
        return self._numbers.copy()

    def _write(self, scene: Scene) -> None:
        numbers, places, turned, decided = self._numbers, self._places, self._turned, scene.decided
        numbers[places.facts] = scene.facts
        numbers[places.leader_and_team] = turned[scene.leader] + turned[scene.team]
        if scene.lady is not None:
            numbers[places.ladies] = turned[scene.lady[0]] + turned[scene.lady[1]]
        for row, leader, team, yes, facts in decided[self._decided :]:
            numbers[places.rows[row]] = turned[leader] + turned[team] + turned[yes]
            numbers[places.row_facts[row]] = facts
        self._decided = len(decided)
        self._scene = scene


class Sheets(dict[int, Sheet]):
    """The sheets of one play by seat. A copy of the play begins with none."""

    def __deepcopy__(self, memo: Any) -> Sheets:
        return Sheets()


class _Places(NamedTuple):
    """Where the parts of an information state lie."""

    rows: list[slice]
    leader_and_team: slice
    ladies: slice
    known: slice
    row_facts: list[slice]
    facts: slice
    own: slice
    agreed: slice


@cache
def _places(players: int) -> _Places:
    at, width = layout(players), 3 * players
    first, facts = at["proposals"].start, at["proposal_facts"].start
    return _Places(
        rows=[slice(first + width * row, first + width * row + width) for row in range(PROPOSALS)],
        leader_and_team=slice(at["leader"].start, at["team"].stop),
        ladies=slice(at["lady"].start, at["past_ladies"].stop),
        known=at["known"],
        row_facts=[slice(facts + 8 * row, facts + 8 * row + 8) for row in range(PROPOSALS)],
        facts=slice(at["missions"].start, at["rejections"].stop),
        own=slice(at["role"].start, at["players"].start),
        agreed=slice(at["players"].start, at["flags"].stop),
    )


def memory(cards: Iterable[tuple[int, bool]], ballot: bool | None = None) -> list[float]:
    """What a seat remembers beside its view: its cards by mission, and its ballot while the others still vote.

    >>> memory([(2, True)])
    [0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]
    """
    numbers = [0.0] * OWN
    for mission, failed in cards:
        numbers[2 * mission - 2 : 2 * mission] = 1.0, float(failed)
    if ballot is not None:
        numbers[10:] = 1.0, float(ballot)
    return numbers
