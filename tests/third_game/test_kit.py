"""The testing kit checks a game from outside as it checks those of the house."""

from __future__ import annotations

import random

import pytest

from turncoat.core import AnyGame, Match, Seed, Setup
from turncoat.testing import check_conformance, check_noninterference, find_other_world, random_setup


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_game_conforms(lantern: AnyGame, players: int) -> None:
    for seed in range(20):
        setup = random_setup(lantern, "lantern", players, random.Random(seed))
        assert check_conformance(lantern, setup, f"lantern {seed}") == 3 * players


@pytest.mark.parametrize("players", [3, 6])
def test_nobody_sees_what_is_hidden_from_them(lantern: AnyGame, players: int) -> None:
    other_world = find_other_world(lantern)
    assert other_world is not None
    setup = Setup(ruleset="lantern", players=players)
    assert sum(check_noninterference(lantern, other_world, setup, str(seed)) for seed in range(20)) > 100


@pytest.mark.parametrize(
    ("ballots", "winner"),
    [((1, 0, 1), "good"), ((1, 2, 1), "good"), ((2, 2, 0), "evil"), ((1, 2, 0), "evil")],
)
def test_the_moth_is_caught_by_the_most_votes_alone(lantern: AnyGame, ballots: tuple[int, ...], winner: str) -> None:
    match = Match(lantern, Setup(ruleset="lantern", players=3, deal={"moth": 1}), Seed.of("1"))
    while lantern.phase(match.state) == "accuse":
        (ask,) = lantern.asks(match.state)
        match.play(ask.seat, ask.moves[0])
    for ask, ballot in zip(lantern.asks(match.state), ballots, strict=True):
        match.play(ask.seat, next(move for move in ask.moves if move.seat == ballot))
    outcome = lantern.outcome(match.state)
    assert outcome is not None
    assert outcome.winner == winner
