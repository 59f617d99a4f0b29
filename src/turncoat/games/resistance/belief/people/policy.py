"""What a person in a seat, with what that seat knows, would do: how likely each answer is."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from functools import cached_property
from math import exp

import numpy as np

from turncoat.games.resistance.belief.all_deals import AllDeals, Floats, all_deals
from turncoat.games.resistance.belief.people.decisions import (
    PLAIN,
    ROLES,
    Knowers,
    Table,
    all_of,
    card_inputs,
    member_inputs,
    team_inputs,
)
from turncoat.games.resistance.belief.people.sides import side_scores
from turncoat.games.resistance.belief.people.tracks import shared_tracks
from turncoat.games.resistance.belief.people.votes import vote_inputs
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
    """How a person who sees this view decides. Ask only for what the seat is asked now."""

    def __init__(self, view: View, weights: PeopleWeights | None = None, hints: Floats | None = None) -> None:
        """`hints` are log-weights of evil sides that the public actions do not tell, such as those of claims."""
        assert view.you is not None
        self._weights = weights or shipped_weights()
        deals = all_deals(view.rules)
        history = public_history(view)
        named = history[-1] if history and isinstance(history[-1], TeamNamed) else None
        if named is not None:
            history = history[:-1]
        votes = history[-1].votes if history and isinstance(history[-1], VotesCast) else (False,) * deals.players
        self._votes = np.array([vote is True for vote in votes])
        self._played = [[card for _, card in sorted(view.you.played.items())]]
        tracks = shared_tracks(deals.players, history)
        scores = side_scores(deals, tracks.seats, tracks.pairs, self._weights)
        situation = named.situation if named is not None else situation_of(view)
        leader = named.leader if named is not None else view.leader
        assert leader is not None
        told = scores if hints is None else scores + hints
        self.table = Table(deals, tracks, situation, told, knower(deals, view), leader)
        self.team = np.zeros(deals.players, bool)
        self.team[list(view.team or ())] = True

    @classmethod
    def of_voters(cls, views: Sequence[View], weights: PeopleWeights | None = None) -> list[PeoplePolicy]:
        """How several people who vote on the same team decide, one by one; cheaper than asking for each of them."""
        first = cls(views[0], weights)
        voters = [knower(first.table.deals, view) for view in views]
        logits = apply(first._weights.vote, vote_inputs(first.table.seen_by(all_of(voters)), first.team))
        found = [copy(first) for _ in voters]
        for policy, voter, logit in zip(found, voters, logits.tolist(), strict=True):
            policy.table, policy.approves_by = first.table.seen_by(voter), logit
        return found

    @cached_property
    def approves_by(self) -> float:
        """The logit of approving the team that is voted on."""
        return float(apply(self._weights.vote, vote_inputs(self.table, self.team))[0])

    def approve_logit(self) -> float:
        """How readily the seat approves the team that is voted on."""
        return self.approves_by

    def fail_logit(self) -> float:
        """How readily the seat, which is evil and on the team, plays a Fail."""
        return float(apply(self._weights.card, card_inputs(self.table, self.team, self._votes, self._played))[0])

    def team_logits(self) -> Floats:
        """How readily the seat, which leads, names each team of `table.teams`."""
        return team_logits(self.table, self._weights)

    def approves(self) -> float:
        """How likely the seat approves the team that is voted on."""
        return chance(self.approve_logit())

    def fails(self) -> float:
        """How likely the seat, which is evil and on the team, plays a Fail."""
        return chance(self.fail_logit())

    def names(self) -> dict[tuple[int, ...], float]:
        """How likely the seat, which leads, names each team."""
        logits = self.team_logits()
        shares = np.exp(logits - logits.max())
        shares /= shares.sum()
        teams = (tuple(np.nonzero(team)[0].tolist()) for team in self.table.teams)
        return dict(zip(teams, shares.tolist(), strict=True))


def team_logits(table: Table, weights: PeopleWeights) -> Floats:
    """How a leader ranks the teams."""
    members = apply(weights.member, member_inputs(table))
    return np.asarray(table.teams @ members + apply(weights.team, team_inputs(table)))


def chance(logit: float) -> float:
    """The chance that a logit stands for."""
    return 1.0 / (1.0 + exp(-max(-30.0, min(30.0, logit))))
