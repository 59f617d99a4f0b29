"""How often good wins from here when people play: one step ahead of a vote, a team or a mission card.

The rates are counted in recorded games of people (`learning.people_values`): `value` by number of players, points of
both sides and rejections, before a team is named; `sent` by players, points and evil seats aboard, when a team goes.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from turncoat.games.resistance.belief.all_deals import AllDeals, Floats, Ints
from turncoat.games.resistance.belief.people.decisions import Table
from turncoat.games.resistance.belief.people.weights import PeopleWeights
from turncoat.games.resistance.belief.public_history import LAST_ATTEMPT, Situation

FEWEST = 5
"""The smallest number of players, at which the tables begin."""
ABOARD = 3
"""More evil seats aboard than this count as this many."""


class LookAhead:
    """What the seat that decides at a table may expect. All values are chances that good wins."""

    def __init__(self, table: Table, weights: PeopleWeights, shows: float = 1.0) -> None:
        """`shows` is how far the seat goes by what it was shown, and not by what anybody there may think."""
        self._table = table
        own = table.shares[0]
        self._shares = own if shows == 1.0 else shows * own + (1.0 - shows) * table.plain_shares[0]
        self._value = weights.value[table.deals.players - FEWEST]
        self._sent = weights.sent[table.deals.players - FEWEST]

    def teams(self) -> Floats:
        """If a team goes, for each team of the size that is asked for."""
        table, situation = self._table, self._table.situation
        rates = self._sent[situation.good, situation.evil]
        return np.asarray(self._shares @ rates[_aboard(table.deals, table.size)])

    def team(self, at: int) -> float:
        """If one of these teams goes."""
        table, situation = self._table, self._table.situation
        rates = self._sent[situation.good, situation.evil]
        return float(self._shares @ rates[_aboard(table.deals, table.size)[:, at]])

    def rejected(self) -> float:
        """If the table rejects the team that it votes on."""
        situation = self._table.situation
        if situation.attempt == LAST_ATTEMPT:
            return 0.0
        return float(self._value[situation.good, situation.evil, situation.attempt + 1])

    def after(self, *, success: bool) -> float:
        """After this mission."""
        situation: Situation = self._table.situation
        return float(self._value[situation.good + success, situation.evil + (not success), 0])


@lru_cache(maxsize=256)
def _aboard(deals: AllDeals, size: int) -> Ints:
    """Evil sides by teams of a size: how many of the side are aboard, at most `ABOARD`."""
    return np.minimum(deals.overlap(size).T, ABOARD)
