"""The studies of levels: what they count is what they say."""

from __future__ import annotations

import numpy as np
import pytest

from tests.people.logs import ROLES
from tools.levels import compared
from tools.told_apart import behaviour, played_by
from turncoat.arena import Cell, Teams
from turncoat.arena.play import Played, record_game
from turncoat.games.resistance.belief.people.weights import shipped_weights
from turncoat.games.resistance.learning.people_games import PeopleGame


def played(winners: str) -> list[Played]:
    """Games that good ("g") or evil ("e") won."""
    names = {"g": "good", "e": "evil"}
    return [Played(number, names[one], "", (), "", 1) for number, one in enumerate(winners)]


def test_a_level_is_compared_with_the_one_below_game_by_game() -> None:
    below, same, above = compared(5, "good", ("a", "b", "c"), [played("geeg"), played("geeg"), played("gegg")])
    assert np.isnan(below.gain)
    assert (same.gain, same.gain_error) == (0.0, 0.0)
    assert above.gain == pytest.approx(0.25)
    assert above.gain_error == pytest.approx(0.25)  # one game in four differs
    assert above.steps == pytest.approx(1.0)
    (evil,) = compared(5, "evil", ("a",), [played("geee")])
    assert evil.wins == pytest.approx(0.75)


def test_a_level_is_told_apart_on_the_deal_of_the_person() -> None:
    cell = Cell(lineup=Teams("simple", "simple"), ruleset="avalon", players=5, roles=ROLES)
    game = PeopleGame(record_game(cell, 1))
    other = played_by("beginner", game, 2)
    assert other.roles == game.roles
    assert other.history != game.history
    rows = [behaviour(one, 2, shipped_weights()) for one in (game, other)]
    assert rows[0].shape == rows[1].shape
    assert np.isfinite(rows).all()
