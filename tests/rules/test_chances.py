"""Uniformly random play with five players: the engine's results agree with exact calculations."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import comb, sqrt
from random import Random
from typing import Any, NamedTuple

import pytest

from turncoat.core import Match, Outcome, Seed, Setup
from turncoat.games import find_game
from turncoat.testing import play_out

PLAYERS, SPIES = 5, 2
SIZES = (2, 3, 2, 3, 3)
HALF = Fraction(1, 2)


class Expected(NamedTuple):
    good: Fraction  # chance of three successes
    decisions: Fraction  # answers of players a game, up to the third success


@cache
def success(size: int) -> Fraction:
    """The chance that a random team fails, if each spy plays Fail with probability one half."""
    ways = Fraction(comb(PLAYERS, size))
    teams = range(min(SPIES, size) + 1)
    return sum((comb(SPIES, k) * comb(PLAYERS - SPIES, size - k) * HALF**k for k in teams), Fraction(0)) / ways


@cache
def expected(good: int, evil: int) -> Expected:
    """From this score on, at the start of a round. Five ballots at random approve with one half."""
    if good == 3 or evil == 3:
        return Expected(Fraction(good == 3), Fraction(0))
    size = SIZES[good + evil]
    won, lost = expected(good + 1, evil), expected(good, evil + 1)
    runs, p = 1 - HALF**5, success(size)
    proposals = sum((HALF**k for k in range(5)), Fraction(0))
    return Expected(
        runs * (p * won.good + (1 - p) * lost.good),
        proposals * (1 + PLAYERS) + runs * (size + p * won.decisions + (1 - p) * lost.decisions),
    )


def test_the_exact_values() -> None:
    plain = expected(0, 0)
    assert round(100 * float(1 - plain.good), 3) == 50.112
    assert round(float(plain.decisions), 2) == 54.93
    # The Assassin knows the other evil player and names one of the three others at random.
    assert round(100 * float(plain.good * Fraction(2, 3)), 3) == 33.258


def play(setup: Setup, games: int) -> tuple[list[Outcome], list[int]]:
    game: Any = find_game(setup.ruleset)
    outcomes, lengths = [], []
    for number in range(games):
        seed = f"chances {number}"
        state, answers = play_out(game, Match(game, setup, Seed.of(seed)).state, Random(seed))
        outcomes.append(game.outcome(state))
        lengths.append(answers)
    return outcomes, lengths


def assert_near(found: float, expected: float, deviation: float, games: int) -> None:
    assert abs(found - expected) < 4 * deviation / sqrt(games), (found, expected)


GAMES = 10_000


def test_plain_random_play() -> None:
    outcomes, lengths = play(Setup(ruleset="classic", players=5), GAMES)
    spies = sum(outcome.winner == "evil" for outcome in outcomes) / GAMES
    assert_near(spies, 0.50112, 0.5, GAMES)
    mean = sum(lengths) / GAMES
    deviation = sqrt(sum((length - mean) ** 2 for length in lengths) / GAMES)
    assert 10 < deviation < 30
    assert_near(mean, 54.93, deviation, GAMES)


def test_random_play_with_merlin_and_the_assassin() -> None:
    outcomes, _ = play(Setup(ruleset="avalon", players=5), GAMES)
    assert_near(sum(outcome.winner == "good" for outcome in outcomes) / GAMES, 0.33258, 0.471, GAMES)
    shots = [outcome for outcome in outcomes if outcome.reason in ("assassination", "assassin-missed")]
    hits = sum(outcome.reason == "assassination" for outcome in shots) / len(shots)
    assert_near(hits, 1 / 3, 0.471, len(shots))


@pytest.mark.long
def test_random_play_at_length() -> None:
    games = 60_000
    outcomes, lengths = play(Setup(ruleset="classic", players=5), games)
    assert_near(sum(outcome.winner == "evil" for outcome in outcomes) / games, 0.50112, 0.5, games)
    assert_near(sum(lengths) / games, 54.93, 20, games)
