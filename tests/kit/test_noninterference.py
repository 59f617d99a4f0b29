"""No seat can tell two games apart that differ only in what it may not know."""

from __future__ import annotations

from random import Random

import pytest

from tests.kit.cases import CASES, every_game
from turncoat.core import AnyGame
from turncoat.testing import check_noninterference, find_other_world, random_setup

PAIRS_IN_A_LONG_RUN = 110_000


def compare(game: AnyGame, ruleset: str, players: int, least: int) -> int:
    """Compare at least this many pairs, in games with random options and roles."""
    other_world = find_other_world(game)
    assert other_world is not None, f"{game.name} has no worlds hook, so nobody knows what its seats can tell apart"
    choose = Random(f"noninterference {ruleset} {players} {least}")
    pairs = games = 0
    while pairs < least and games < least:
        games += 1
        setup = random_setup(game, ruleset, players, choose)
        pairs += check_noninterference(game, other_world, setup, f"{ruleset} {players} {least} {games}")
    return pairs


@every_game()
def test_a_seat_sees_only_what_it_may_know(game: AnyGame, ruleset: str, players: int) -> None:
    assert compare(game, ruleset, players, least=200) >= 200


@pytest.mark.long
@every_game()
def test_a_seat_sees_only_what_it_may_know_at_length(game: AnyGame, ruleset: str, players: int) -> None:
    least = -(-PAIRS_IN_A_LONG_RUN // len(CASES))
    assert compare(game, ruleset, players, least) >= least
