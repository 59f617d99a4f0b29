"""What a seat has done so far about the seats that Merlin would see: the evidence that it is Merlin.

The Assassin does not know for certain whom Merlin sees (Mordred is hidden from Merlin, and Oberon from the Assassin),
so the counts are made for every set of seats that Merlin may see.

Percival knows more than others too, and somebody who acts as Percival would is not Merlin. What a seat has done about
two seats, of whom one may be Merlin and the other Morgana, is the evidence that it is Percival.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from turncoat.games.resistance.belief.all_deals import Floats, Ints, popcount
from turncoat.games.resistance.belief.public_history import (
    LAST_ATTEMPT,
    PublicAction,
    TeamNamed,
    VotesCast,
)
from turncoat.games.resistance.rules.game_rules import mask

_ABOARD = 3
"""None, one, or more of the seats that Merlin sees are on the team."""

MERLIN_COUNTS = (
    *(
        f"mission {mission}, {aboard} seen aboard, {place}, {vote}"
        for mission in range(1, 6)
        for aboard in range(_ABOARD)
        for place in ("off", "on")
        for vote in ("rejects", "approves")
    ),
    *(f"mission {mission}, leads with {aboard} seen" for mission in range(1, 6) for aboard in range(_ABOARD)),
    *("on a clean mission without seen", "on a clean mission with seen"),
    *("on a failed mission without seen", "on a failed mission with seen"),
    *("picked by another", "picked by a seen one"),
    *("apart off without seen", "apart on without seen", "apart off with seen", "apart on with seen"),
    *("rejects a seen leader", "approves a seen leader"),
    *("rejects the last", "leads and is on", "leads the last", "leads the last with seen"),
)
_AT = {name: at for at, name in enumerate(MERLIN_COUNTS)}
VOTED = 5 * _ABOARD * 4
RATED = VOTED + 5 * _ABOARD
"""The counts before the place `VOTED` are those of votes; from there to `RATED`, those of leaders."""


class MerlinCounts:
    """The counts by set of seats that Merlin may see, seat, and name of `MERLIN_COUNTS`."""

    def __init__(self, players: int, seen: Ints) -> None:
        self.players = players
        self.seen = seen
        self.counts: Floats = np.zeros((len(seen), players, len(MERLIN_COUNTS)))

    @classmethod
    def of(cls, players: int, seen: Ints, actions: Iterable[PublicAction]) -> MerlinCounts:
        """The counts after a history."""
        found = cls(players, seen)
        for action in actions:
            found.add(action)
        return found

    def add(self, action: PublicAction) -> None:
        """Count one more action."""
        team = np.zeros(self.players, bool)
        team[list(action.members)] = True
        aboard = np.minimum(popcount(self.seen & mask(action.members)), _ABOARD - 1)
        if isinstance(action, TeamNamed):
            self._lead(action, team, aboard)
        elif isinstance(action, VotesCast):
            self._vote(action, team, aboard)
        else:
            result = "failed" if action.fails else "clean"
            self._split(f"on a {result} mission {{}} seen", aboard, team.astype(float))

    def _lead(self, action: TeamNamed, team: np.ndarray, aboard: Ints) -> None:
        leader, rows = action.leader, np.arange(len(self.seen))
        self.counts[rows, leader, VOTED + (action.situation.mission - 1) * _ABOARD + aboard] += 1
        picked = team & (np.arange(self.players) != leader)
        seen_leads = (self.seen >> leader & 1).astype(bool)
        self.counts[seen_leads, :, _AT["picked by a seen one"]] += picked
        self.counts[~seen_leads, :, _AT["picked by another"]] += picked
        self.counts[:, leader, _AT["leads and is on"]] += team[leader]
        if action.situation.attempt == LAST_ATTEMPT:
            self.counts[:, leader, _AT["leads the last"]] += 1
            self.counts[aboard > 0, leader, _AT["leads the last with seen"]] += 1

    def _vote(self, action: VotesCast, team: np.ndarray, aboard: Ints) -> None:
        votes = np.array([vote is True for vote in action.votes])
        if action.situation.attempt == LAST_ATTEMPT:
            self.counts[:, :, _AT["rejects the last"]] += ~votes
            return
        seats = np.arange(self.players)
        voters = seats[seats != action.leader]
        places = (((action.situation.mission - 1) * _ABOARD + aboard[:, None]) * 2 + team[voters]) * 2 + votes[voters]
        self.counts[np.arange(len(self.seen))[:, None], voters[None, :], places] += 1
        apart = votes - (votes.sum() - votes) / (self.players - 1)
        self._split("apart off {} seen", aboard, apart * ~team)
        self._split("apart on {} seen", aboard, apart * team)
        seen_leads = (self.seen >> action.leader & 1).astype(bool)
        self.counts[seen_leads, :, _AT["approves a seen leader"]] += votes
        self.counts[seen_leads, :, _AT["rejects a seen leader"]] += ~votes

    def _split(self, name: str, aboard: Ints, amount: Floats) -> None:
        """Count by whether somebody whom Merlin sees is aboard."""
        self.counts[aboard > 0, :, _AT[name.format("with")]] += amount
        self.counts[aboard == 0, :, _AT[name.format("without")]] += amount


_PAIRS = ("neither", "only Morgana", "only Merlin", "both")
PERCIVAL_COUNTS = (
    *(f"{place} with {pair} aboard, apart" for place in ("off", "on") for pair in _PAIRS),
    *(f"leads with {pair} aboard" for pair in _PAIRS),
)
PERCIVAL_VOTED = 2 * len(_PAIRS)
"""The counts before this place are those of votes, the others those of leaders."""


def percival_counts(players: int, actions: Iterable[PublicAction]) -> Floats:
    """The counts by seat, the seat that may be Merlin, the one that may be Morgana, and name of `PERCIVAL_COUNTS`.

    The last place of Morgana is that of a game without her.
    """
    seats = np.arange(players)
    counts = np.zeros((players, players, players + 1, len(PERCIVAL_COUNTS)))
    for action in actions:
        team = np.zeros(players + 1, int)
        team[list(action.members)] = 1
        pair = 2 * team[:players, None] + team[None, :]
        merlin, morgana = np.ogrid[:players, : players + 1]
        if isinstance(action, TeamNamed):
            counts[action.leader, merlin, morgana, PERCIVAL_VOTED + pair] += 1.0
        elif isinstance(action, VotesCast) and action.situation.attempt != LAST_ATTEMPT:
            votes = np.array([vote is True for vote in action.votes])
            apart = votes - (votes.sum() - votes) / (players - 1)
            apart[action.leader] = 0.0  # a leader's vote for their own team tells nothing
            places = len(_PAIRS) * team[:players, None, None] + pair
            counts[seats[:, None, None], merlin, morgana, places] += apart[:, None, None]
    return counts
