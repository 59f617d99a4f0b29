"""Results of fixed ways to play that are known from calculation and from other engines come out here too."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from turncoat.arena import Cell, Teams, run
from turncoat.arena.results import Summary, summary
from turncoat.core import Ask
from turncoat.games.resistance.rules.moves import PlayCard, Vote
from turncoat.games.resistance.rules.view import View


class Zealot:
    """Names teams at random, approves all, and fails whenever it can."""

    def __init__(self, seed: str) -> None:
        self._draw = random.Random(seed)

    def answer(self, view: View, ask: Ask) -> Any:
        assert view.you is not None
        if ask.kind == "vote":
            return Vote(approve=True)
        if ask.kind == "mission":
            return PlayCard(success=view.you.side == "good")
        return self._draw.choice(ask.moves)


def played(bot: str, games: int, **setup: Any) -> Summary:
    cell = Cell(lineup=Teams(bot, bot), games=games, **{"ruleset": "avalon", "players": 5, **setup})
    return summary(run([cell], workers=1)[0])


def near(share: float, games: int) -> Any:
    """Within four standard errors."""
    return pytest.approx(share, abs=4 * (share * (1 - share) / games) ** 0.5)


@cache
def _clean(good: int, evil: int) -> Fraction:
    """Three clean teams come before three dirty ones, if teams of 2, 3, 2, 3, 3 of five are drawn."""
    if 3 in (good, evil):
        return Fraction(good == 3)
    clean = (Fraction(3, 10), Fraction(1, 10))[(0, 1, 0, 1, 1)[good + evil]]
    return clean * _clean(good + 1, evil) + (1 - clean) * _clean(good, evil + 1)


def test_all_approve_and_evil_always_fails() -> None:
    """Exactly 3.664 %; measured elsewhere: 3.4 ± 0.3."""
    assert float(_clean(0, 0)) == pytest.approx(0.03664)
    found = played("tests.bots.test_known_values:Zealot", 1000, ruleset="classic")
    assert found.good.rate == near(0.03664, 1000)


def test_random_play_where_the_assassin_may_not_name_his_fellow() -> None:
    """33.258 % exactly; if the Assassin may name anybody it is 39.910 %, a fifth of all third successes lost."""
    third_success = 0.33258 / (1 - 1 / 3)
    assert third_success * (1 - 1 / 5) == pytest.approx(0.39910, abs=1e-5)
    assert played("random", 1000).good.rate == near(0.33258, 1000)
