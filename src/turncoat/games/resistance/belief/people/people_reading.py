"""How likely each deal is, given how people usually play.

The actions of a game give every evil side a weight: a sum over its seats and pairs of seats, linear in the counts of
`Tracks`. The sum is exponentiated and shared out over the evil sides that the facts allow. The numbers were fitted so
that the shares are right for people (`turncoat people fit`), which is why nothing has to be tempered afterwards. For
each evil side, Merlin is found among the good seats in the same way, by `MerlinCounts`, together with Percival, by
`percival_counts`: each good seat is one of the two at most.

Evil looks for Merlin more closely: what it believes is the mean of several ways to weigh the counts, and most of them
go by `MerlinPlay` too. Other seats, and Oberon at a large table, go by the counts alone: to them so many deals are
possible that looking closely would take too long.

Where the games of people tell nothing about a rule, the reading is that of the facts alone, and says so in `basis`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, lru_cache
from typing import Literal

import numpy as np

from turncoat.games.resistance.belief.all_deals import EVIL, AllDeals, Bools, Floats, Ints, all_deals
from turncoat.games.resistance.belief.people.merlin_counts import MerlinCounts, percival_counts
from turncoat.games.resistance.belief.people.merlin_play import EVIDENCE, MerlinPlay
from turncoat.games.resistance.belief.people.sides import side_scores
from turncoat.games.resistance.belief.people.tracks import Tracks
from turncoat.games.resistance.belief.people.weights import PeopleWeights, shipped_weights
from turncoat.games.resistance.belief.possible_deals import Belief, FittingDeals, fitting_deals, possible_sides
from turncoat.games.resistance.belief.public_history import History, public_history
from turncoat.games.resistance.rules.game_rules import RulesView
from turncoat.games.resistance.rules.view import View

Basis = Literal["people", "facts"]

PERCIVAL, MORGANA = "percival", "morgana"
_FEW = 100
"""An evil seat that was shown its side holds at most 84 groups of deals possible; Oberon, at a large table, 1,512."""

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
        play: MerlinPlay | None = None,
    ) -> None:
        """`tracks` and `play` are those of the history, if the caller has them already."""
        self.deals = deals
        self.basis = basis
        self._history = history
        self._weights = weights or shipped_weights()
        self._tracks = tracks
        self._play = play

    @cached_property
    def side_scores(self) -> Floats:
        """The log-weight of each evil side, in the order of `deals.sets`."""
        if self.basis == "facts":
            return np.zeros(len(self.deals.sets))
        tracks = self._tracks or Tracks.of(self.deals.players, self._history)
        return side_scores(self.deals, tracks.seats, tracks.pairs, self._weights)

    @cached_property
    def _merlin_counts(self) -> Floats:
        """The counts of each seat as Merlin, by what Merlin sees (row, as in `deals.seen`), seat and name."""
        return MerlinCounts.of(self.deals.players, self.deals.seen, self._history).counts

    @cached_property
    def _percival_counts(self) -> Floats:
        """The counts of each seat as Percival, by seat, Merlin, Morgana (the last place: nobody is) and name."""
        return percival_counts(self.deals.players, self._history)

    @cached_property
    def merlin_play(self) -> MerlinPlay:
        """How the seats voted and named teams, by what they could think."""
        return self._play or MerlinPlay.of(self.deals, self._weights, self._history)

    def private(self, view: View) -> Belief:
        """The belief of the view's seat (None: of an onlooker): this reading, and all that the seat knows."""
        fitting, possible = fitting_deals(view), possible_sides(view)
        closely = view.you is not None and view.you.side == EVIL and len(fitting.sizes) <= _FEW
        return Belief(fitting, possible, self._group_scores(fitting, possible, closely))

    def _group_scores(self, fitting: FittingDeals, possible: Bools, closely: bool) -> Floats:
        """The log-weight of one deal of each group: that of its evil side, shared out over who may be Merlin.

        Who is Merlin must not change how likely an evil side is, because the weights of sides have it in them already.
        """
        scores = self.side_scores[fitting.evil]
        ways = []
        for way in self._ways(fitting, possible, closely):
            merlin = way - way.max()
            ways.append(merlin - np.log(_sums(fitting, fitting.sizes * np.exp(merlin)))[fitting.evil])
        return np.asarray(scores + np.logaddexp.reduce(ways) - np.log(len(ways)))

    def _ways(self, fitting: FittingDeals, possible: Bools, closely: bool) -> Iterator[Floats]:
        """The log-weight of each group's Merlin, in one or more ways to weigh what the seats have done."""
        if self.basis == "facts" or self.deals.rules.target is None:
            yield np.zeros(len(fitting.sizes))
            return
        weights, counts = self._weights, self._merlin_counts[fitting.seen, fitting.merlin]
        yield counts @ weights.merlin + self._by_percival(fitting, weights.percival)
        if closely and weights.merlin_ways.size:
            told = np.concatenate([counts, self._evidence(fitting, possible)], axis=1)
            for merlin, percival in zip(weights.merlin_ways.T, weights.percival_ways.T, strict=True):
                yield told @ merlin + self._by_percival(fitting, percival)

    def _evidence(self, fitting: FittingDeals, possible: Bools) -> Floats:
        """What `MerlinPlay` tells about each group; nothing about those that the facts rule out."""
        some = possible[fitting.evil]
        (seen, seats), of = np.unique(np.stack([fitting.seen, fitting.merlin])[:, some], axis=1, return_inverse=True)
        found = np.zeros((len(some), EVIDENCE))
        found[some] = self.merlin_play.evidence(self._weights, self.deals.seen[seen], seats)[of.ravel()]
        return found

    def _by_percival(self, fitting: FittingDeals, weights: Floats) -> Floats | float:
        """The log of the mean weight of one deal of each group, over who in it is Percival and who Morgana."""
        if PERCIVAL not in self.deals.names:
            return 0.0
        scores = (self._percival_counts @ weights)[knowing_seats(fitting)]
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


def people_reading(view: View, weights: PeopleWeights | None = None) -> PeopleReading:
    """What the public actions in a view tell, if people have taken them."""
    return PeopleReading(all_deals(view.rules), public_history(view), basis_of(view.rules), weights)
