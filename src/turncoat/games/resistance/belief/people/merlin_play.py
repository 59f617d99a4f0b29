"""How Merlin votes and names teams, by what the seat could think and whom it may have seen: evidence beside counts.

A count says that a seat rejected a team with evil aboard. How much this tells depends on how the team looked to
somebody who was shown nobody. So a network says how likely each approval was from Merlin and from another good seat, a
linear model says the same of each team that a leader named, and the logs of the ratios are added up for each seat.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np

from turncoat.games.resistance.belief.all_deals import AllDeals, Bools, Floats, Ints
from turncoat.games.resistance.belief.people.decisions import among, teams_of
from turncoat.games.resistance.belief.people.sides import side_scores
from turncoat.games.resistance.belief.people.tracks import MISSIONS, Tracks
from turncoat.games.resistance.belief.people.weights import PeopleWeights, apply
from turncoat.games.resistance.belief.public_history import LAST_ATTEMPT, PublicAction, TeamNamed, VotesCast

_LED = 4
"""Teams named for mission 1, for mission 2, later, and with the last attempt."""
EVIDENCE = MISSIONS + _LED
"""Columns of evidence: one for the votes on each mission, then those of named teams."""
LEAD_INPUTS = 25


class MerlinPlay:
    """The proposals of a game so far, with what every seat could think before them, action by action."""

    def __init__(self, deals: AllDeals, weights: PeopleWeights) -> None:
        """`weights` are those of the reading of evil sides."""
        self._deals = deals
        self._weights = weights
        self._tracks = Tracks(deals.players)
        self._rows: list[Proposal] = []
        self._votes: list[Bools | None] = []

    @classmethod
    def of(cls, deals: AllDeals, weights: PeopleWeights, actions: Iterable[PublicAction]) -> MerlinPlay:
        """The proposals of a history."""
        play = cls(deals, weights)
        for action in actions:
            play.add(action)
        return play

    def add(self, action: PublicAction) -> None:
        """Take one more action into account."""
        vars(self).pop("proposals", None)
        tracks = self._tracks
        if isinstance(action, TeamNamed):
            team = np.isin(np.arange(tracks.players), action.members)
            scores = side_scores(self._deals, tracks.seats, tracks.pairs, self._weights)
            shares = np.exp(scores - scores[tracks.possible].max()) * tracks.possible
            before = tracks.last_clean, tracks.failed, tuple(tracks.teams)
            self._votes.append(None)
            self._rows.append(Proposal(*action.situation, action.leader, team, shares, *before))
        elif isinstance(action, VotesCast):
            self._votes[-1] = np.array([vote is True for vote in action.votes])
        tracks.add(action)

    def evidence(self, weights: PeopleWeights, seen: Ints, seats: Ints) -> Floats:
        """The evidence for each of some seats, which would see these others (a mask for each) if it were Merlin.

        `weights` tell Merlin's votes and teams from those of others.
        """
        if not self._rows:
            return np.zeros((len(seats), EVIDENCE))
        sees = (seen[:, None] >> np.arange(self._tracks.players) & 1).astype(float)
        return self.proposals.evidence(weights, sees, seats)

    @cached_property
    def proposals(self) -> Proposals:
        """All of them, as arrays."""
        return Proposals(self._deals, self._rows, self._votes)


class Proposal(NamedTuple):
    """One proposal, and what stood before it."""

    mission: int
    attempt: int
    good: int
    evil: int
    leader: int
    team: Bools
    shares: Floats  # the weight of each evil side, by the reading
    clean: Bools  # the last team that went without a Fail
    failed: Bools  # all who were on a mission that failed
    rejected: tuple[Bools, ...]  # the teams that were rejected in this round


class Proposals:
    """The proposals of a game, a row each. What a seat saw is given as a flag for each seat."""

    def __init__(self, deals: AllDeals, rows: Sequence[Proposal], votes: Sequence[Bools | None]) -> None:
        self._deals = deals
        self._rows = rows
        players = deals.players
        self.mission, self.attempt, self.good, self.evil, self.leader = np.array([row[:5] for row in rows]).T
        self.team = np.array([row.team for row in rows])
        self.votes = np.array([np.zeros(players, bool) if cast is None else cast for cast in votes])
        free = np.array([cast is not None for cast in votes]) & (self.attempt != LAST_ATTEMPT)
        self.counted: Bools = free[:, None] & (np.arange(players) != self.leader[:, None])
        """Whether a seat's vote tells something: a leader's does not, nor does one on the last attempt."""
        shares = np.array([row.shares for row in rows])
        self.public = shares @ deals.members / shares.sum(axis=1, keepdims=True)
        both = np.einsum("vs,so,sj->voj", shares, ~deals.members, deals.members, optimize=True)
        self.suspicion = both / np.maximum(shares @ ~deals.members, 1e-12)[:, :, None]
        """By proposal, good seat that was shown nobody, and seat: how likely that seat is evil."""

    def evidence(self, weights: PeopleWeights, sees: Floats, seats: Ints) -> Floats:
        """As that of `MerlinPlay`."""
        voted, led = self._votes_tell(weights, sees, seats), self._teams_tell(weights, sees, seats)
        phase = np.where(self.attempt == LAST_ATTEMPT, _LED, np.minimum(self.mission, _LED - 1))
        by_mission = self.mission[:, None] == np.arange(1, MISSIONS + 1)
        by_phase = phase[:, None] == np.arange(1, _LED + 1)
        return np.concatenate([voted @ by_mission, led @ by_phase], axis=1)

    def _votes_tell(self, weights: PeopleWeights, sees: Floats, seats: Ints) -> Floats:
        """By seat and proposal: the log of how much likelier the vote was from Merlin."""
        inputs = self.vote_inputs(sees, seats)
        as_merlin, as_other = (apply(network, inputs) for network in (weights.merlin_votes, weights.other_votes))
        signs = np.where(self.votes, 1.0, -1.0)[:, seats]
        ratio = np.logaddexp(0.0, -signs * as_other) - np.logaddexp(0.0, -signs * as_merlin)
        return np.asarray((ratio * self.counted[:, seats]).T)

    def _teams_tell(self, weights: PeopleWeights, sees: Floats, seats: Ints) -> Floats:
        """By seat and proposal: the log of how much likelier the team was from Merlin."""
        found = np.zeros((len(seats), len(self.leader)))
        for at, leader in enumerate(self.leader):
            rows = np.nonzero(seats == leader)[0]
            if len(rows):
                inputs, named = self.lead_inputs(at, sees[rows])
                logits = np.ascontiguousarray((inputs @ weights.merlin_leads).transpose(2, 0, 1))
                logits -= logits.max(axis=2, keepdims=True)
                other, merlin = logits[:, :, named] - np.log(np.exp(logits).sum(axis=2))
                found[rows, at] = merlin - other
        return found

    def vote_inputs(self, sees: Floats, seats: Ints) -> Floats:
        """By proposal and seat: what a vote goes by, first for anybody and then for who sees these others."""
        return np.concatenate([self._inputs_of_all[:, seats], self._inputs_of_seers(sees, seats)], axis=2)

    @property
    def _others_aboard(self) -> Floats:
        return self.team[:, None, :] * (1.0 - np.eye(self._deals.players))

    @property
    def _inputs_of_all(self) -> Floats:
        players, view = self._deals.players, self.suspicion
        aboard, off = self._others_aboard, ~self.team[:, None, :] * (1.0 - np.eye(players))
        others = (self.votes.sum(axis=1, keepdims=True) - self.votes) / (players - 1)
        apart = (self.votes - others) * self.counted
        on_team, off_team = self.counted * self.team, self.counted * ~self.team
        sums = [_before(apart * self.team), _before(apart * ~self.team)]
        same = [
            *(self.mission == mission for mission in range(1, MISSIONS + 1)),
            *(self.attempt == attempt for attempt in range(1, LAST_ATTEMPT)),
            self.good,
            self.evil,
            np.full(len(self.leader), (players - 7) / 2),
            self.team.mean(axis=1),
            *(np.full(len(self.leader), name in self._deals.names) for name in ("percival", "oberon", "mordred")),
        ]
        columns = [
            self.team,
            others,
            sums[0] / (_before(on_team) + 2),
            sums[1] / (_before(off_team) + 2),
            *sums,
            _mean(view, aboard),
            (view * aboard).max(axis=2),
            _mean(view, off),
            np.where(off > 0, view, 1.0).min(axis=2),
            view[np.arange(len(view)), :, self.leader],
            self.public,
            (self.leader[:, None] + 1) % players == np.arange(players),
            *(np.broadcast_to(column[:, None], self.team.shape) for column in same),
        ]
        return np.stack(columns, axis=2).astype(float)

    def _inputs_of_seers(self, sees: Floats, seats: Ints) -> Floats:
        view, aboard = self.suspicion[:, seats], self._others_aboard[:, seats]
        count, all_seen = (aboard * sees).sum(axis=2), np.broadcast_to(sees.sum(axis=1), (len(self.leader), len(seats)))
        looks = _mean(view, aboard * sees)
        columns = [
            count == 0,
            count == 1,
            count >= 2,
            count - all_seen * self.team.mean(axis=1, keepdims=True),
            sees[:, self.leader].T,
            sees[:, (self.leader + 1) % self._deals.players].T,
            all_seen,
            looks,
            _mean(view, ~self.team[:, None, :] * sees),
            _mean(view, aboard * (1.0 - sees)),
            (count > 0) * (1.0 - looks),
        ]
        return np.stack(columns, axis=2).astype(float)

    def lead_inputs(self, at: int, sees: Floats) -> tuple[Floats, int]:
        """By what the leader may have seen, and by team that it could name; and which team it named."""
        leader, players = int(self.leader[at]), self._deals.players
        clean, failed, rejected = self._rows[at][-3:]
        size = int(self.team[at].sum())
        teams, view = teams_of(players, size), self.suspicion[at, leader]
        own, others = teams[:, leader], teams & (np.arange(players) != leader)
        late, mean, most = self.mission[at] >= 3, _mean(view, others), (others * view).max(axis=1)
        last = rejected[-1] if rejected else np.zeros(players, bool)
        of_clean, of_failed = (teams & clean).sum(axis=1), (teams & failed).sum(axis=1)
        public = [
            own,
            mean,
            most,
            mean * late,
            most * late,
            of_clean / size,
            of_clean / size * late,
            (of_clean >= min(size, int(clean.sum()))) & clean.any(),
            of_failed,
            of_failed == 0,
            (teams & last).sum(axis=1) / size,
            (teams == last).all(axis=1) & bool(rejected),
            among(teams, rejected),
            teams[:, (leader + 1) % players],
            teams[:, leader - 1],
            own * late,
        ]
        count = sees @ others.T
        phases = [self.mission[at] == 1, self.mission[at] == 2, late]
        secret = [
            *((count == 0) * phase for phase in phases),
            *((count >= 2) * phase for phase in phases),
            (sees * (1.0 - view)) @ others.T,
            (sees * view) @ others.T,
            (count == 0) * (self.attempt[at] >= 3),
        ]
        same = np.broadcast_to(np.stack(public, axis=1), (len(sees), len(teams), len(public)))
        named = int(np.nonzero((teams == self.team[at]).all(axis=1))[0][0])
        return np.concatenate([same, np.stack(secret, axis=2)], axis=2).astype(float), named


def _before(amounts: Floats | Bools) -> Floats:
    """What there was in the rows above, added up."""
    values = np.asarray(amounts, float)
    return np.asarray(np.cumsum(values, axis=0) - values)


def _mean(values: Floats, among: Floats | Bools) -> Floats:
    """The mean of some values of each row; 0 where there are none."""
    return np.asarray((values * among).sum(axis=-1) / np.maximum(among.sum(axis=-1), 1))
