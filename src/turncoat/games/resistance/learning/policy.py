"""The network in training: fresh weights, log-probabilities of its answers, and the critic."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from turncoat.games.resistance import simulator
from turncoat.games.resistance.network import network as net
from turncoat.games.resistance.network.layout import ROLES, layout
from turncoat.games.resistance.simulator import bits as b
from turncoat.games.resistance.simulator.state import LADY, PROPOSE, VOTE

Tree = Any
"""Weights: arrays in dictionaries and lists."""
SEATS = b.SEATS


def init_params(seed: int, width: int, layers: int) -> Tree:
    """Fresh policy and critic."""
    return {
        "policy": {**net.init(seed, width, layers), **net.init_heads(seed + 1, width)},
        "critic": {
            **net.init(seed + 2, width, layers, extra=len(ROLES)),
            "value": np.zeros((2 * width, 1), np.float32),
        },
    }


def _precision() -> Any:
    """Half precision on accelerators. CPUs gain nothing by it, and compiling takes twice as long."""
    return jnp.float32 if jax.default_backend() == "cpu" else jnp.bfloat16


def _cast(tree: Tree) -> Tree:
    return jax.tree.map(lambda leaf: leaf.astype(_precision()), tree)


def trunk(params: Tree, obs: Array, extra: Array | None = None) -> tuple[dict[str, Array], Array, Array]:
    """What the network makes of observations: their parts, a vector for each seat, and one for the whole."""
    given = net.inputs(jnp, obs, _precision(), extra)
    seats, whole = net.trunk(jnp, params, given, _cast)
    return given["part"], seats.astype(jnp.float32), whole.astype(jnp.float32)


def relative_roles(states: simulator.State, seat: Array) -> Array:
    """(B, 10): roles counted from a seat of each table; -1 past the last player."""
    players = b.PLAYERS.of(states.config.rules)[:, None]
    place = jnp.arange(SEATS)
    roles = jax.vmap(simulator.roles)(states)
    turned = jnp.take_along_axis(roles, (place + seat[:, None]) % players, 1)
    return jnp.where(place < players, turned, -1)


def value(params: Tree, states: simulator.State) -> Array:
    """Good's expected result, by the critic, which sees all roles."""
    leader = b.LEADER.of(states.progress)
    obs = jax.vmap(simulator.observe_seat)(states, leader)
    extra = jax.nn.one_hot(relative_roles(states, leader), len(ROLES))
    _, _, whole = trunk(params["critic"], obs, extra)
    return jnp.tanh(whole @ params["critic"]["value"])[..., 0]


def choice_logits(params: Tree, obs: Array) -> dict[str, Array]:
    """Logits of everything that one seat may choose alone: teams, the Lady's target, the Assassin's target."""
    part, seats, whole = trunk(params, obs)
    return net.choices(jnp, params, part, seats, whole)


def ballot_logits(params: Tree, obs: Array) -> Array:
    """Logits of approving the team and of failing the mission."""
    _, _, whole = trunk(params, obs)
    logits: Array = net.ballots(jnp, params, whole)
    return logits


def in_phase(phase: Array, choice: dict[str, Array]) -> Array:
    """(..., 5 * 252): the logits that count in this phase, padded to the length of the longest."""
    room = choice["team"].shape[-1]

    def pad(logits: Array) -> Array:
        return jnp.pad(logits, [(0, 0)] * (logits.ndim - 1) + [(0, room - logits.shape[-1])], constant_values=net.OFF)

    seatwise = jnp.where((phase == LADY)[..., None], pad(choice["lady"]), pad(choice["shot"]))
    return jnp.where((phase == PROPOSE)[..., None], choice["team"], seatwise)


LogProbabilities = Callable[[Tree, Array, Any, Array, Array], Array]
"""Of one kind of answer: from a policy, the phase, and what `trunk` makes of observations."""


def ballot_log_probabilities(policy: Tree, phase: Array, _part: Any, _seats: Array, whole: Array) -> Array:
    """(N, 2): no and yes, to the team or to failing."""
    logits = net.ballots(jnp, policy, whole)
    yes = jnp.where(phase == VOTE, logits[:, 0], logits[:, 1])
    return jnp.stack([jax.nn.log_sigmoid(-yes), jax.nn.log_sigmoid(yes)], -1)


def choice_log_probabilities(policy: Tree, phase: Array, part: Any, seats: Array, whole: Array) -> Array:
    """(N, 5 * 252): every choice of one seat."""
    return jax.nn.log_softmax(in_phase(phase, net.choices(jnp, policy, part, seats, whole)))


def answers(policy: Tree, obs: Array, phase: Array) -> tuple[Array, Array]:
    """Log-probabilities of no and yes (to the team, or to failing), and of every choice of one seat."""
    heard = trunk(policy, obs)
    return ballot_log_probabilities(policy, phase, *heard), choice_log_probabilities(policy, phase, *heard)


def unsighted(obs: Array) -> Array:
    """What servants would observe in the same seats."""
    where = layout(SEATS)
    role = jnp.asarray(np.eye(len(ROLES))[ROLES.index("servant")], obs.dtype)
    return obs.at[..., where["known"]].set(0).at[..., where["role"]].set(role)
