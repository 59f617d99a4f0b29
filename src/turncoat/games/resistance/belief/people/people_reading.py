"""How likely each deal is, given how people usually play.

The actions of a game give every evil side a weight: a sum over its seats and pairs of seats, linear in the counts of
`Tracks`. The sum is exponentiated and shared out over the evil sides that the facts allow. The numbers were fitted so
that the shares are right for people (`turncoat people fit`), which is why nothing has to be tempered afterwards. For
each evil side, Merlin is found among the good seats in the same way, by `MerlinCounts`, together with Percival, by
`percival_counts`: each good seat is one of the two at most.

Where the games of people tell nothing about a rule, the reading is that of the facts alone, and says so in `basis`.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import Literal

import numpy as np

from turncoat.games.resistance.belief.all_deals import AllDeals, Floats, Ints, all_deals
from turncoat.games.resistance.belief.people.merlin_counts import MerlinCounts, percival_counts
from turncoat.games.resistance.belief.people.sides import side_scores
from turncoat.games.resistance.belief.people.tracks import Tracks
from turncoat.games.resistance.belief.people.weights import PeopleWeights, shipped_weights
from turncoat.games.resistance.belief.possible_deals import Belief, FittingDeals, fitting_deals, possible_sides
from turncoat.games.resistance.belief.public_history import History, public_history
from turncoat.games.resistance.rules.game_rules import RulesView
from turncoat.games.resistance.rules.view import View

Basis = Literal["people", "facts"]

PERCIVAL, MORGANA = "percival", "morgana"

_PLAYED_BY_PEOPLE = {
    "electorate": "all",
    "vote_style": "simultaneous",
    "ballots_named": True,
    "targeting": False,
    "blind_spies": False,
    "plot": False,
    "fifth_proposal": "vote",
}
"""Options that change what an action tells, with the value that the recorded games of people had."""


def was_played(rules: RulesView) -> bool:
    """Whether the recorded people voted, named teams and played cards by these rules. The Lady changes none of that."""
    return all(getattr(rules.options, name) == value for name, value in _PLAYED_BY_PEOPLE.items())


def basis_of(rules: RulesView) -> Basis:
    """Whether the recorded games of people tell something about games by these rules, or only the facts count."""
    return "people" if was_played(rules) and not rules.options.lady else "facts"


class PeopleReading:
    """What the public actions so far tell about a table of people."""

    def __init__(
        self,
        deals: AllDeals,
        history: History,
        basis: Basis = "people",
        weights: PeopleWeights | None = None,
        tracks: Tracks | None = None,
    ) -> None:
        """`tracks` are the counts of the history, if the caller has them already."""
        self.deals = deals
        self.basis = basis
        self._history = history
        self._weights = weights or shipped_weights()
        self._tracks = tracks

    @cached_property
    def side_scores(self) -> Floats:
        """The log-weight of each evil side, in the order of `deals.sets`."""
        if self.basis == "facts":
            return np.zeros(len(self.deals.sets))
        tracks = self._tracks or Tracks.of(self.deals.players, self._history)
        return side_scores(self.deals, tracks.seats, tracks.pairs, self._weights)

    @cached_property
    def merlin_scores(self) -> Floats:
        """The log-weight of each seat as Merlin, by what Merlin sees (row, as in `deals.seen`) and seat."""
        deals = self.deals
        if self.basis == "facts" or deals.rules.target is None:
            return np.zeros((len(deals.seen), deals.players))
        counts = MerlinCounts.of(deals.players, deals.seen, self._history).counts
        return np.asarray(counts @ self._weights.merlin)

    @cached_property
    def percival_scores(self) -> Floats:
        """The log-weight of each seat as Percival, by seat, Merlin and Morgana (the last place: nobody is)."""
        if self.basis == "facts":
            return np.zeros((self.deals.players, self.deals.players, self.deals.players + 1))
        return np.asarray(percival_counts(self.deals.players, self._history) @ self._weights.percival)

    def private(self, view: View) -> Belief:
        """The belief of the view's seat (None: of an onlooker): this reading, and all that the seat knows."""
        fitting, possible = fitting_deals(view), possible_sides(view)
        return Belief(fitting, possible, self._group_scores(fitting))

    def _group_scores(self, fitting: FittingDeals) -> Floats:
        """The log-weight of one deal of each group: that of its evil side, shared out over who may be Merlin.

        Who is Merlin must not change how likely an evil side is, because the weights of sides have it in them already.
        """
        scores = self.side_scores[fitting.evil]
        if self.deals.rules.target is None:
            return np.asarray(scores - np.log(_sums(fitting, fitting.sizes.astype(float)))[fitting.evil])
        merlin = self.merlin_scores[fitting.seen, fitting.merlin]
        if PERCIVAL in self.deals.names:
            merlin = merlin + self._by_percival(fitting)
        merlin = merlin - merlin.max()
        return np.asarray(scores + merlin - np.log(_sums(fitting, fitting.sizes * np.exp(merlin)))[fitting.evil])

    def _by_percival(self, fitting: FittingDeals) -> Floats:
        """The log of the mean weight of one deal of each group, over who in it is Percival and who Morgana."""
        scores = self.percival_scores[knowing_seats(fitting)]
        top = scores.max()
        return np.asarray(np.log(np.bincount(fitting.group_of, np.exp(scores - top)) / fitting.sizes))


@lru_cache(maxsize=256)
def knowing_seats(fitting: FittingDeals) -> tuple[Ints, Ints, Ints]:
    """For each deal who is Percival, Merlin and Morgana; the number of players where nobody is Morgana."""
    deals, table = fitting.deals, fitting.deals.table[fitting.rows]
    percival = np.argmax(table == deals.names.index(PERCIVAL), axis=1)
    if MORGANA not in deals.names:
        return percival, deals.merlin[fitting.rows], np.full(len(table), deals.players)
    return percival, deals.merlin[fitting.rows], np.argmax(table == deals.names.index(MORGANA), axis=1)


def _sums(fitting: FittingDeals, weights: Floats) -> Floats:
    """The weights of groups added up by evil side; 1 for a side that has none."""
    sums = np.bincount(fitting.evil, weights, len(fitting.deals.sets))
    return np.where(sums > 0, sums, 1.0)


def people_reading(view: View) -> PeopleReading:
    """What the public actions in a view tell, if people have taken them."""
    return PeopleReading(all_deals(view.rules), public_history(view), basis_of(view.rules))
