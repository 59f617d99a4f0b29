"""Scripted players to train against: they sample one set of evil seats that the facts allow and act on it.

Styles differ in how they vote and fail, so that a network meets more habits than its own: `logic` plays its belief
straight, `human` votes and fails at rates measured on people, `cautious` and `bold` evil hide or strike.
"""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from turncoat.games.resistance.network import network as net

LOGIC, HUMAN, CAUTIOUS, BOLD = range(4)
STYLES = 4


# Rates of people: a lone evil seat fails missions 1 to 5; approval by (on the team, team is clean).
_FAILS = np.array([0.25, 0.69, 0.76, 0.73, 0.95], np.float32)
_GOOD_YES = {(1, 1): 0.82, (1, 0): 0.67, (0, 1): 0.54, (0, 0): 0.38}
_MERLIN_YES = {(1, 1): 0.91, (1, 0): 0.54, (0, 1): 0.74, (0, 0): 0.35}


def logit(probability: Any) -> Array:
    """The logit of a probability that is neither 0 nor 1."""
    probability = jnp.clip(probability, 0.002, 0.998)
    return jnp.log(probability) - jnp.log1p(-probability)


def believed(part: dict[str, Array], key: Array) -> Array:
    """(..., 10): one set of evil seats, sampled among those that hard facts and own sight leave possible."""
    weight, sets = net.possible_sets(jnp, part, jnp.float32)
    noise = jax.random.gumbel(key, weight.shape)
    index = jnp.argmax(jnp.where(weight > 0.5, noise, -1e9), -1)
    return jnp.take_along_axis(sets, index[..., None, None], -2)[..., 0, :]


def _human_yes(on: Array, clean: Array, rates: dict[tuple[int, int], float]) -> Array:
    yes = jnp.where(clean, rates[1, 1], rates[1, 0])
    no = jnp.where(clean, rates[0, 1], rates[0, 0])
    return jnp.where(on, yes, no)


def ballot_logits(part: dict[str, Array], truth: Array, style: Array, key: Array) -> Array:
    """(..., 2): logits of approving and failing for seats that observe `part`; `truth` is who is evil."""
    evil = part["role"][..., 3:].sum(-1) > 0.5
    merlin = part["role"][..., 0] > 0.5
    team = part["team"]
    belief = believed(part, key)
    bad = (belief * team).sum(-1)
    last = part["rejections"][..., 4] > 0.5
    wish = jnp.where(evil, bad > 0.5, bad < 0.5)
    plain = jnp.where(wish | last, 6.0, -6.0)

    on, clean = team[..., 0] > 0.5, (truth * team).sum(-1) < 0.5
    good = jnp.where(merlin, _human_yes(on, clean, _MERLIN_YES), _human_yes(on, clean, _GOOD_YES))
    foul = jnp.where(on, 0.76, jnp.where(clean, 0.39, 0.48))
    human = logit(jnp.where(last, 0.96, jnp.where(evil, foul, good)))
    vote = jnp.where(style == HUMAN, human, plain)

    mission = jnp.matmul(part["mission"], jnp.asarray(_FAILS))
    early = part["missions"][..., 2 - 1].sum(-1) + part["missions"][..., 0].sum(-1) < 0.5
    cautious = jnp.where(early, 0.1, 0.75)
    fail = jnp.where(style == HUMAN, mission, jnp.where(style == CAUTIOUS, cautious, 0.95))
    return jnp.stack([vote, logit(fail)], -1)


def choice_logits(part: dict[str, Array], style: Array, key: Array) -> dict[str, Array]:
    """Logits of the team, the Lady's target and the shot of one seat."""
    evil = part["role"][..., 3:].sum(-1) > 0.5
    belief = believed(part, key)
    teams = jnp.asarray(net.team_table()).reshape(-1, net.SEATS)
    bad = jnp.matmul(belief, teams.T)
    mine = jnp.matmul(part["there"] * jnp.asarray(np.eye(1, net.SEATS)[0], jnp.float32), teams.T) > 0.5
    fits = jnp.where(evil[..., None], jnp.abs(bad - 1) < 0.5, bad < 0.5)
    value = jnp.where(fits, 6.0, 0.0) + jnp.where(mine, 3.0, 0.0)
    value = value * jnp.where(style == HUMAN, 0.5, 1.0)[..., None]
    zero = jnp.zeros((*evil.shape, 5))
    team = net.mask_teams(jnp, part, value.reshape(*value.shape[:-1], 4, net.TEAMS), zero)
    flat = jnp.zeros_like(belief)
    return {"team": team, **net.mask_seats(jnp, part, flat, flat)}
