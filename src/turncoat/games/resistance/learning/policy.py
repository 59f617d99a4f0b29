"""The network in training: fresh weights, log-probabilities of its answers, and the critic."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

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


def critic_like(params: Tree) -> Tree:
    """The same with a critic that begins by seeing what the policy sees, so that it has less to learn."""
    policy, fresh = params["policy"], params["critic"]
    trained = {name: policy[name] for name in fresh if name in policy}
    roles = np.zeros((fresh["seat"].shape[0] - policy["seat"].shape[0], policy["seat"].shape[1]), np.float32)
    return {**params, "critic": {**fresh, **trained, "seat": np.concatenate([policy["seat"], roles])}}


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


class InputSize(NamedTuple):
    """How many seats and how many proposals, the latest ones, the network looks at. Fewer are quicker."""

    seats: int = SEATS
    rows: int = b.ROWS


FULL = InputSize()


def trunk(
    params: Tree, obs: Array, extra: Array | None = None, input_size: InputSize = FULL
) -> tuple[dict[str, Array], Array, Array]:
    """What the network makes of observations: their parts, a vector for each seat, and one for the whole."""
    given = net.inputs(jnp, obs, _precision(), extra)
    fitted = given if input_size == FULL else _fitted(given, input_size)
    there, whole = net.trunk(jnp, params, fitted, _cast)
    seats = jnp.pad(there, [(0, 0)] * (there.ndim - 2) + [(0, SEATS - there.shape[-2]), (0, 0)])
    return given["part"], seats.astype(jnp.float32), whole.astype(jnp.float32)


def _fitted(given: dict[str, Any], input_size: InputSize) -> dict[str, Any]:
    """The same with only so many seats, and only the latest proposals. No seat beyond them may be in a game."""
    used = given["used"][..., 0] > 0.5
    number = jnp.arange(used.shape[-1])
    latest = jnp.argsort(jnp.where(used, -number, number + len(number)), -1)[..., : input_size.rows + 1, None]

    def kept(name: str) -> Array:
        return jnp.take_along_axis(given[name], latest, -2)

    rows = {name: kept(name) for name in ("proposals", "used")}
    sets = {name: kept(name)[..., : input_size.seats] for name in ("teams", "leaders", "yes", "no")}
    part = {**given["part"], **{name: given["part"][name][..., : input_size.seats] for name in ("there", "team")}}
    return {**given, **rows, **sets, "seats": given["seats"][..., : input_size.seats, :], "part": part}


def relative_roles(states: simulator.State, seat: Array) -> Array:
    """(B, 10): roles counted from a seat of each table; -1 past the last player."""
    players = b.PLAYERS.of(states.config.rules)[:, None]
    place = jnp.arange(SEATS)
    roles = jax.vmap(simulator.roles)(states)
    turned = jnp.take_along_axis(roles, (place + seat[:, None]) % players, 1)
    return jnp.where(place < players, turned, -1)


def value(params: Tree, states: simulator.State, viewer: Array | None = None, input_size: InputSize = FULL) -> Array:
    """Good's expected result, by the critic, which sees all roles. It looks from a seat, by default the leader's."""
    seat = b.LEADER.of(states.progress) if viewer is None else viewer
    obs = jax.vmap(simulator.observe_seat)(states, seat)
    extra = jax.nn.one_hot(relative_roles(states, seat), len(ROLES))
    _, _, whole = trunk(params["critic"], obs, extra, input_size)
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
    return obs.at[..., where["known"]].set(0).at[..., where["duty"]].set(0).at[..., where["role"]].set(role)
