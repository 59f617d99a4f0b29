"""The inputs of the model of what people do: what they go by when they name a team, vote, or play a mission card.

All of it is public, or known to the seat that decides: its role, whom it was shown, and what it believes of the others
by `PeopleReading`.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from functools import cached_property, lru_cache
from itertools import combinations
from typing import NamedTuple

import numpy as np

from turncoat.games.resistance.belief.all_deals import AllDeals, Bools, Floats
from turncoat.games.resistance.belief.people.tracks import Tracks
from turncoat.games.resistance.belief.public_history import LAST_ATTEMPT, Situation

ROLES = ("servant", "merlin", "percival", "minion", "assassin", "mordred", "morgana", "oberon")
CHARACTERS = ("merlin", "percival", "morgana", "mordred", "oberon")
PLAIN = {"good": "servant", "evil": "minion"}
_SIZES = range(5, 11)


class Knowers(NamedTuple):
    """Some seats and what each of them knows; a row for each of them."""

    seats: tuple[int, ...]
    roles: tuple[str, ...]
    evil: Bools  # whom it was shown as evil, itself included if it is
    pair: Bools  # the two of whom one is Merlin
    sides: Bools  # which evil sides fit its knowledge, in the order of `AllDeals.sets`


def all_of(rows: Sequence[Knowers]) -> Knowers:
    """Several knowers as one."""
    seats, roles = (tuple(one for part in parts for one in part) for parts in list(zip(*rows, strict=True))[:2])
    return Knowers(seats, roles, *(np.concatenate(parts) for parts in list(zip(*rows, strict=True))[2:]))


class Table:
    """A moment at which some seats have to decide. Rows of what is computed here are the seats of `knowers`."""

    def __init__(
        self, deals: AllDeals, tracks: Tracks, situation: Situation, scores: Floats, knowers: Knowers, leader: int
    ) -> None:
        """`scores` are the log-weights of the evil sides."""
        self.deals = deals
        self.tracks = tracks
        self.situation = situation
        self.knowers = knowers
        self.leader = leader
        self.size = deals.rules.team_sizes[situation.mission - 1]
        self.needed = deals.rules.fails_needed[situation.mission - 1]
        self.weights: Floats = np.exp(scores - scores[tracks.possible].max()) * tracks.possible
        self.public = self.weights / self.weights.sum() @ deals.members
        self.shares = self.believed_by(knowers)
        self.seats, self.pairs = tracks.seats, tracks.pairs

    def believed_by(self, knowers: Knowers) -> Floats:
        """How likely each of them holds each evil side to be."""
        own = (self.weights + 1e-12) * knowers.sides
        return np.asarray(own / np.maximum(own.sum(axis=1, keepdims=True), 1e-300))

    def seen_by(self, knowers: Knowers) -> Table:
        """The same moment for other knowers."""
        other = copy(self)
        for of_knowers in ("plain_shares", "suspicion", "safe"):
            vars(other).pop(of_knowers, None)
        other.knowers = knowers
        other.shares = self.believed_by(knowers)
        return other

    @cached_property
    def plain_shares(self) -> Floats:
        """What the knowers would believe if they were good and had been shown nobody; as `shares`."""
        own = (self.weights + 1e-12) * ~self.deals.members[:, list(self.knowers.seats)].T
        return np.asarray(own / own.sum(axis=1, keepdims=True))

    @cached_property
    def suspicion(self) -> Floats:
        """How likely each knower holds each seat to be evil."""
        return np.asarray(self.shares @ self.deals.members)

    @cached_property
    def teams(self) -> Bools:
        """Every team of the size that is asked for, as flags by seat."""
        return teams_of(self.deals.players, self.size)

    @cached_property
    def safe(self) -> Floats:
        """How sure each knower is that evil cannot fail a team; knowers by teams."""
        return np.asarray(self.shares @ unfailable(self.deals, self.size, self.needed))

    @cached_property
    def common(self) -> Floats:
        """What is the same for everybody at the table."""
        situation, tracks, players = self.situation, self.tracks, self.deals.players
        rounds = [*tracks.rounds, len(tracks.teams)]
        hammers = sum(length > LAST_ATTEMPT for length in tracks.rounds)
        return np.concatenate(
            [
                np.arange(1, 6) == situation.mission,
                np.arange(5) == situation.attempt,
                [situation.good, situation.evil, self.needed - 1, self.size / players],
                np.array(_SIZES) == players,
                [name in self.deals.names for name in CHARACTERS],
                [tracks.approvals / max(1, tracks.proposals), tracks.proposals / 5],
                [
                    rounds[0] / 2,
                    max(rounds) / 2,
                    (tracks.rounds or [0])[-1] / 2,
                    hammers,
                ],
            ]
        ).astype(float)

    @property
    def roles(self) -> Floats:
        """The role of each knower."""
        return np.array([[role == name for name in ROLES] for role in self.knowers.roles], float)

    def for_each(self, row: Floats) -> Floats:
        """The same row for each knower."""
        return np.broadcast_to(row, (len(self.knowers.seats), len(row)))


def member_inputs(table: Table) -> Floats:
    """A row for each seat that the leader, who is the only knower, may put on a team."""
    leader, players, tracks = table.leader, table.deals.players, table.tracks
    seats = np.arange(players)
    around = (seats - leader) % players
    last = tracks.past[-1].team if tracks.past else np.zeros(players, bool)
    flags = [
        table.suspicion[0],
        table.public,
        table.knowers.evil[0],
        table.knowers.pair[0],
        around == 0,
        around == 1,
        around == players - 1,
        around / players,
        last,
        tracks.last_clean,
        tracks.last_sent,
        tracks.failed,
    ]
    same = np.concatenate([table.roles[0], table.common])
    parts = [
        np.array(flags, float).T,
        np.broadcast_to(same, (players, len(same))),
        table.seats,
        table.pairs[leader],
        table.pairs[:, leader],
    ]
    return np.concatenate(parts, axis=1)


def team_inputs(table: Table) -> Floats:
    """A row for each team that the leader, who is the only knower, may name."""
    leader, teams, tracks, size = table.leader, table.teams, table.tracks, table.size
    known = table.knowers.evil[0].copy()
    known[leader] = False
    aboard, own, safe = (teams & known).sum(axis=1), teams[:, leader], table.safe[0]
    pair = (teams & table.knowers.pair[0]).sum(axis=1)
    failed = (teams & tracks.failed).sum(axis=1)
    role = table.knowers.roles[0]
    is_evil, last = role in ROLES[3:], tracks.past[-1].team if tracks.past else np.zeros(teams.shape[1], bool)
    columns = [
        safe,
        safe - safe.max(),
        own,
        aboard == 0,
        aboard == 1,
        aboard >= 2,
        pair == 1,
        pair == 2,
        (teams & last).sum(axis=1) / size,
        (teams == last).all(axis=1),
        (teams & tracks.last_clean).sum(axis=1) / size,
        (teams & tracks.last_clean).sum(axis=1) == min(size, int(tracks.last_clean.sum())),
        (teams & tracks.last_sent).sum(axis=1) / size,
        failed,
        failed == 0,
        (teams & np.roll(teams, 1, axis=1)).sum(axis=1),
        among(teams, tracks.teams),
        is_evil * (aboard + own == table.needed),
        is_evil * (aboard + own == 0),
        (role == "merlin") * (aboard == 0),
        (role == "servant") * own,
        is_evil * own,
        teams @ table.public,
    ]
    return np.array(columns, float).T


def among(teams: Bools, some: Sequence[Bools]) -> Bools:
    """Whether each team is one of some others."""
    found = np.zeros(len(teams), bool)
    for one in some:
        found |= (teams == one).all(axis=1)
    return found


def card_inputs(table: Table, team: Bools, votes: Bools, played: Sequence[Sequence[bool]]) -> Floats:
    """A row for each knower, who is evil and on this team. `played` are its own cards in earlier missions, in order."""
    seats, knowers, players = np.array(table.knowers.seats), table.knowers, len(team)
    allies = knowers.evil & team
    allies[np.arange(len(seats)), seats] = False
    count = allies.sum(axis=1)
    turn = (np.arange(players) - table.leader) % players
    first = np.where(allies, turn, players).min(axis=1) < turn[seats]
    strangers = team & ~allies
    strangers[np.arange(len(seats)), seats] = False
    looks = table.public[None, :]
    least, most = np.where(strangers, looks, 1.0).min(axis=1), np.where(strangers, looks, 0.0).max(axis=1)
    own = [
        *(count == number for number in range(3)),
        count + 1 - table.needed,
        seats == table.leader,
        allies[:, table.leader],
        table.public[seats],
        np.where(allies, table.public, 0.0).max(axis=1),
        np.where(allies, table.public, 1.0).min(axis=1) > table.public[seats],
        (table.suspicion * team).sum(axis=1) - count,
        (knowers.evil & ~team).sum(axis=1),
        first & (count > 0),
        (count > 0) & (allies & (((np.arange(players)[None, :] - seats[:, None]) % players) < players / 2)).any(axis=1),
        np.full(len(seats), votes.mean()),
        votes[seats],
        np.full(len(seats), (table.tracks.failed & team).sum()),
        np.full(len(seats), (table.tracks.last_clean & team).sum() / team.sum()),
        np.full(len(seats), float(team.sum())),
        table.tracks.failed[seats],
        table.tracks.last_clean[seats],
        [sum(not card for card in cards) for cards in played],
        [sum(cards) for cards in played],
        [bool(cards) and not cards[-1] for cards in played],
        strangers.sum(axis=1),
        least,
        most,
        (strangers * looks).sum(axis=1) / np.maximum(strangers.sum(axis=1), 1),
        table.public[seats] - most,
        (looks > table.public[seats][:, None]).mean(axis=1),
        table.shares.max(axis=1),
    ]
    return np.concatenate(
        [table.roles, np.array(own, float).T, table.for_each(table.common), table.seats[seats]], axis=1
    )


@lru_cache(maxsize=64)
def teams_of(players: int, size: int) -> Bools:
    """Every team of a size, as flags by seat."""
    return np.array([[seat in team for seat in range(players)] for team in combinations(range(players), size)])


@lru_cache(maxsize=256)
def unfailable(deals: AllDeals, size: int, needed: int) -> Floats:
    """Evil sides by teams: 1 where the side cannot fail a mission with that team."""
    aboard = deals.members.astype(int) @ teams_of(deals.players, size).T.astype(int)
    return np.asarray(aboard < needed, float)
