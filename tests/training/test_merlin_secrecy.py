"""What Merlin's answers are compared with: those of a servant in his place."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np

from turncoat.games.resistance import simulator
from turncoat.games.resistance.learning.policy import unsighted
from turncoat.games.resistance.network.layout import ROLES


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
