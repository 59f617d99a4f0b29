"""What the answers of Merlin and of evil are compared with, those of a servant in their place, and what that costs."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np

from turncoat.games.resistance import simulator
from turncoat.games.resistance.learning.policy import ballot_log_probabilities, init_params, unsighted
from turncoat.games.resistance.learning.ppo import Samples, policy_loss
from turncoat.games.resistance.learning.settings import Settings
from turncoat.games.resistance.network.layout import FIRST_EVIL_ROLE, ROLES


def test_without_his_sight_merlin_observes_what_a_servant_observes() -> None:
    config = simulator.make_config("avalon", 5, ())
    states = jax.vmap(simulator.init, (0, None))(jax.random.split(jax.random.key(1), 64), config)
    roles = np.asarray(jax.vmap(simulator.roles)(states))[:, 0]
    obs = jax.vmap(simulator.observe_seat)(states, jnp.zeros(64, jnp.int32))
    merlins, servants = (np.asarray(obs)[roles == ROLES.index(role)] for role in ("merlin", "servant"))
    assert len(merlins)
    assert not {row.tobytes() for row in merlins} & {row.tobytes() for row in servants}
    hidden = np.asarray(unsighted(jnp.asarray(merlins)))
    assert {row.tobytes() for row in hidden} == {row.tobytes() for row in servants}  # they differ by who leads


def test_evil_also_pays_for_never_doing_what_a_servant_often_does() -> None:
    """What evil does cannot tell more than log 2 where a servant votes by a coin; that it never approves tells more."""
    settings = Settings(evil_secrecy_penalty=1.0)
    config = simulator.make_config("classic", 5)
    states = jax.vmap(simulator.init, (0, None))(jax.random.split(jax.random.key(1), 16), config)
    states = jax.vmap(simulator.step)(states, jnp.zeros((16, 10), jnp.int32))  # a team is proposed
    seat = jnp.argmax(jax.vmap(simulator.roles)(states) >= FIRST_EVIL_ROLE, 1)
    coin = init_params(1, 24, 1)["policy"]
    never = coin | {"answers": coin["answers"] - 100.0}  # what it multiplies is never negative
    coin = coin | {"answers": 0 * coin["answers"]}
    zero = jnp.zeros(16)
    samples = Samples(states, seat, zero.astype(jnp.int32), zero, zero, zero + 1)
    told = policy_loss(never, coin, samples, ballot_log_probabilities, settings, jnp.float32(0))[1][-1] / 8
    assert told > 2 * np.log(2)
