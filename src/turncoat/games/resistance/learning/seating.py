"""Who sits where when single seats are trained: every seat of a table is drawn on its own, anew for every game.

One seat is the learner's. A few others may be a network too: the learner again, or a frozen one. All the rest are
stand-ins of the league's training half, or people by their rates. At half of the tables the stand-ins are all of one
kind, as in the arena's test of one seat among strangers.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
from jax import Array

from turncoat.games.resistance.bots.league.stranger import league
from turncoat.games.resistance.learning import stand_ins
from turncoat.games.resistance.learning.settings import Settings

NO_NETWORK, LEARNER, FROZEN = range(3)
PATIENCE, NOISE = (-0.2, 1.0), (0.0, 0.6)
"""Between which numbers the kinds of the training half lie."""


class Seating(NamedTuple):
    """Who plays at one table."""

    seats: Array  # (network_seats,): the seats that may have a network, the learner's first
    network: Array  # (network_seats,): which one, if any
    habits: stand_ins.Habits  # (room,): how the others play


def draw(key: Array, players: Array, room: int, settings: Settings) -> Seating:
    """Everybody at one table."""
    k_order, k_network, k_habits = jax.random.split(key, 3)
    score = jnp.where(jnp.arange(room) < players, jax.random.uniform(k_order, (room,)), -1.0)
    seats = jnp.argsort(-score)[: settings.network_seats].astype(jnp.int32)
    chance = jax.random.uniform(k_network, (settings.network_seats,))
    learner, frozen = settings.learner_share, settings.learner_share + settings.frozen_share
    network = jnp.where(chance < learner, LEARNER, jnp.where(chance < frozen, FROZEN, NO_NETWORK))
    return Seating(seats, network.at[0].set(LEARNER), _habits(k_habits, room, settings))


def _habits(key: Array, room: int, settings: Settings) -> stand_ins.Habits:
    """Habits put together from the ideas of the training half: a seat's own, or those of the whole table."""
    k_alike, k_kind, k_number, k_person = jax.random.split(key, 4)
    alike = jax.random.bernoulli(k_alike, settings.alike_share)

    def own_or_shared(values: Array) -> Array:
        return jnp.where(alike, values[:, :1], values)

    kinds = stand_ins.training_kinds().values()
    evil, merlin = (sorted({getattr(kind, part) for kind in kinds}) for part in ("evil", "merlin"))
    ideas = (len(stand_ins.READERS), len(stand_ins.VOTERS), len(evil), len(merlin))
    word = own_or_shared(jax.random.uniform(k_kind, (4, room)))
    reader, voter, way, secret = ((word[at] * number).astype(jnp.int32) for at, number in enumerate(ideas))
    fraction = own_or_shared(jax.random.uniform(k_number, (2, room)))
    patience, noise = (low + (high - low) * part for part, (low, high) in zip(fraction, (PATIENCE, NOISE), strict=True))
    person = own_or_shared(jax.random.uniform(k_person, (1, room)))[0] < settings.people_share

    def of(ways: list[Any], name: str, at: Array) -> Array:
        return jnp.asarray([getattr(one, name) for one in ways], jnp.float32)[at]

    evil_ways, merlin_ways = [league().evil[name] for name in evil], [league().merlin[name] for name in merlin]
    return stand_ins.Habits(
        reader=reader,
        voter=voter,
        **{name: of(evil_ways, name, way) for name in stand_ins.EVIL_NUMBERS},
        **{name: of(merlin_ways, name, secret) for name in stand_ins.MERLIN_NUMBERS},
        patience=patience,
        noise=noise,
        is_person=person.astype(jnp.float32),
    )
