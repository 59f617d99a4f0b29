"""Every decision of recorded games of people, as inputs and answers of the networks of `belief.people.policy`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from turncoat.games.resistance.belief.all_deals import Bools, Floats
from turncoat.games.resistance.belief.people.decisions import (
    Knowers,
    Table,
    card_inputs,
    member_inputs,
    team_inputs,
)
from turncoat.games.resistance.belief.people.policy import knower
from turncoat.games.resistance.belief.people.sides import side_scores
from turncoat.games.resistance.belief.people.tracks import Tracks
from turncoat.games.resistance.belief.people.votes import vote_inputs
from turncoat.games.resistance.belief.people.weights import PeopleWeights, shipped_weights
from turncoat.games.resistance.belief.public_history import CardsPlayed, TeamNamed, VotesCast
from turncoat.games.resistance.learning.finished_games import FinishedGame

Weigh = Callable[[FinishedGame], PeopleWeights | None]
"""Which fitted numbers to use for a game. None means those of the package."""


class Answers(NamedTuple):
    """Votes or mission cards: inputs, whether the answer was yes (or a Fail), and the number of the game."""

    inputs: NDArray[Any]
    yes: NDArray[Any]
    game: NDArray[Any]


class Namings(NamedTuple):
    """Proposals for teams of one size among one number of players."""

    members: NDArray[Any]  # by proposal, seat and input
    teams: NDArray[Any]  # by proposal, team and input
    named: NDArray[Any]  # which team
    game: NDArray[Any]
    rows: NDArray[Any]  # the teams, as flags by seat


class Decisions(NamedTuple):
    """All decisions of some games."""

    votes: Answers
    cards: Answers
    namings: dict[tuple[int, int], Namings]


def decisions_of(
    games: Sequence[FinishedGame], weigh: Weigh, report: Callable[[int, int], None] = lambda done, total: None
) -> Decisions:
    """Every decision that was not forced."""
    votes: list[tuple[Any, ...]] = []
    cards: list[tuple[Any, ...]] = []
    namings: dict[tuple[int, int], list[tuple[Any, ...]]] = defaultdict(list)
    rows: dict[tuple[int, int], Bools] = {}
    for number, game in enumerate(games):
        weights = weigh(game) or shipped_weights()
        for kind, table, inputs, answer in game_decisions(game, weights):
            if kind == "name":
                key = (game.players, table.size)
                namings[key].append((*inputs, answer, number))
                rows[key] = table.teams
            else:
                (votes if kind == "vote" else cards).append((inputs, answer, np.full(len(answer), number)))
        report(number + 1, len(games))
    return Decisions(
        Answers(*map(np.concatenate, zip(*votes, strict=True))),
        Answers(*map(np.concatenate, zip(*cards, strict=True))) if cards else Answers(*[np.zeros(0)] * 3),
        {key: Namings(*[*map(np.array, zip(*some, strict=True)), rows[key]]) for key, some in namings.items()},
    )


def game_decisions(game: FinishedGame, weights: PeopleWeights) -> Iterator[tuple[str, Table, Any, Any]]:
    """Every decision of a game: its kind, the table at that moment, inputs and answers."""
    tracks, everybody = Tracks(game.players), all_knowers(game)
    votes = np.zeros(game.players, bool)
    before_vote: tuple[Table, Floats] | None = None
    for action in game.history:
        if isinstance(action, TeamNamed):
            scores = side_scores(game.deals, tracks.seats, tracks.pairs, weights)
            table = Table(game.deals, tracks, action.situation, scores, everybody, action.leader)
            alone = Table(
                game.deals, tracks, action.situation, scores, some_of(everybody, [action.leader]), action.leader
            )
            team = np.isin(np.arange(game.players), action.members)
            named = int(np.nonzero((alone.teams == team).all(axis=1))[0][0])
            yield "name", alone, (_half(member_inputs(alone)), _half(team_inputs(alone))), named
            before_vote = table, _half(vote_inputs(table, team))
        elif isinstance(action, VotesCast):
            votes = np.array([vote is True for vote in action.votes])
            assert before_vote is not None
            yield "vote", *before_vote, votes
        elif isinstance(action, CardsPlayed):
            yield from _cards(game, tracks, weights, action, votes)
        tracks.add(action)


def _cards(
    game: FinishedGame, tracks: Tracks, weights: PeopleWeights, action: CardsPlayed, votes: Bools
) -> Iterator[tuple[str, Table, Any, Any]]:
    team = np.isin(np.arange(game.players), action.members)
    aboard = np.nonzero(team & game.evil)[0].tolist()
    played = game.final.missions[action.situation.mission - 1]
    if not aboard or played is None or played.cards is None:
        return
    leader = next(one.leader for one in reversed(game.final.proposals) if one.mission == action.situation.mission)
    scores = side_scores(game.deals, tracks.seats, tracks.pairs, weights)
    table = Table(game.deals, tracks, action.situation, scores, some_of(all_knowers(game), aboard), leader)
    failed = np.array([not played.cards[seat] for seat in aboard])
    before = [one.cards for one in game.final.missions[: action.situation.mission - 1] if one and one.cards]
    own = [[cards[seat] for cards in before if seat in cards] for seat in aboard]
    yield "card", table, _half(card_inputs(table, team, votes, own)), failed


def all_knowers(game: FinishedGame) -> Knowers:
    """What every seat of a game knows."""
    rows = [knower(game.deals, game.before_end(seat, 0)) for seat in range(game.players)]
    return Knowers(
        tuple(range(game.players)),
        tuple(row.roles[0] for row in rows),
        *(np.concatenate(column) for column in list(zip(*rows, strict=True))[2:]),
    )


def some_of(knowers: Knowers, seats: list[int]) -> Knowers:
    """Only some of the seats."""
    roles = tuple(knowers.roles[seat] for seat in seats)
    return Knowers(tuple(seats), roles, knowers.evil[seats], knowers.pair[seats], knowers.sides[seats])


def _half(inputs: Floats) -> Floats:
    return inputs.astype(np.float16)
