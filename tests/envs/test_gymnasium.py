"""Gymnasium's own checker, and whole games against bots."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import turncoat.games.resistance.adapters.gymnasium as seats
from tests.envs import examples
from turncoat.core import Refused


@pytest.mark.filterwarnings("ignore")  # the checker warns of habits
def test_checker() -> None:
    check_env(seats.SeatEnv(render_mode="ansi"))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("seat", [None, 2])
def test_whole_games(seat: int | None) -> None:
    env = gymnasium.make("Turncoat-v1", ruleset="avalon", players=7, roles=("percival", "morgana"), seat=seat)
    rng = np.random.default_rng(0)
    results = set()
    for number in range(12):
        observation, info = env.reset(seed=number)
        assert seat in (None, info["seat"])
        over, reward = False, 0.0
        while not over:
            assert observation["action_mask"].sum() >= 1
            action = rng.choice(np.flatnonzero(observation["action_mask"]))
            observation, gained, over, _, _ = env.step(action)
            reward = float(gained)
        results.add(reward)
    assert results == {1.0, -1.0}


def _play(seed: int) -> list[Any]:
    env = seats.SeatEnv()
    observation, _ = env.reset(seed=seed)
    trace = [observation["observation"].tobytes()]
    over = False
    while not over:
        observation, reward, over, _, _ = env.step(int(np.flatnonzero(observation["action_mask"])[0]))
        trace.append((observation["observation"].tobytes(), reward))
    return trace


def test_a_seed_fixes_the_game() -> None:
    assert _play(4) == _play(4)
    assert _play(4) != _play(5)


def test_an_illegal_action_is_reported() -> None:
    env = seats.SeatEnv()
    env.reset(seed=0)
    _, reward, over, _, info = env.step(9999)
    assert (reward, over, info["illegal"]) == (-1.0, True, True)


def test_bad_set_ups_are_refused() -> None:
    with pytest.raises(Refused) as refusal:
        seats.SeatEnv(players=12)
    assert refusal.value.code == "PLAYER_COUNT"


@pytest.mark.filterwarnings("ignore")
def test_the_example_plays_its_games(capsys: pytest.CaptureFixture[str]) -> None:
    example = examples.load("gymnasium_seat")
    example.GAMES = 12
    example.main()
    played = [int(words.split()[4]) for words in capsys.readouterr().out.splitlines()]
    assert sum(played) == 12


def test_legal_actions_have_the_name_that_masked_learners_ask_for() -> None:
    env = gymnasium.make("Turncoat-v1")
    observation, _ = env.reset(seed=1)
    masks = env.get_wrapper_attr("action_masks")()
    assert masks.dtype == bool
    assert (masks == observation["action_mask"]).all()


def test_every_chair_may_have_its_own_bot() -> None:
    env = seats.SeatEnv(seat=0, bots=["random", "bayes", "logic", "bayes", "logic"])
    env.reset(seed=1)
    assert [type(bot).__name__ for bot in env._bots[1:3]] != ["RandomBot", "RandomBot"]


@pytest.mark.parametrize(
    ("bots", "error", "reason"),
    [
        (["bayes", "net"], Refused, "5 bots"),
        (7, Refused, "5 bots"),
        (dict.fromkeys(range(5), "bayes"), Refused, "5 bots"),
        ([None] * 5, Refused, "5 bots"),
        ("nobody", LookupError, "no bot 'nobody'"),
        (5 * ["x"], LookupError, "'x'"),
    ],
)
def test_bots_are_checked_before_the_first_game(bots: Any, error: type[Exception], reason: str) -> None:
    with pytest.raises(error, match=reason):
        seats.SeatEnv(bots=bots)


@pytest.mark.parametrize("seat", [5, -1, "0"])
def test_a_seat_that_is_not_there_is_refused_before_the_first_game(seat: Any) -> None:
    """It was accepted, and the first game failed with an IndexError."""
    with pytest.raises(Refused, match="from 0 to 4"):
        seats.SeatEnv(seat=seat)
