"""Who sits opposite the learner, and runs that go on where they were stopped."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from turncoat.games.resistance.learning.__main__ import Run, keep, resumed
from turncoat.games.resistance.learning.policy import init_params
from turncoat.games.resistance.learning.ppo import begin, descend
from turncoat.games.resistance.learning.settings import Settings, groups
from turncoat.games.resistance.learning.sparring import Opponent, Rivals, Sparring
from turncoat.games.resistance.network import checkpoint


def team(number: float) -> dict[str, Any]:
    return {"weight": np.full(3, number, np.float32)}


def numbers(side: dict[str, Any]) -> list[float]:
    return [float(number) for number in side["weight"][:, 0]]


def test_residents_stay_and_others_come_and_go() -> None:
    sparring = Sparring(team(0), 4, 1, strangers=[team(5), team(6)], residents=[team(9)])
    met = set()
    for past in range(1, 40):
        sparring.keep(team(-past))
        sparring.change()
        good, evil = (numbers(side) for side in sparring.sides())
        assert good[0] == 9
        assert len(good) == len(evil) == 4
        assert all(number <= 0 for number in evil)  # evil is the learner's own past
        met |= set(good[1:])
    assert {5.0, 6.0} < met
    assert any(number < 0 for number in met)


def test_a_best_response_meets_one_team_only(tmp_path: Path) -> None:
    checkpoint.save(tmp_path / "net.npz", team(3))
    opponent = Opponent(tmp_path / "net.npz", 2)
    opponent.keep(team(0))
    opponent.change()
    assert [numbers(side) for side in opponent.sides()] == [[3.0, 3.0], [3.0, 3.0]]


def test_a_best_response_follows_an_opponent_that_learns(tmp_path: Path) -> None:
    checkpoint.save(tmp_path / "net.npz", team(3))
    opponent = Opponent(tmp_path / "net.npz", 2)
    checkpoint.save(tmp_path / "net.npz", team(4))
    os.utime(tmp_path / "net.npz", (1, 1))  # another time of writing, however fast this runs
    opponent.change()
    assert [numbers(side) for side in opponent.sides()] == [[4.0, 4.0], [4.0, 4.0]]


def test_rivals_that_come_later_are_met_as_evil_and_never_as_good(tmp_path: Path) -> None:
    sparring = Sparring(team(0), 3, 1, rivals=Rivals(tmp_path))
    assert numbers(sparring.sides()[1]) == [0, 0, 0]
    checkpoint.save(tmp_path / "team-1-1.npz", team(5))
    checkpoint.save(tmp_path / "last-1.npz", team(6))  # how far the other run is now: not one of its teams
    met: set[float] = set()
    for _ in range(40):
        sparring.change()
        good, evil = (numbers(side) for side in sparring.sides())
        assert good == [0, 0, 0]
        met |= set(evil)
    assert met == {0, 5}


def test_frozen_teams_get_equally_many_tables() -> None:
    group = groups(Settings(tables=500, slots=8, shares=(0.25, 0.44, 0.08, 0.12)))
    sizes = np.bincount(group, minlength=5)
    assert sizes.sum() == 500
    assert sizes[1] % 8 == 0 == sizes[2] % 8
    assert (np.diff(group) >= 0).all()


def test_a_run_goes_on_with_the_weights_and_moments_it_had(tmp_path: Path) -> None:
    params, rate = init_params(1, 8, 1), jnp.float32(0.01)
    learner = descend(begin(params), jax.tree.map(lambda leaf: leaf + 1, params), rate, Settings())
    keep(tmp_path / "state.npz", Run(learner, 150, 0.25))
    back = resumed(tmp_path / "state.npz", Run(begin(init_params(2, 8, 1)), 0, 0.0))
    assert (back.updates, back.spent) == (150, 0.25)
    jax.tree.map(np.testing.assert_array_equal, back.learner, learner)
    assert [path.name for path in tmp_path.iterdir()] == ["state.npz"]


def test_evil_residents_stay() -> None:
    sparring = Sparring(team(0), 3, 1, evil_residents=[team(7), team(8)])
    for past in range(1, 20):
        sparring.keep(team(-past))
        sparring.change()
        good, evil = (numbers(side) for side in sparring.sides())
        assert evil[:2] == [7, 8]
        assert evil[2] <= 0
        assert all(number <= 0 for number in good)
    assert numbers(sparring.sides()[1])[2] < 0
