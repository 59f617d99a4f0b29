"""The examples of the vector simulator do what they say."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.envs import examples
from turncoat.games.resistance import simulator


def test_the_policy_trained_by_self_play_beats_random_on_both_sides(capsys: pytest.CaptureFixture[str]) -> None:
    """Fewer rounds and games than the example has, and the same margin: four standard errors above one half."""
    example = examples.load("train_vector")
    example.ROUNDS, example.GAMES = 20, 128
    example.main()
    rates = {
        side: float(rate) / 100 for side, rate in re.findall(r"(good|evil) wins ([\d.]+)%", capsys.readouterr().out)
    }
    assert rates.keys() == {"good", "evil"}
    error = (0.25 / (20 * example.GAMES)) ** 0.5
    assert min(rates.values()) > 0.5 + 4 * error


def test_the_training_example_has_fifty_lines() -> None:
    assert len((examples.FOLDER / "train_vector.py").read_text().splitlines()) <= 50


def test_the_balance_table_has_the_exact_value_of_random_play() -> None:
    example: Any = examples.load("balance")
    games = 4000
    classic, merlin = example.balance([simulator.make_config("classic", 5), simulator.make_config("avalon", 5)], games)
    assert classic == pytest.approx(1 - 0.50112, abs=4 * (0.25 / games) ** 0.5)
    assert merlin == pytest.approx(0.33258, abs=4 * (0.2220 / games) ** 0.5)
