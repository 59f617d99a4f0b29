"""What a view tells for certain, clue by clue, and the fewest clues that a conclusion needs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from turncoat.games.resistance.belief.all_deals import EVIL, AllDeals, Bools, Ints, all_deals, popcount
from turncoat.games.resistance.belief.evil_sides import card_facts, private_cards
from turncoat.games.resistance.rules.state import LoyaltyFact
from turncoat.games.resistance.rules.view import View, You

Holds = Callable[[Ints], bool]
"""Whether a conclusion holds in these rows of `AllDeals.table`."""


class Clue(NamedTuple):
    """One thing that is known: for the reader as data, and the deals that fit it as flags."""

    data: dict[str, Any]
    fits: Bools


class Clues:
    """Everything that a view tells for certain."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.deals = all_deals(view.rules)
        self.evil: Bools = self.deals.members[self.deals.set_of]
        you = view.you
        own = np.ones(len(self.deals.table), bool)
        if you is not None:
            own = self.deals.table[:, you.seat] == self.deals.names.index(you.role)
        self._own: Bools = own
        found = [*_sight(self.deals, you), *_loyalties(self.evil, you), *_missions(self.deals, view)]
        self.clues = [clue for clue in found if not clue.fits[own].all()]
        self.rows = self._rows(self.clues)

    def _rows(self, clues: Sequence[Clue]) -> Ints:
        fits = self._own.copy()
        for clue in clues:
            fits &= clue.fits
        return np.nonzero(fits)[0]

    @property
    def before(self) -> Ints:
        """The deals that were possible before the first mission."""
        return self._rows([clue for clue in self.clues if clue.data["clue"] == "sight"])

    def sides(self, rows: Ints) -> int:
        """How many different evil sides there are in some deals."""
        return len(np.unique(self.deals.set_of[rows]))

    def needed(self, holds: Holds) -> list[Clue] | None:
        """The fewest clues from which a conclusion follows; None if it does not follow."""
        if not holds(self.rows):
            return None
        for size in range(len(self.clues) + 1):
            for chosen in combinations(self.clues, size):
                if holds(self._rows(chosen)):
                    return list(chosen)
        return None


def proposal_of(view: View, mission: int) -> int:
    """The place among the view's proposals of the team that went on a mission."""
    gone = [at for at, one in enumerate(view.proposals) if one.mission == mission and one.approved]
    return gone[-1]


def _sight(deals: AllDeals, you: You | None) -> list[Clue]:
    if you is None:
        return []
    number = deals.names.index(you.role)
    learnt = {fact.seat for fact in you.seen if isinstance(fact, LoyaltyFact)}
    fits = np.ones(len(deals.table), bool)
    for other in range(deals.players):
        if other != you.seat and other not in learnt:
            label = deals.labels.index(you.knows.get(other))
            fits &= deals.sight[number, deals.table[:, other]] == label
    seen = {seat: label for seat, label in you.knows.items() if seat not in learnt}
    return [Clue({"clue": "sight", "knows": sorted(seen.items())}, fits)]


def _loyalties(evil: Bools, you: You | None) -> list[Clue]:
    facts = [] if you is None else [fact for fact in you.seen if isinstance(fact, LoyaltyFact)]
    return [
        Clue({"clue": "loyalty", "seat": fact.seat, "side": fact.side}, evil[:, fact.seat] == (fact.side == EVIL))
        for fact in facts
    ]


def _missions(deals: AllDeals, view: View) -> list[Clue]:
    found = []
    for number, mission in enumerate(view.missions, 1):
        if mission is None or not mission.team or not mission.fails:
            continue
        known = dict(mission.spotlight or {}) | private_cards(view.you, number)
        fits = np.ones(len(deals.table), bool)
        for among, least, most in card_facts(mission.team, mission.fails, known):
            aboard = popcount(deals.evil & among)
            fits &= (aboard >= least) & (aboard <= most)
        data = {"clue": "mission", "mission": number, "proposal": proposal_of(view, number)}
        data |= {"team": mission.team, "fails": mission.fails}
        if view.you is not None and view.you.seat in known:
            data["own"] = known[view.you.seat]
        found.append(Clue(data, fits))
    return found
