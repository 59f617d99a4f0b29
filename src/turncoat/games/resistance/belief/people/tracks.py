"""What every seat has done so far in a game, as counts: all that the model of people looks at.

`Tracks` takes the public actions one by one. `seats` has a row of counts for each seat, `pairs` one for each ordered
pair of seats: what the first did about the second. The names of the columns are in `SEAT_COUNTS` and `PAIR_COUNTS`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from turncoat.games.resistance.belief.all_deals import Bools, Floats
from turncoat.games.resistance.belief.evil_sides import card_facts, evil_sides
from turncoat.games.resistance.belief.possible_deals import allowed_sides
from turncoat.games.resistance.belief.public_history import (
    LAST_ATTEMPT,
    CardsPlayed,
    History,
    PublicAction,
    Situation,
    TeamNamed,
    VotesCast,
)

PHASES = 3
"""Votes on the first and second mission are counted apart from those on all later ones."""
MISSIONS = 5
BALLOTS = ("on approve", "on reject", "off approve", "off reject")
"""The four ways to vote: on or off the team, for or against it."""

SEAT_COUNTS = (
    *("led", "led own", "led risk", "led suspects", "led again", "led overlap", "led approval"),
    *("picked", "picked at random"),
    *("approval when on", "approval when off"),
    *("last approve", "last reject"),
    *(f"{ballot} {phase}" for phase in range(1, PHASES + 1) for ballot in BALLOTS),
    *(f"{ballot} risk" for ballot in BALLOTS),
    *("apart on", "apart off", "alone against", "alone for", "against own team"),
    *(f"clean {mission}" for mission in range(1, MISSIONS + 1)),
    *(f"failed {mission}" for mission in range(1, MISSIONS + 1)),
    *("fails shared", "fails several"),
    *(f"{ballot} clean" for ballot in BALLOTS),
    *(f"{ballot} failed" for ballot in BALLOTS),
    *("led clean", "led failed"),
    *("missed failed", "missed clean"),
    "facts",
)
PAIR_COUNTS = (
    *("off approve with", "off reject with", "on approve with", "on reject with"),
    *("off approve without", "off reject without", "on approve without", "on reject without"),
    *("leader approve", "leader reject"),
    *("same", "other", "agreement"),
    *("apart with", "apart off with", "apart on with"),
    *("led with", "led without", "led with, above chance"),
    *("both clean", "both failed", "both failed several"),
    *("approve clean", "reject clean", "approve failed", "reject failed"),
    *("left neighbour", "right neighbour"),
)
_SEAT = {name: at for at, name in enumerate(SEAT_COUNTS)}
_PAIR = {name: at for at, name in enumerate(PAIR_COUNTS)}
_SURE = 0.003  # facts are kept this far from 0 and 1, so that their logit is finite


def damped(counts: Floats) -> Floats:
    """Counts on a scale on which the tenth vote tells less than the first."""
    return np.asarray(np.sign(counts) * np.log1p(np.abs(counts)), np.float64)


class VotedTeam(NamedTuple):
    """A team and the votes on it."""

    team: Bools
    votes: Bools
    leader: int
    attempt: int


class Tracks:
    """The counts after the public actions so far."""

    def __init__(self, players: int) -> None:
        self.players = players
        sides = np.array(evil_sides(players))
        self.sides: Bools = (sides[:, None] >> np.arange(players) & 1).astype(bool)
        self.possible: Bools = np.ones(len(sides), bool)
        self.proposals = 0
        self.approvals = 0.0
        self.teams: list[Bools] = []  # those of this round that were voted on
        self.past: list[VotedTeam] = []
        self.last_clean: Bools = np.zeros(players, bool)
        self.last_sent: Bools = np.zeros(players, bool)
        self.failed: Bools = np.zeros(players, bool)
        self.rounds: list[int] = []  # how many proposals each finished round took
        self.seat_counts = np.zeros((players, len(SEAT_COUNTS)))
        self.pair_counts = np.zeros((players, players, len(PAIR_COUNTS)))
        order = np.arange(players)
        self.pair_counts[order, (order + 1) % players, _PAIR["left neighbour"]] = 1.0
        self.pair_counts[order, order - 1, _PAIR["right neighbour"]] = 1.0
        self._team: Bools = np.zeros(players, bool)
        self._leader = 0
        self._votes: Bools = np.zeros(players, bool)

    @classmethod
    def of(cls, players: int, actions: Iterable[PublicAction]) -> Tracks:
        """The counts after a history."""
        tracks = cls(players)
        for action in actions:
            tracks.add(action)
        return tracks

    def after(self, action: PublicAction) -> Tracks:
        """The counts after one more action; these stay as they are."""
        later = copy(self)
        later.teams, later.past, later.rounds = [*self.teams], [*self.past], [*self.rounds]
        later.seat_counts, later.pair_counts = self.seat_counts.copy(), self.pair_counts.copy()
        later.add(action)
        return later

    @property
    def seats(self) -> Floats:
        """The damped counts by seat."""
        found = damped(self.seat_counts)
        chance = np.clip(self.possible @ self.sides / max(1, self.possible.sum()), _SURE, 1.0 - _SURE)
        found[:, _SEAT["facts"]] = damped(np.log(chance / (1.0 - chance)))
        return found

    @property
    def pairs(self) -> Floats:
        """The damped counts by pair of seats."""
        return damped(self.pair_counts)

    def as_good(self) -> Floats:
        """By seat: how likely each evil side is to a good player there who goes by the facts alone."""
        fits = (self.possible & ~self.sides.T).astype(float)
        return np.asarray(fits / np.maximum(fits.sum(axis=1, keepdims=True), 1.0))

    def add(self, action: PublicAction) -> None:
        """Count one more action."""
        if isinstance(action, TeamNamed):
            self._name(action)
        elif isinstance(action, VotesCast):
            self._vote(action)
        else:
            self._play(action)

    def _count(self, seats: Bools | int, counts: Mapping[str, Floats | Bools] | Mapping[str, float]) -> None:
        for name, amount in counts.items():
            self.seat_counts[seats, _SEAT[name]] += amount

    def _count_pairs(self, counts: Mapping[str, Floats | Bools]) -> None:
        for name, amount in counts.items():
            self.pair_counts[:, :, _PAIR[name]] += amount

    def _name(self, action: TeamNamed) -> None:
        """A leader names a team."""
        team = np.zeros(self.players, bool)
        team[list(action.members)] = True
        leader, size, order = action.leader, int(team.sum()), np.arange(self.players)
        others = order != leader
        sides = self.as_good()[leader]
        suspects = sides @ self.sides
        at_random = (size - float(team[leader])) / (self.players - 1)
        led = {
            "led": 1.0,
            "led own": float(team[leader]),
            "led risk": float(sides @ (self.sides & team).any(axis=1)),
            "led suspects": float(suspects[team].mean() - suspects[others].mean()),
            "led again": float((team == self.last_clean).all()),
            "led overlap": float((team & self.last_clean).sum() / size),
        }
        self._count(leader, led)
        self._count(others, {"picked": team[others], "picked at random": at_random})
        row = self.pair_counts[leader]
        row[:, _PAIR["led with"]] += team
        row[:, _PAIR["led without"]] += ~team
        row[:, _PAIR["led with, above chance"]] += team - at_random
        self._team, self._leader = team, leader

    def _vote(self, action: VotesCast) -> None:
        """Everybody votes on the team just named."""
        team, leader, players = self._team, self._leader, self.players
        votes = np.array([vote is True for vote in action.votes])
        others = (votes.sum() - votes) / (players - 1)
        self._count(leader, {"led approval": float(others[leader])})
        everybody = np.ones(players, bool)
        self._count(everybody, {"approval when on": team * others, "approval when off": ~team * others})
        if action.situation.attempt == LAST_ATTEMPT:
            self._count(everybody, {"last approve": votes, "last reject": ~votes})
        else:
            self._count_votes(votes, others, action.situation)
            self._count_pair_votes(votes, others)
        self._votes = votes
        self.proposals += 1
        self.approvals += float(votes.mean())
        self.teams.append(team)
        self.past.append(VotedTeam(team, votes, leader, action.situation.attempt))

    def _count_votes(self, votes: Bools, others: Floats, situation: Situation) -> None:
        team, leader = self._team, self._leader
        risk = self.as_good() @ (self.sides & team).any(axis=1)
        voters = np.arange(self.players) != leader  # a leader's vote for their own team tells nothing
        phase = min(situation.mission, PHASES)
        for ballot, cast in zip(BALLOTS, ballots(team, votes), strict=True):
            self._count(voters, {f"{ballot} {phase}": cast[voters], f"{ballot} risk": (cast * risk)[voters]})
        apart = votes - others
        marks: dict[str, Floats | Bools] = {
            "apart on": apart * team,
            "apart off": apart * ~team,
            "alone against": ~votes & ~team & (others > 0.6),
            "alone for": votes & ~team & (others < 0.4),
        }
        self._count(np.ones(self.players, bool), marks)
        self._count(leader, {"against own team": float(not votes[leader])})

    def _count_pair_votes(self, votes: Bools, others: Floats) -> None:
        team, size = self._team, float(self._team.sum())
        apart, spread = votes - others, votes - votes.mean()
        same = votes[:, None] == votes[None, :]
        counts: dict[str, Floats | Bools] = {}
        for name, cast in zip(BALLOTS, ballots(team, votes), strict=True):
            counts[f"{name} with"] = np.outer(cast, team)
            counts[f"{name} without"] = np.outer(cast, ~team)
        counts |= {
            "same": same,
            "other": ~same,
            "agreement": np.outer(spread, spread),
            "apart with": np.outer(apart, team - team.mean()),
            "apart off with": np.outer(apart * ~team, team) / size,
            "apart on with": np.outer(apart * team, team) / size,
        }
        self._count_pairs(counts)
        self.pair_counts[:, self._leader, _PAIR["leader approve"]] += votes
        self.pair_counts[:, self._leader, _PAIR["leader reject"]] += ~votes

    def _play(self, action: CardsPlayed) -> None:
        """A mission is over."""
        team, votes, fails, size = self._team, self._votes, action.fails, len(action.members)
        facts = card_facts(action.members, fails, dict(action.shown))
        self.possible = self.possible & allowed_sides(self.players, facts)
        result = "failed" if fails else "clean"
        self._count(team, {f"{result} {action.situation.mission}": 1.0, "fails shared": fails / size})
        self._count(team, {"fails several": float(fails > 1)})
        self._count(~team, {f"missed {result}": 1.0})
        self._count(self._leader, {f"led {result}": 1.0})
        both = np.outer(team, team)
        pairs: dict[str, Floats | Bools] = {
            "both clean": both * (fails == 0),
            "both failed": both * fails / size,
            "both failed several": both * (fails > 1),
        }
        if action.situation.attempt != LAST_ATTEMPT:
            for ballot, cast in zip(BALLOTS, ballots(team, votes), strict=True):
                self._count(np.ones(self.players, bool), {f"{ballot} {result}": cast})
            pairs[f"approve {result}"] = np.outer(votes & ~team, team) / size
            pairs[f"reject {result}"] = np.outer(~votes & ~team, team) / size
        self._count_pairs(pairs)
        self.rounds.append(len(self.teams))
        self.teams, self.last_sent = [], team
        if fails:
            self.failed = self.failed | team
        else:
            self.last_clean = team


def ballots(team: Bools, votes: Bools) -> tuple[Bools, Bools, Bools, Bools]:
    """Who voted in each of the four ways of `BALLOTS`."""
    return team & votes, team & ~votes, ~team & votes, ~team & ~votes


@lru_cache(maxsize=512)
def shared_tracks(players: int, history: History) -> Tracks:
    """The counts after a history, kept for all seats of a table and for the moments after it. Do not add to them."""
    return shared_tracks(players, history[:-1]).after(history[-1]) if history else Tracks(players)
