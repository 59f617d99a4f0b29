"""The inputs of the model of how people vote: what they go by when they vote on a team."""

from __future__ import annotations

import numpy as np

from turncoat.games.resistance.belief.all_deals import Bools, Floats
from turncoat.games.resistance.belief.people.decisions import Table, unfailable
from turncoat.games.resistance.belief.people.tracks import Tracks
from turncoat.games.resistance.belief.public_history import LAST_ATTEMPT

_HABITS = 14
_EQUAL = 1e-9
"""Chances that are no further apart than this are equal: they differ by rounding."""


def vote_inputs(table: Table, team: Bools) -> Floats:
    """A row for each knower who votes on this team."""
    seats, tracks = list(table.knowers.seats), table.tracks
    others = np.broadcast_to(team, table.knowers.evil.shape).copy()
    others[np.arange(len(seats)), seats] = False
    at = int(np.nonzero((table.teams == team).all(axis=1))[0][0])
    count = np.maximum(others.sum(axis=1), 1)[:, None]
    return np.concatenate(
        [
            table.roles,
            _own_view(table, team, at, others),
            table.for_each(_earlier_teams(tracks, team)),
            table.for_each(table.common),
            table.seats[seats],
            table.pairs[seats, table.leader],
            np.einsum("kjp,kj->kp", table.pairs[seats], others) / count,
            _habits(tracks, team[seats], seats, table.situation.attempt),
            _next_leaders(table, team),
            _looks(table, team, at, others),
            table.pairs[table.leader, seats],
            np.einsum("jkp,kj->kp", table.pairs[:, seats], others) / count,
        ],
        axis=1,
    )


def _own_view(table: Table, team: Bools, at: int, others: Bools) -> Floats:
    """What each knower thinks of the team, of itself aside, and how it has voted on teams like this one."""
    seats, knowers, suspicion, safe = list(table.knowers.seats), table.knowers, table.suspicion, table.safe
    best = np.where(table.teams[:, seats].T, safe, 0.0).max(axis=1)
    aboard = (knowers.evil & others).sum(axis=1)
    columns = [
        team[seats],
        np.array(seats) == table.leader,
        aboard,
        aboard > 0,
        aboard >= table.needed,
        knowers.evil[:, table.leader],
        (knowers.pair & team).sum(axis=1),
        safe[:, at],
        best,
        safe[:, at] - best,
        safe.mean(axis=1),
        (safe < safe[:, at : at + 1] - _EQUAL).mean(axis=1),
        np.where(others, suspicion, 0.0).max(axis=1),
        np.where(others, suspicion, 0.0).sum(axis=1),
        suspicion[:, table.leader],
        table.public[seats],
        np.full(len(seats), table.public[team].sum()),
        (table.leader - np.array(seats)) % len(team) / len(team),
        *_past_votes(table.tracks, team, seats),
    ]
    return np.array(columns, float).T


def _earlier_teams(tracks: Tracks, team: Bools) -> Floats:
    """How the team compares with those before it."""
    size = float(team.sum())
    last = tracks.past[-1].team if tracks.past else np.zeros(len(team), bool)
    common = [
        (last & team).sum() / size,
        (last == team).all(),
        (tracks.last_clean & team).sum() / size if tracks.last_clean.any() else -1.0,
        (tracks.last_sent & team).sum() / size if tracks.last_sent.any() else -1.0,
        (tracks.failed & team).sum(),
        sum((one == team).all() for one in tracks.teams),
    ]
    return np.array(common, float)


def _past_votes(tracks: Tracks, team: Bools, seats: list[int]) -> list[Floats]:
    """How a seat and the table have voted on teams like this one, the more alike the more it counts."""
    if not tracks.past:
        return [np.zeros(len(seats))] * 5
    teams = np.array([past.team for past in tracks.past])
    votes = np.array([past.votes for past in tracks.past], float)
    alike = (teams & team).sum(axis=1) / (teams | team).sum(axis=1)
    weights = alike**3
    total = weights.sum() + 0.1
    table = votes.mean(axis=1)
    own = (weights @ (votes[:, seats] - table[:, None])) / total
    equal = alike == 1.0
    before = (equal @ (votes[:, seats] - 0.5)) if equal.any() else np.zeros(len(seats))
    return [
        own,
        np.full(len(seats), weights @ (table - 0.5) / total),
        before,
        votes[-1, seats] - 0.5,
        votes[-3:, seats].mean(axis=0) - 0.5,
    ]


def _habits(tracks: Tracks, on: Bools, seats: list[int], attempt: int) -> Floats:
    """How these seats and the whole table have voted on and off teams so far, whatever the teams were."""
    past = [one for one in tracks.past if one.attempt != LAST_ATTEMPT]
    if not past:
        return np.zeros((len(seats), _HABITS))
    teams = np.array([one.team for one in past])
    votes = np.array([one.votes for one in past], float)
    leads = np.array([one.leader for one in past])[:, None] == np.arange(tracks.players)
    again = np.array([one.attempt == attempt for one in past])[:, None]
    aboard, ashore = ((place & ~leads).astype(float) for place in (teams, ~teams))
    apart = [_apart(place, votes) for place in (aboard, ashore)]
    columns: list[Floats | float] = []
    for place, (gap, gaps) in zip((aboard, ashore), apart, strict=True):
        here = place * again
        columns += [gap[seats], gaps[seats], _table_rate(place, votes), _table_rate(here, votes)]
        columns.append(_own_rate(here, votes)[seats])
    columns += [
        np.where(on, _own_rate(aboard, votes)[seats], _own_rate(ashore, votes)[seats]),
        np.where(on, apart[0][0][seats], apart[1][0][seats]),
        _last_vote(teams[:, seats] == on, votes[:, seats]),
        float(votes[-1].mean()),
    ]
    return np.array([np.broadcast_to(column, len(seats)) for column in columns]).T


def _apart(place: Floats, votes: Floats) -> tuple[Floats, Floats]:
    """How far each seat votes from the others in the same place: on average, drawn towards 0, and in all."""
    count, approvals = place.sum(axis=1, keepdims=True), (place * votes).sum(axis=1, keepdims=True)
    usual = (place * votes).sum() / max(1.0, place.sum())
    others = (approvals - place * votes + usual) / (count - place + 1.0)
    gaps = (place * (votes - others)).sum(axis=0)
    return gaps / (place.sum(axis=0) + 2.0), gaps


def _own_rate(place: Floats, votes: Floats) -> Floats:
    """How much more than half of its votes in a place each seat approves; few votes prove little."""
    return np.asarray((place * (votes - 0.5)).sum(axis=0) / (place.sum(axis=0) + 1.0))


def _table_rate(place: Floats, votes: Floats) -> float:
    """As `_own_rate`, for all seats together."""
    return float((place * (votes - 0.5)).sum() / (place.sum() + 3.0))


def _last_vote(alike: Bools, votes: Floats) -> Floats:
    """How each seat voted when it was last in a place like today's; 0 if it never was."""
    last = len(alike) - 1 - np.argmax(alike[::-1], axis=0)
    return np.where(alike.any(axis=0), votes[last, np.arange(votes.shape[1])] - 0.5, 0.0)


def _next_leaders(table: Table, team: Bools) -> Floats:
    """Who leads if the table rejects this team, and who leads the last proposal."""
    players, own = len(team), np.array(table.knowers.seats)
    left = LAST_ATTEMPT - table.situation.attempt
    following, last = (table.leader + 1) % players, (table.leader + left) % players
    suspicion, evil = table.suspicion, table.knowers.evil
    columns = [
        own == following,
        own == last,
        np.where(own == following, 0.0, suspicion[:, following]),
        np.where(own == last, 0.0, suspicion[:, last]),
        evil[:, following] & (own != following),
        evil[:, last] & (own != last),
        team[last],
        team[table.leader],
        (own - table.leader - 1) % players < left,
        table.public[last],
    ]
    return np.array([np.broadcast_to(column, len(own)) for column in columns], float).T


def _looks(table: Table, team: Bools, at: int, others: Bools) -> Floats:
    """How the team would look to the knowers if they had been shown nobody, and beside those who are not on it."""
    seats, suspicion = list(table.knowers.seats), table.suspicion
    safe = table.plain_shares @ unfailable(table.deals, table.size, table.needed)
    looks, best = safe[:, at], np.where(table.teams[:, seats].T, safe, 0.0).max(axis=1)
    off = np.broadcast_to(~team, others.shape).copy()
    off[np.arange(len(seats)), seats] = False
    columns = [
        looks,
        looks - best,
        (safe < looks[:, None] - _EQUAL).mean(axis=1),
        table.safe[:, at] - looks,
        _mean(suspicion, others) - _mean(suspicion, off),
        np.where(others, suspicion, 1.0).min(axis=1),
        np.where(off, suspicion, 1.0).min(axis=1),
        np.where(off, suspicion, 0.0).max(axis=1),
        (table.public > table.public[seats][:, None]).mean(axis=1),
        np.full(len(seats), table.public[table.leader]),
        np.where(others, table.public, 0.0).max(axis=1),
    ]
    return np.array(columns).T


def _mean(values: Floats, among: Bools) -> Floats:
    """The mean of some values of each row; 0 where there are none."""
    return np.asarray((values * among).sum(axis=1) / np.maximum(among.sum(axis=1), 1))
