"""Scripted players to train against: they sample one set of evil seats that the facts allow and act on it.

They have several styles, so that a network meets more habits than its own: `logic` acts on its sample, `human` votes
and fails at the rates of people, `cautious` evil seldom fails early missions, `bold` evil nearly always fails.
"""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from turncoat.games.resistance.belief import human_play as people
from turncoat.games.resistance.network import network as net
from turncoat.games.resistance.network.layout import FIRST_EVIL_ROLE, ROLES, SEATS

LOGIC, HUMAN, CAUTIOUS, BOLD = range(4)
STYLES = 4


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


def _human_approval(on: Array, clean: Array, rates: people.Approvals) -> Array:
    on_team = jnp.where(clean, rates.on_clean, rates.on_dirty)
    return jnp.where(on, on_team, jnp.where(clean, rates.off_clean, rates.off_dirty))


def ballot_logits(part: dict[str, Array], truth: Array, style: Array, key: Array) -> Array:
    """(..., 2): logits of approving and failing for seats that observe `part`; `truth` is who is evil."""
    evil = part["role"][..., FIRST_EVIL_ROLE:].sum(-1) > 0.5
    merlin = part["role"][..., ROLES.index("merlin")] > 0.5
    team = part["team"]
    belief = believed(part, key)
    bad = (belief * team).sum(-1)
    last = part["rejections"][..., 4] > 0.5
    wish = jnp.where(evil, bad > 0.5, bad < 0.5)
    plain = jnp.where(wish | last, 6.0, -6.0)

    on, clean = team[..., 0] > 0.5, (truth * team).sum(-1) < 0.5
    by_good, by_merlin, by_evil = (
        _human_approval(on, clean, rates)
        for rates in (people.GOOD_APPROVES, people.MERLIN_APPROVES, people.EVIL_APPROVES)
    )
    approval = jnp.where(evil, by_evil, jnp.where(merlin, by_merlin, by_good))
    human = logit(jnp.where(last, people.FIFTH_PROPOSAL_APPROVED, approval))
    vote = jnp.where(style == HUMAN, human, plain)

    mission = jnp.matmul(part["mission"], jnp.asarray(people.LONE_EVIL_FAILS, jnp.float32))
    early = part["missions"][..., 0].sum(-1) < 0.5  # no mission is over
    cautious = jnp.where(early, 0.1, 0.75)
    fail = jnp.where(style == HUMAN, mission, jnp.where(style == CAUTIOUS, cautious, 0.95))
    return jnp.stack([vote, logit(fail)], -1)


def choice_logits(part: dict[str, Array], style: Array, key: Array) -> dict[str, Array]:
    """Logits of the team, the Lady's target and the shot of one seat."""
    evil = part["role"][..., FIRST_EVIL_ROLE:].sum(-1) > 0.5
    belief = believed(part, key)
    teams = jnp.asarray(net.team_table()).reshape(-1, SEATS)
    bad = jnp.matmul(belief, teams.T)
    mine = jnp.matmul(part["there"] * jnp.asarray(np.eye(1, SEATS)[0], jnp.float32), teams.T) > 0.5
    fits = jnp.where(evil[..., None], jnp.abs(bad - 1) < 0.5, bad < 0.5)
    value = jnp.where(fits, 6.0, 0.0) + jnp.where(mine, 3.0, 0.0)
    value = value * jnp.where(style == HUMAN, 0.5, 1.0)[..., None]
    zero = jnp.zeros((*evil.shape, 5))
    team = net.mask_teams(jnp, part, value.reshape(*value.shape[:-1], 4, net.TEAMS), zero)
    flat = jnp.zeros_like(belief)
    return {"team": team, **net.mask_seats(jnp, part, flat, flat)}
