"""A configuration fixed in the program plays exactly as the same configuration given as data."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from tests.envs import twin
from turncoat.games.resistance import simulator as vector

LANES, STEPS = 64, 90
NO_CONFIG = vector.FixedConfig(0, 0, 0)
"""In place of the configurations, which differ in form."""


def _trace(states: vector.State, key: jax.Array) -> Any:
    """Random games with auto-reset: every state, all that is said of it, and the state each step ended in.

    One action in 256 is replaced by one that is mostly illegal.
    """

    def turn(states: vector.State, seeds: jax.Array) -> Any:
        words = vector.spread(seeds, LANES)
        actions = jax.vmap(vector.random_actions, (0, 1))(states, words)
        spoilt = jnp.arange(10) == (words[2] >> 24)[:, None]
        actions = jnp.where(spoilt, (words[1] >> 20).astype(jnp.int32)[:, None], actions)
        after, last = jax.vmap(vector.step_and_reset, (0, 0, 1))(states, actions, words[1:])
        said = jax.vmap(twin.facts)(states)
        return after, (said, *(state._replace(config=NO_CONFIG) for state in (states, last)))

    return jax.lax.scan(turn, states, jax.random.bits(key, (STEPS, 4)))[1]


@pytest.mark.parametrize(
    "config",
    [
        vector.config("classic", 5),
        vector.config("classic", 10, targeting=True, electorate="non_team"),
        vector.config("cards", 8, five_rejections="point", fifth_proposal="auto_approve", blind_spies=True),
        vector.config("avalon", 10, ["percival", "morgana", "oberon"], lady=True, electorate="all_but_leader"),
        vector.config("avalon", 9, ["mordred", "oberon"], assassin_duty=True, oberon_seen_by_merlin=False),
    ],
    ids=["plain", "targeting", "point", "lady", "duty"],
)
def test_a_fixed_configuration_plays_as_the_same_one_given_as_data(config: vector.Config) -> None:
    """And a program for games without an option plays as one that has the option and does not use it."""
    words = vector.noise(jax.random.key(3), LANES, 2)
    given = jax.tree.map(lambda word: jnp.full(LANES, word), config)
    trace = jax.jit(_trace)
    traces = [
        trace(jax.vmap(vector.deal, (1, 0))(words, agreed), jax.random.key(4))
        for agreed in (given, vector.fixed(config), given._replace(uses=vector.Uses()))
    ]
    for other in traces[1:]:
        jax.tree.map(np.testing.assert_array_equal, traces[0], other)
    reasons = set(np.asarray(vector.reason(traces[0][2])).ravel().tolist())
    assert {vector.REASONS[number] for number in reasons} >= {"", "three-failures", "illegal-action"}
