"""What a person in a seat, with what that seat knows, would do: how likely each answer is."""

from __future__ import annotations

import numpy as np

from turncoat.games.resistance.belief.all_deals import AllDeals, Floats, all_deals
from turncoat.games.resistance.belief.people.decisions import (
    PLAIN,
    ROLES,
    Knowers,
    Table,
    card_inputs,
    member_inputs,
    team_inputs,
    vote_inputs,
)
from turncoat.games.resistance.belief.people.people_reading import side_scores
from turncoat.games.resistance.belief.people.tracks import Tracks
from turncoat.games.resistance.belief.people.weights import PeopleWeights, apply, shipped_weights
from turncoat.games.resistance.belief.possible_deals import fitting_deals
from turncoat.games.resistance.belief.public_history import TeamNamed, VotesCast, public_history, situation_of
from turncoat.games.resistance.rules.view import View


def knower(deals: AllDeals, view: View) -> Knowers:
    """What the view's seat knows, as a row."""
    you = view.you
    assert you is not None
    evil, pair = np.zeros((1, deals.players), bool), np.zeros((1, deals.players), bool)
    for seat, label in you.knows.items():
        evil[0, seat] = label == "evil"
        pair[0, seat] = label == "merlin-or-morgana"
    evil[0, you.seat] = you.side == "evil"
    sides = np.zeros((1, len(deals.sets)), bool)
    sides[0, fitting_deals(view).evil] = True
    role = you.role if you.role in ROLES else PLAIN[you.side]
    return Knowers((you.seat,), (role,), evil, pair, sides)


class PeoplePolicy:
    """How a person decides who sees this view. Ask only for what the seat is asked now."""

    def __init__(self, view: View, weights: PeopleWeights | None = None) -> None:
        assert view.leader is not None
        self._weights = weights or shipped_weights()
        self._deals = deals = all_deals(view.rules)
        history = list(public_history(view))
        named = history[-1] if history and isinstance(history[-1], TeamNamed) else None
        if named is not None:
            history.pop()
        votes = history[-1].votes if history and isinstance(history[-1], VotesCast) else (False,) * deals.players
        self._votes = np.array([vote is True for vote in votes])
        self._played = [[card for _, card in sorted(view.you.played.items())]] if view.you is not None else []
        tracks = Tracks.of(deals.players, history)
        scores = side_scores(deals, tracks.seats, tracks.pairs, self._weights)
        situation = named.situation if named is not None else situation_of(view)
        leader = named.leader if named is not None else view.leader
        self._table = Table(deals, tracks, situation, scores, knower(deals, view), leader)
        self._team = np.zeros(deals.players, bool)
        self._team[list(view.team or ())] = True

    def approves(self) -> float:
        """How likely the seat approves the team that is voted on."""
        return float(_chance(apply(self._weights.vote, vote_inputs(self._table, self._team)))[0])

    def fails(self) -> float:
        """How likely the seat, which is evil and on the team, plays a Fail."""
        inputs = card_inputs(self._table, self._team, self._votes, self._played)
        return float(_chance(apply(self._weights.card, inputs))[0])

    def names(self) -> dict[tuple[int, ...], float]:
        """How likely the seat, which leads, names each team."""
        logits = team_logits(self._table, self._weights)
        shares = np.exp(logits - logits.max())
        shares /= shares.sum()
        teams = (tuple(np.nonzero(team)[0].tolist()) for team in self._table.teams)
        return dict(zip(teams, shares.tolist(), strict=True))


def team_logits(table: Table, weights: PeopleWeights) -> Floats:
    """How a leader ranks the teams."""
    members = apply(weights.member, member_inputs(table))
    return np.asarray(table.teams @ members + apply(weights.team, team_inputs(table)))


def _chance(logits: Floats) -> Floats:
    return np.asarray(1.0 / (1.0 + np.exp(-logits)))
