"""Which deals a view allows, exactly, and how likely each is once others' actions are weighed.

A world is a deal of the characters. What a seat was shown (its role, its sight, loyalties) leaves some deals; the
missions then rule out evil sides that cannot have given that many fails. What is left is equally likely until the
seats' actions are weighed, each by its own factor: `Belief.weigh` takes any policy that tells how likely an action
was from what its seat knew.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, lru_cache
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from turncoat.games.resistance.belief.cast import EVIL, Bools, Cast, Floats, Ints, cast_of
from turncoat.games.resistance.belief.evil_sides import Fact, evil_sides, seen_cards, sides_that_fit
from turncoat.games.resistance.rules.state import LoyaltyFact
from turncoat.games.resistance.rules.view import View, You


class Mind(msgspec.Struct, frozen=True):
    """What a seat knows after the reveal: its own character, and others by seat as `evil`, `merlin` and so on."""

    seat: int
    role: str
    knows: dict[int, str]


class Room:
    """The deals that fit what one seat was shown. It changes only when a loyalty is seen.

    Deals that no action can tell apart (same evil side, same Merlin, same sight of his) form a group.
    """

    def __init__(self, cast: Cast, rows: Ints) -> None:
        self.cast = cast
        self.rows = rows
        codes = (cast.set_of[rows] * len(cast.seen) + cast.seen_of[rows]) * 16 + cast.merlin[rows] + 1
        keys, self.group_of, self.sizes = np.unique(codes, return_inverse=True, return_counts=True)
        self.merlin = keys % 16 - 1
        self.seen = keys // 16 % len(cast.seen)
        self.evil = keys // 16 // len(cast.seen)


class Belief:
    """Weights over the deals a view allows."""

    def __init__(
        self, room: Room, possible: Bools, log_weights: Floats | None = None, worlds: Floats | None = None
    ) -> None:
        """`possible` tells which evil sides the missions allow. Weights are by group of the room, or by deal."""
        self.room = room
        self.cast = room.cast
        self._possible = possible
        self._worlds = worlds
        if worlds is not None:
            self.groups = _sums(room.group_of, worlds, len(room.sizes))
            return
        logs = np.zeros(len(room.sizes)) if log_weights is None else log_weights
        logs = np.where(possible[room.evil], logs, -np.inf)
        weights = room.sizes * np.exp(logs - logs.max())
        self.groups = np.asarray(weights / weights.sum())

    @property
    def table(self) -> NDArray[np.int8]:
        """The deals, a row each: role numbers by seat."""
        return self.cast.table[self.room.rows]

    @property
    def worlds(self) -> Floats:
        """The probability of each deal of `table`."""
        if self._worlds is None:
            self._worlds = (self.groups / self.room.sizes)[self.room.group_of]
        return self._worlds

    @cached_property
    def sides(self) -> Floats:
        """The probability of each evil side of the cast."""
        return _sums(self.room.evil, self.groups, len(self.cast.sets))

    @cached_property
    def evil(self) -> Floats:
        """The probability that a seat is evil."""
        return np.asarray(self.sides @ self.cast.members)

    @cached_property
    def merlin(self) -> Floats:
        """The probability that a seat is Merlin; zero everywhere in a game without him."""
        return _sums(self.room.merlin + 1, self.groups, self.cast.players + 1)[1:]

    @cached_property
    def roles(self) -> Floats:
        """The probability that a seat (row) has a role (column, as in `cast.names`)."""
        kinds, table = len(self.cast.names), self.table
        columns = [_sums(table[:, seat], self.worlds, kinds) for seat in range(self.cast.players)]
        return np.array(columns)

    @property
    def entropy(self) -> float:
        """What is not known yet, in bits."""
        some = self.worlds[self.worlds > 0]
        return float(-(some * np.log2(some)).sum())

    @property
    def likeliest(self) -> tuple[str, ...]:
        """The most likely deal, by seat."""
        row = self.table[int(np.argmax(self.worlds))]
        return tuple(self.cast.names[number] for number in row)

    def probability(self, roles: tuple[str, ...]) -> float:
        """How likely a whole deal is."""
        row = np.array([self.cast.names.index(name) for name in roles])
        return float(self.worlds[(self.table == row).all(axis=1)].sum())

    def duty(self, you: You | None) -> Floats:
        """The probability that a seat holds the assassin's duty: it falls on any evil seat alike."""
        players, evil = self.cast.players, self.evil.copy()
        if you is not None and you.assassin:
            return np.asarray(np.arange(players) == you.seat, float)
        if you is not None:
            evil[you.seat] = 0.0
        return np.asarray(evil / max(evil.sum(), 1e-300))

    def weigh(self, seat: int, likelihood: Callable[[Mind], float]) -> Belief:
        """The belief after an action of `seat`, by how likely it was from each mind that seat may have."""
        minds, of = self.minds(seat)
        factors = np.array([likelihood(mind) for mind in minds])
        weights = self.worlds * factors[of]
        return Belief(self.room, self._possible, worlds=weights / weights.sum())

    def minds(self, seat: int) -> tuple[list[Mind], Ints]:
        """What a seat may know, and for each deal which of these it is."""
        cast, table = self.cast, self.table
        codes = table[:, seat].astype(np.int64)
        for other in range(cast.players):
            label = cast.sight[table[:, seat], table[:, other]] * (other != seat)
            codes = codes * len(cast.labels) + label
        _, first, of = np.unique(codes, return_index=True, return_inverse=True)
        roles = [tuple(cast.names[number] for number in table[at]) for at in first]
        return [Mind(seat, deal[seat], cast.rules.sight(deal, seat)) for deal in roles], of


def _sums(places: NDArray[np.integer[Any]], weights: Floats, length: int) -> Floats:
    """The weights added up by place."""
    return np.asarray(np.bincount(places, weights, length), np.float64)


def room_of(view: View) -> Room:
    """The deals that fit what the view's seat was shown, before the missions are looked at."""
    cast = cast_of(view.rules)
    if view.roles is not None:
        row = np.array([cast.names.index(name) for name in view.roles])
        return Room(cast, np.nonzero((cast.table == row).all(axis=1))[0])
    if view.you is None:
        return _open_room(cast)
    you = view.you
    loyalties = tuple(sorted({(fact.seat, fact.side) for fact in you.seen if isinstance(fact, LoyaltyFact)}))
    return _room(cast, you.seat, you.role, tuple(you.knows.items()), loyalties)


@lru_cache(maxsize=64)
def _open_room(cast: Cast) -> Room:
    return Room(cast, np.arange(len(cast.table)))


@lru_cache(maxsize=256)
def _room(
    cast: Cast, seat: int, role: str, knows: tuple[tuple[int, str], ...], loyalties: tuple[tuple[int, str], ...]
) -> Room:
    number = cast.names.index(role)
    rows = np.nonzero(cast.table[:, seat] == number)[0]
    learnt, known = dict(loyalties), dict(knows)
    for other in range(cast.players):
        if other == seat:
            continue
        characters = cast.table[rows, other]
        if other in learnt:  # it has overwritten what the reveal told
            fits = cast.evil_role[characters] == (learnt[other] == EVIL)
        else:
            fits = cast.sight[number, characters] == cast.labels.index(known.get(other))
        rows = rows[fits]
    return Room(cast, rows)


def possible_sides(view: View) -> Bools:
    """Which evil sides can have played the mission cards that the view's seat knows of, by place in `cast.sets`."""
    return allowed_sides(view.rules.players, seen_cards(view))


@lru_cache(maxsize=4096)
def allowed_sides(players: int, facts: tuple[Fact, ...]) -> Bools:
    """Which evil sides fit some facts, as flags by place in `cast.sets`, which has the order of `evil_sides`."""
    return np.isin(evil_sides(players), sides_that_fit(players, facts))


def believe(view: View) -> Belief:
    """All deals that a view allows, equally likely."""
    return Belief(room_of(view), possible_sides(view))
