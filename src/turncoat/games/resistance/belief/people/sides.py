"""The log-weight of each evil side, from what the seats have done."""

from __future__ import annotations

import numpy as np

from turncoat.games.resistance.belief.all_deals import AllDeals, Floats
from turncoat.games.resistance.belief.people.weights import PeopleWeights


def side_scores(deals: AllDeals, seats: Floats, pairs: Floats, weights: PeopleWeights) -> Floats:
    """The log-weight of each evil side, from the counts of a game."""
    single = seats @ weights.seat + (pairs @ weights.about).sum(axis=1)
    double = pairs @ weights.pair
    np.fill_diagonal(double, 0.0)
    members = deals.members.astype(float)
    return np.asarray(members @ single + np.einsum("si,ij,sj->s", members, double, members))
