"""pgx's own API test over our environment, and the same games as the simulator's."""

from __future__ import annotations

from functools import partial
from typing import Any, Literal

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from pgx._src import api_test

from turncoat.core import Refused
from turncoat.games.resistance import simulator
from turncoat.games.resistance.adapters.pgx import Turncoat


def _act_randomly(key: Any, legal: Any) -> Any:
    return jax.random.categorical(key, jnp.log(legal.astype(jnp.float32)))


def test_kit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its list of names is closed, and its random player reads the second axis of a single state, which has none."""
    monkeypatch.setattr(api_test, "EnvId", Literal["turncoat"])
    monkeypatch.setattr(api_test, "act_randomly", jax.jit(_act_randomly))
    api_test.api_test(Turncoat("avalon", 5), num=3, use_key=False)


def test_it_plays_the_games_of_the_simulator_one_answer_at_a_time() -> None:
    env = Turncoat("classic", 5)
    config = simulator.fixed_config(simulator.make_config("classic", 5))
    init, step, key = jax.jit(env.init), jax.jit(env.step), jax.random.key(7)
    state, game = init(key), simulator.init(key, config)
    advance, look = jax.jit(simulator.step), jax.jit(partial(simulator.observe, seats=5))
    while not state.terminated:
        waiting, seen = int(simulator.to_act(game)), look(game)
        answers = np.zeros(5, np.int32)
        for seat in (seat for seat in range(5) if waiting >> seat & 1):
            assert int(state.current_player) == seat
            np.testing.assert_array_equal(state.observation, seen[seat])
            key = jax.random.fold_in(key, seat)
            answers[seat] = int(_act_randomly(key, state.legal_action_mask))
            state = step(state, answers[seat])
        game = advance(game, answers)
    assert bool(simulator.terminated(game))
    np.testing.assert_array_equal(state.rewards, simulator.rewards(game, 5))
    again = step(state, 0)
    assert not again.rewards.any()


def test_an_illegal_action_ends_the_game() -> None:
    env = Turncoat("classic", 5)
    state = env.step(env.step(env.init(jax.random.key(0)), 0), 7)  # a vote is 0 or 1
    assert bool(state.terminated)
    assert float(state.rewards[0]) == -1


def test_bad_set_ups_are_refused() -> None:
    with pytest.raises(Refused):
        Turncoat(players=11)
