"""The network says the same in JAX, where it is trained, and in NumPy, where it plays."""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from tests.envs import setups
from turncoat.core import Ask, Refused
from turncoat.games.resistance import GAME, simulator
from turncoat.games.resistance.bots.net import NetBot, policy
from turncoat.games.resistance.network import network as net

LANES, STEPS = 48, 24


@pytest.fixture(scope="module")
def observations() -> Any:
    """What seats observe in random games of random set-ups, at every stage."""
    configs = simulator.stack_configs(config for _, config in islice(setups.playable(seed=11), LANES))
    states = jax.vmap(simulator.init)(jax.random.split(jax.random.key(5), LANES), configs)

    def turn(states: simulator.State, key: jax.Array) -> Any:
        words = simulator.random_words(key, LANES, 2)
        actions = jax.vmap(simulator.random_actions, (0, 1))(states, words)
        return jax.vmap(simulator.step)(states, actions), jax.vmap(simulator.observe)(states)[:, 0]

    _, seen = jax.jit(lambda: jax.lax.scan(turn, states, jax.random.split(jax.random.key(6), STEPS)))()
    return np.asarray(seen).reshape(LANES * STEPS, -1)


def _heads(xp: Any, weights: Any, obs: Any) -> dict[str, Any]:
    given = net.inputs(xp, obs, xp.float32)
    seats, whole = net.trunk(xp, weights, given)
    return {"ballots": net.ballots(xp, weights, whole), **net.choices(xp, weights, given["part"], seats, whole)}


def test_numpy_and_jax_agree(observations: Any) -> None:
    weights = policy("net").weights
    in_jax = jax.jit(lambda obs: _heads(jnp, weights, obs))(observations)
    for name, said in _heads(np, weights, observations).items():
        np.testing.assert_allclose(said, in_jax[name], rtol=1e-3, atol=2e-3, err_msg=name)


def test_half_precision_of_training_is_near(observations: Any) -> None:
    """Accelerators train the trunk in bfloat16, which keeps three digits: the bot plays as it was trained."""
    weights = policy("net").weights
    exact = _heads(np, weights, observations)["ballots"]
    half = jax.tree.map(lambda leaf: jnp.asarray(leaf, jnp.bfloat16), weights)

    def ballots(obs: Any) -> Any:
        _, whole = net.trunk(jnp, half, net.inputs(jnp, obs, jnp.bfloat16))
        return net.ballots(jnp, weights, whole.astype(jnp.float32))

    def chance(logits: Any) -> Any:
        return 1 / (1 + np.exp(-np.asarray(logits, np.float64)))

    assert np.abs(chance(exact) - chance(jax.jit(ballots)(observations))).mean() < 0.02


def test_the_bot_declines_what_the_simulator_does_not_play() -> None:
    ask = Ask(0, "vote")
    for setup in (setups.any_setup(random.Random(seed)) for seed in range(300)):
        try:
            start = GAME.start(setup)
        except Refused:
            continue
        try:
            setups.configure(setup)
        except Refused:
            assert not NetBot("s").is_trained_for(GAME.view(start, None), ask), setup
