"""JaxMARL's own wrappers over our environment, whole games, and a network that learns them.

Its API tests are not in its package.
"""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jaxmarl.wrappers.baselines import CTRolloutManager, LogWrapper

from tests.envs import examples
from turncoat.core import Refused
from turncoat.games.resistance import simulator
from turncoat.games.resistance.adapters.jaxmarl import State, Turncoat

ENV = Turncoat("classic", 5)


def _legal(env: Any, state: State, key: Any) -> dict[str, Any]:
    masks = env.get_avail_actions(state)
    return {agent: jax.random.categorical(key, jnp.where(masks[agent], 0.0, -1e9)) for agent in env.agents}


@jax.jit
def _game(key: Any) -> Any:
    """Random steps through the wrapper that logs returns: what every step gave."""
    env = LogWrapper(ENV)
    _, start = env.reset(key)

    def turn(state: Any, key: Any) -> Any:
        actions = _legal(ENV, state.env_state, key)
        seen, state, rewards, dones, infos = env.step(key, state, actions)
        return state, (seen, rewards, dones, infos, state.env_state)

    return jax.lax.scan(turn, start, jax.random.split(key, 120))[1]


def test_games_go_on_after_their_end_and_are_logged() -> None:
    seen, rewards, dones, infos, states = _game(jax.random.key(3))
    over = np.asarray(dones["__all__"])
    assert over.sum() > 1
    paid = np.stack([rewards[agent] for agent in ENV.agents], 1)
    assert (np.abs(paid[over]) == 1).all()
    assert not paid[~over].any()
    assert np.asarray(infos["returned_episode"])[over].all()
    assert not np.asarray(states.done).any()  # a finished game was replaced before anybody saw it
    assert (np.asarray(states.step)[over] == 0).all()
    for agent in ENV.agents:
        space: Any = ENV.observation_space(agent)
        assert seen[agent].shape[1:] == space.shape
        assert set(np.unique(seen[agent])) <= {0.0, 1.0}


def test_observations_are_those_of_the_simulator_and_the_world_state_is_all_of_them() -> None:
    seen, state = ENV.reset(jax.random.key(5))
    rows = simulator.observe(state.game, 5)
    np.testing.assert_array_equal(jnp.stack([seen[agent] for agent in ENV.agents]), rows)
    np.testing.assert_array_equal(seen["world_state"], rows.ravel())
    assert seen["world_state"].shape == (ENV.world_state_size,)


def test_an_illegal_action_ends_the_game() -> None:
    _, state = ENV.reset(jax.random.key(5))
    leader = int(np.flatnonzero([mask.sum() > 1 for mask in ENV.get_avail_actions(state).values()])[0])
    actions = {agent: jnp.int32(seat != leader) for seat, agent in enumerate(ENV.agents)}
    _, _, rewards, dones, _ = ENV.step_env(jax.random.key(0), state, actions)
    assert bool(dones["__all__"])
    assert [float(rewards[agent]) for agent in ENV.agents] == [0.0 if seat == leader else -1.0 for seat in range(5)]


def test_the_rollout_manager_of_the_baselines_takes_it() -> None:
    manager = CTRolloutManager(ENV, batch_size=3)
    seen, _ = manager.batch_reset(jax.random.key(0))
    assert seen["__all__"].shape == (3, ENV.world_state_size)


def test_bad_set_ups_are_refused() -> None:
    with pytest.raises(Refused):
        Turncoat(players=11)


def test_the_ippo_example_learns() -> None:
    """Shorter than the example. Against `random` either side wins more than half, by three standard errors."""
    example, games = examples.load("jaxmarl_ippo"), 1024
    config = {**example.CONFIG, "NUM_ENVS": 64, "NUM_UPDATES": 25, "UPDATE_EPOCHS": 4}
    trained = jax.jit(example.make_train(ENV, config))(jax.random.key(0))
    rates = example.wins(ENV, trained, jax.random.key(1), games)
    assert min(rates.values()) > 0.5 + 3 * (0.25 / games) ** 0.5
