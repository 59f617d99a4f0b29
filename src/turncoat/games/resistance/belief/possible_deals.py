"""Which deals a view allows, exactly, and how likely each is once others' actions are weighed.

A seat was shown its role, other seats by their characters, and later perhaps loyalties. Some deals of the characters
fit that. The missions then rule out evil sides that cannot have played so many fails. The deals that are left are
equally likely until actions are weighed: `Belief.weigh` takes any policy that tells how likely an action was for a seat
with some knowledge.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, lru_cache
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from turncoat.games.resistance.belief.all_deals import EVIL, AllDeals, Bools, Floats, Ints, all_deals
from turncoat.games.resistance.belief.evil_sides import Fact, evil_sides, seen_cards, sides_that_fit
from turncoat.games.resistance.rules.state import LoyaltyFact
from turncoat.games.resistance.rules.view import View, You


class Knowledge(msgspec.Struct, frozen=True):
    """What a seat knows after the reveal: its own character, and others by seat as `evil`, `merlin` and so on."""

    seat: int
    role: str
    knows: dict[int, str]


class FittingDeals:
    """The deals that fit what one seat was shown. It changes only when a loyalty is seen.

    Deals that no action can tell apart (same evil side, same Merlin, and Merlin sees the same) form a group.
    """

    def __init__(self, deals: AllDeals, rows: Ints) -> None:
        self.deals = deals
        self.rows = rows
        codes = (deals.set_of[rows] * len(deals.seen) + deals.seen_of[rows]) * 16 + deals.merlin[rows] + 1
        keys, self.group_of, self.sizes = np.unique(codes, return_inverse=True, return_counts=True)
        self.merlin = keys % 16 - 1
        self.seen = keys // 16 % len(deals.seen)
        self.evil = keys // 16 // len(deals.seen)


class Belief:
    """Weights over the deals a view allows."""

    def __init__(
        self, fitting: FittingDeals, possible: Bools, log_weights: Floats | None = None, worlds: Floats | None = None
    ) -> None:
        """`possible` tells which evil sides the missions allow. Weights are by group of fitting deals, or by deal."""
        self.fitting = fitting
        self.deals = fitting.deals
        self._possible = possible
        self._worlds = worlds
        if worlds is not None:
            self.groups = _sums(fitting.group_of, worlds, len(fitting.sizes))
            return
        logs = np.zeros(len(fitting.sizes)) if log_weights is None else log_weights
        logs = np.where(possible[fitting.evil], logs, -np.inf)
        weights = fitting.sizes * np.exp(logs - logs.max())
        self.groups = np.asarray(weights / weights.sum())

    @property
    def table(self) -> NDArray[np.int8]:
        """The deals, a row each: role numbers by seat."""
        return self.deals.table[self.fitting.rows]

    @property
    def worlds(self) -> Floats:
        """The probability of each deal of `table`."""
        if self._worlds is None:
            self._worlds = (self.groups / self.fitting.sizes)[self.fitting.group_of]
        return self._worlds

    @cached_property
    def sides(self) -> Floats:
        """The probability of each evil side, in the order of `deals.sets`."""
        return _sums(self.fitting.evil, self.groups, len(self.deals.sets))

    @cached_property
    def evil(self) -> Floats:
        """The probability that a seat is evil."""
        return np.asarray(self.sides @ self.deals.members)

    @cached_property
    def merlin(self) -> Floats:
        """The probability that a seat is Merlin; zero everywhere in a game without Merlin."""
        return _sums(self.fitting.merlin + 1, self.groups, self.deals.players + 1)[1:]

    @cached_property
    def roles(self) -> Floats:
        """The probability that a seat (row) has a role (column, as in `cast.names`)."""
        kinds, table = len(self.deals.names), self.table
        columns = [_sums(table[:, seat], self.worlds, kinds) for seat in range(self.deals.players)]
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
        return tuple(self.deals.names[number] for number in row)

    def probability(self, roles: tuple[str, ...]) -> float:
        """How likely a whole deal is."""
        row = np.array([self.deals.names.index(name) for name in roles])
        return float(self.worlds[(self.table == row).all(axis=1)].sum())

    def duty(self, you: You | None) -> Floats:
        """The probability that a seat holds the assassin's duty: it falls on any evil seat alike."""
        players, evil = self.deals.players, self.evil.copy()
        if you is not None and you.assassin:
            return np.asarray(np.arange(players) == you.seat, float)
        if you is not None:
            evil[you.seat] = 0.0
        return np.asarray(evil / max(evil.sum(), 1e-300))

    def weigh(self, seat: int, likelihood: Callable[[Knowledge], float]) -> Belief:
        """The belief after an action of `seat`, by how likely it was for each knowledge that the seat may have."""
        kinds, of = self.possible_knowledge(seat)
        factors = np.array([likelihood(knowledge) for knowledge in kinds])
        weights = self.worlds * factors[of]
        return Belief(self.fitting, self._possible, worlds=weights / weights.sum())

    def possible_knowledge(self, seat: int) -> tuple[list[Knowledge], Ints]:
        """Everything that a seat may know, and for each deal the index of what it knows in that deal."""
        deals, table = self.deals, self.table
        codes = table[:, seat].astype(np.int64)
        for other in range(deals.players):
            label = deals.sight[table[:, seat], table[:, other]] * (other != seat)
            codes = codes * len(deals.labels) + label
        _, first, of = np.unique(codes, return_index=True, return_inverse=True)
        roles = [tuple(deals.names[number] for number in table[at]) for at in first]
        return [Knowledge(seat, deal[seat], deals.rules.sight(deal, seat)) for deal in roles], of


def _sums(places: NDArray[np.integer[Any]], weights: Floats, length: int) -> Floats:
    """The weights added up by place."""
    return np.asarray(np.bincount(places, weights, length), np.float64)


def fitting_deals(view: View) -> FittingDeals:
    """The deals that fit what the view's seat was shown, before the missions are looked at."""
    deals = all_deals(view.rules)
    if view.roles is not None:
        row = np.array([deals.names.index(name) for name in view.roles])
        return FittingDeals(deals, np.nonzero((deals.table == row).all(axis=1))[0])
    if view.you is None:
        return _every_deal(deals)
    you = view.you
    loyalties = tuple(sorted({(fact.seat, fact.side) for fact in you.seen if isinstance(fact, LoyaltyFact)}))
    return _fitting_deals(deals, you.seat, you.role, tuple(you.knows.items()), loyalties)


@lru_cache(maxsize=64)
def _every_deal(deals: AllDeals) -> FittingDeals:
    return FittingDeals(deals, np.arange(len(deals.table)))


@lru_cache(maxsize=256)
def _fitting_deals(
    deals: AllDeals, seat: int, role: str, knows: tuple[tuple[int, str], ...], loyalties: tuple[tuple[int, str], ...]
) -> FittingDeals:
    number = deals.names.index(role)
    rows = np.nonzero(deals.table[:, seat] == number)[0]
    learnt, known = dict(loyalties), dict(knows)
    for other in range(deals.players):
        if other == seat:
            continue
        characters = deals.table[rows, other]
        if other in learnt:  # it has overwritten what the reveal told
            fits = deals.evil_role[characters] == (learnt[other] == EVIL)
        else:
            fits = deals.sight[number, characters] == deals.labels.index(known.get(other))
        rows = rows[fits]
    return FittingDeals(deals, rows)


def possible_sides(view: View) -> Bools:
    """Which evil sides can have played the mission cards that the view's seat knows of, by place in `cast.sets`."""
    return allowed_sides(view.rules.players, seen_cards(view))


@lru_cache(maxsize=4096)
def allowed_sides(players: int, facts: tuple[Fact, ...]) -> Bools:
    """Which evil sides fit some facts, as flags by place in `cast.sets`, which has the order of `evil_sides`."""
    return np.isin(evil_sides(players), sides_that_fit(players, facts))


def believe(view: View) -> Belief:
    """All deals that a view allows, equally likely."""
    return Belief(fitting_deals(view), possible_sides(view))
