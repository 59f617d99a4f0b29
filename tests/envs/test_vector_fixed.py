"""A configuration fixed in the program plays exactly as the same configuration given as data."""

from __future__ import annotations

from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from tests.envs import twin
from turncoat.games.resistance import simulator
from turncoat.games.resistance.simulator import bits

LANES, STEPS = 64, 90
NO_CONFIG = simulator.FixedConfig(0, 0)
"""In place of the configurations, which differ in form."""


def _trace(states: simulator.State, key: jax.Array) -> Any:
    """Random games with auto-reset: every state, all that is said of it, and the state each step ended in.

    One action in 256 is replaced by one that is mostly illegal.
    """

    def turn(states: simulator.State, seeds: jax.Array) -> Any:
        words = simulator.words_from_seeds(seeds, LANES)
        actions = jax.vmap(simulator.random_actions, (0, 1))(states, words)
        spoilt = jnp.arange(10) == (words[2] >> 24)[:, None]
        actions = jnp.where(spoilt, (words[1] >> 20).astype(jnp.int32)[:, None], actions)
        after, last = jax.vmap(simulator.step_and_reset, (0, 0, 1))(states, actions, words[1:])
        said = jax.vmap(twin.facts)(states)
        return after, (said, *(state._replace(config=NO_CONFIG) for state in (states, last)))

    return jax.lax.scan(turn, states, jax.random.bits(key, (STEPS, 4)))[1]


CONFIGS = {
    "plain": simulator.make_config("classic", 5),
    "targeting": simulator.make_config("classic", 10, targeting=True, electorate="non_team"),
    "point": simulator.make_config(
        "cards", 8, five_rejections="point", fifth_proposal="auto_approve", blind_spies=True
    ),
    "lady": simulator.make_config(
        "avalon", 10, ["percival", "morgana", "oberon"], lady=True, electorate="all_but_leader"
    ),
    "duty": simulator.make_config("avalon", 9, ["mordred", "oberon"], assassin_duty=True, oberon_seen_by_merlin=False),
}
every_config = pytest.mark.parametrize("config", CONFIGS.values(), ids=CONFIGS)


@every_config
def test_a_fixed_configuration_plays_as_the_same_one_given_as_data(config: simulator.Config) -> None:
    """And a program for games without an option plays as one that has the option and does not use it."""
    words = simulator.random_words(jax.random.key(3), LANES, 2)
    given = jax.tree.map(lambda word: jnp.full(LANES, word), config)
    trace = jax.jit(_trace)
    traces = [
        trace(jax.vmap(simulator.init_from_words, (1, 0))(words, agreed), jax.random.key(4))
        for agreed in (given, simulator.fixed_config(config), given._replace(uses=simulator.Uses()))
    ]
    for other in traces[1:]:
        jax.tree.map(np.testing.assert_array_equal, traces[0], other)
    reasons = set(np.asarray(simulator.reason(traces[0][2])).ravel().tolist())
    assert {simulator.REASONS[number] for number in reasons} >= {"", "three-failures", "illegal-action"}


@every_config
def test_a_game_without_history_is_the_same_game(config: simulator.Config) -> None:
    """Without history only what observations need is left out: the proposals and the fails that were shown."""
    words = simulator.random_words(jax.random.key(5), LANES, 2)

    @partial(jax.jit, static_argnames="history")
    def played(config: simulator.Config | simulator.FixedConfig, *, history: bool) -> Any:
        deal = partial(simulator.init_from_words, history=history)

        def turn(states: simulator.State, seeds: jax.Array) -> Any:
            words = simulator.words_from_seeds(seeds, LANES)
            actions = jax.vmap(simulator.random_actions, (0, 1))(states, words)
            after, _ = jax.vmap(simulator.step_and_reset, (0, 0, 1))(states, actions, words[1:])
            return after, (after.progress, after.sets, after.cast, bits.LADIES.of(after.marks))

        return jax.lax.scan(
            turn, jax.vmap(deal, (1, None))(words, config), jax.random.bits(jax.random.key(6), (STEPS, 4))
        )[1]

    for agreed in (config, simulator.fixed_config(config)):
        jax.tree.map(np.testing.assert_array_equal, played(agreed, history=True), played(agreed, history=False))


@every_config
@pytest.mark.parametrize("history", [True, False])
def test_a_finished_game_is_replaced_by_the_one_that_its_words_deal(config: simulator.Config, *, history: bool) -> None:
    deal = partial(simulator.init_from_words, history=history)
    before, words = (simulator.random_words(jax.random.key(seed), LANES, 2) for seed in (7, 8))
    for agreed in (config, simulator.fixed_config(config)):
        over, dealt = (jax.vmap(deal, (1, None))(drawn, agreed) for drawn in (before, words))
        over = over._replace(progress=over.progress | bits.PHASE.at(5))
        new = jax.vmap(simulator.reset_if_over, (0, 1))(over, words)
        jax.tree.map(np.testing.assert_array_equal, new._replace(config=NO_CONFIG), dealt._replace(config=NO_CONFIG))
