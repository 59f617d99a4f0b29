"""The least that plays the base game with five random players: the ceiling the simulator is measured against.

The same form (bit fields, a table of teams, cheap noise, auto-reset) with everything a library needs left out: one
word a game, five players wired in, no options, no actions from outside, no legality, the policy inside the rules.
`step` moves as the simulator does, one phase at a time; `leap` takes proposal, vote and mission in one go.
"""

from __future__ import annotations

from functools import partial
from itertools import combinations
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

_PAIRS = [sum(1 << seat for seat in pair) for pair in combinations(range(5), 2)]
_TEAMS = np.array([*_PAIRS, *(31 - pair for pair in _PAIRS)], np.int32)
"""Ten teams of two, then ten of three."""
_LARGE = 0b11010
"""The missions that need three."""
_STEPS_IN_A_CALL = 256


def _mix(word: Array) -> Array:
    word = (word ^ (word >> 16)) * jnp.uint32(0x7FEB352D)
    word = (word ^ (word >> 15)) * jnp.uint32(0x846CA68B)
    return word ^ (word >> 16)


def _tenth(word: Array) -> Array:
    """A number below ten from the low half of a word."""
    return (((word & 0xFFFF) * 10) >> 16).astype(jnp.int32)


def _team(index: Array) -> Array:
    return jnp.asarray(_TEAMS).at[index.astype(jnp.uint32)].get(mode="promise_in_bounds")


def _deal(word: Array) -> Array:
    """evil 0-4, team 5-9, phase 10-11, rejections 12-14, good 15-16, bad 17-18, leader 19-21."""
    leader = (((word >> 16) * 5) >> 16).astype(jnp.int32)
    return _team(_tenth(word)) | (leader << 19)


def _ballots(word: Array) -> Array:
    return (word >> 27).astype(jnp.int32)


def step(game: Array, word: Array, fresh: Array) -> tuple[Array, Array, Array]:
    """One phase of one game: the next word, whether the game ended, whether good won."""
    evil, team, phase = game & 31, (game >> 5) & 31, (game >> 10) & 3
    rejections, good, bad, leader = (game >> 12) & 7, (game >> 15) & 3, (game >> 17) & 3, (game >> 19) & 7
    large = (_LARGE >> (good + bad)) & 1
    named = _team(_tenth(word) + 10 * large)
    rejected = (phase == 1) & (jax.lax.population_count(_ballots(word)) < 3)
    played = phase == 2
    failed = played & ((_ballots(word) & team & evil) != 0)
    good = good + (played & ~failed)
    bad = bad + failed
    rejections = jnp.where(played, 0, rejections + rejected)
    over = (rejections == 5) | (good == 3) | (bad == 3)
    team = jnp.where(phase == 0, named, team)
    leader = leader + (rejected | played)
    leader = jnp.where(leader == 5, 0, leader)
    phase = jnp.where(rejected | played, 0, phase + 1)
    after = evil | (team << 5) | (phase << 10) | (rejections << 12) | (good << 15) | (bad << 17) | (leader << 19)
    return jnp.where(over, _deal(fresh), after), over, good == 3


def leap(game: Array, word: Array, fresh: Array) -> tuple[Array, Array, Array]:
    """One proposal of one game with its vote and, if approved, its mission."""
    evil, rejections, good, bad = game & 31, (game >> 12) & 7, (game >> 15) & 3, (game >> 17) & 3
    leader = (game >> 19) & 7
    team = _team(_tenth(word) + 10 * ((_LARGE >> (good + bad)) & 1))
    approved = jax.lax.population_count(_ballots(word)) >= 3
    failed = ((word >> 22).astype(jnp.int32) & team & evil) != 0
    good = good + (approved & ~failed)
    bad = bad + (approved & failed)
    rejections = jnp.where(approved, 0, rejections + 1)
    over = (rejections == 5) | (good == 3) | (bad == 3)
    leader = jnp.where(leader == 4, 0, leader + 1)
    after = evil | (rejections << 12) | (good << 15) | (bad << 17) | (leader << 19)
    return jnp.where(over, _deal(fresh), after), over, good == 3


@partial(jax.jit, static_argnames=("move",))
def play(games: Array, key: Array, move: Any) -> tuple[Array, Array, Array]:
    """A batch played on: the games, how many ended, how many good won."""
    lane = jax.lax.iota(jnp.uint32, games.shape[0])

    def turn(carry: tuple[Array, Array, Array], seed: Array) -> tuple[tuple[Array, Array, Array], None]:
        games, ended, won = carry
        word = _mix(_mix(lane + seed[0]) ^ seed[1])
        games, over, good = move(games, word, _mix(word + seed[2]))
        return (games, ended + over, won + good), None

    seeds = jax.random.bits(key, (_STEPS_IN_A_CALL, 3))
    zero = jnp.zeros(games.shape, jnp.int32)
    (games, ended, won), _ = jax.lax.scan(turn, (games, zero, zero), seeds)
    return games, ended.sum(), won.sum()


def start(key: Array, lanes: int) -> Array:
    """A batch of new games."""
    return _deal(jax.random.bits(key, (lanes,)))
