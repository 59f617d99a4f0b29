"""The deal, which is all the chance there is in a game: two random words make one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
from jax import Array

from turncoat.games.resistance.network.action_numbers import TEAMS_PER_SIZE
from turncoat.games.resistance.network.layout import FIRST_EVIL_ROLE, ROLES
from turncoat.games.resistance.simulator import bits as b
from turncoat.games.resistance.simulator import tables
from turncoat.games.resistance.simulator.state import (
    AnyConfig,
    Config,
    State,
    deals,
    evil_count,
    has,
    pick,
    sets_of_size,
)
from turncoat.games.resistance.simulator.tables import look_up


def below(word: Array, bound: Any) -> tuple[Array, Array]:
    """A number in 0..bound-1 from a random 32-bit word, and the word that is left for the next draw.

    The word is read as a fraction; the number is the whole part of fraction * bound, the rest stays.
    """
    wide = jnp.asarray(bound, jnp.uint32)
    high = (word >> 16) * wide + (((word & 0xFFFF) * wide) >> 16)
    return (high >> 16).astype(jnp.int32), word * wide


def init_from_words(words: Array, config: AnyConfig, *, history: bool = True) -> State:
    """A new game from two random 32-bit words: roles, first leader, Lady, the Assassin's duty."""
    rules, code = config.rules, b.EVIL_CODE.of(config.rules)
    players = b.PLAYERS.of(rules)
    word, other = words[0].astype(jnp.uint32), words[1].astype(jnp.uint32)

    index, word = below(word, sets_of_size(config, code))
    evil = look_up(tables.TEAMS, code * TEAMS_PER_SIZE + index)
    drawn, _ = below(word, players)
    leader = jnp.asarray(pick(b.FIRST_LEADER.of(rules) == b.NOBODY, drawn, b.FIRST_LEADER.of(rules)), jnp.int32)
    holder = jnp.where(leader == 0, players, leader) - 1

    return State(
        config=config,
        progress=b.LEADER.at(leader),
        sets=b.EVIL.at(evil),
        marks=jnp.asarray(b.LADIES.at(pick(has(config, b.LADY), 0xFFF0 | holder, 0xFFFF)), jnp.int32),
        cast=jnp.asarray(_cast(evil, config, other), jnp.int32),
        history=jnp.zeros(b.ROWS if history else 0, jnp.int32),
    )


def _cast(evil: Array, config: AnyConfig, word: Array) -> Any:
    """Who of the good and of the evil seats plays which special character."""
    recipe = config.recipe
    evil_seats = look_up(tables.MEMBERS, evil)
    count = evil_count(config)
    good_count = b.PLAYERS.of(config.rules) - count

    first, word = below(word, good_count)
    second, word = below(word, good_count - 1)
    second = second + (second >= first)
    index, word = below(word, b.ORDERS_COUNT.of(recipe))
    order = look_up(tables.ORDERS, b.ORDERS_FROM.of(recipe) + index)
    on_duty, _ = below(word, count)

    def character(position: b.Field) -> Any:
        place = position.of(recipe)
        return pick(deals(config, position), b.nibble(evil_seats, b.nibble(order, place)), b.NOBODY)

    merlin = pick(deals(config, b.HAS_MERLIN), _nth_good(evil_seats, first), b.NOBODY)
    percival = pick(deals(config, b.HAS_PERCIVAL), _nth_good(evil_seats, second), b.NOBODY)
    holder = b.nibble(evil_seats, on_duty)
    assassin = pick(has(config, b.DUTY), holder, character(b.ASSASSIN_POSITION))
    return (
        b.MERLIN.at(merlin)
        | b.PERCIVAL.at(percival)
        | b.ASSASSIN.at(assassin)
        | b.MORDRED.at(character(b.MORDRED_POSITION))
        | b.MORGANA.at(character(b.MORGANA_POSITION))
        | b.OBERON.at(character(b.OBERON_POSITION))
    )


def _nth_good(evil_seats: Array, index: Array) -> Array:
    """The index-th seat that is not evil: every evil seat at or before it moves it on by one."""
    seat = index
    for place in range(4):
        seat = seat + (seat >= b.nibble(evil_seats, place))
    return seat


def init_from_deal(
    config: Config, roles: Sequence[int], leader: int, duty: int | None = None, *, history: bool = True
) -> State:
    """The start of a game whose deal is known.

    `roles` holds each seat's role by its number in `network.layout.ROLES`, and `leader` is the first leader. `duty` is
    the seat with the Assassin's duty, where there is no Assassin card. The deal must fit `config`.
    """
    special = [roles.index(role) if role in roles else b.NOBODY for role in range(len(ROLES))]
    merlin, percival, _, assassin, _, mordred, morgana, oberon = special
    cast = (
        b.MERLIN.at(merlin)
        | b.PERCIVAL.at(percival)
        | b.ASSASSIN.at(assassin if duty is None else duty)
        | b.MORDRED.at(mordred)
        | b.MORGANA.at(morgana)
        | b.OBERON.at(oberon)
    )
    evil = sum(1 << seat for seat, role in enumerate(roles) if role >= FIRST_EVIL_ROLE)
    holder = 0xFFF0 | (leader - 1) % len(roles) if b.LADY.of(int(config.rules)) else 0xFFFF
    return State(
        config=jax.tree.map(lambda word: jnp.asarray(word, jnp.int32), config),
        progress=jnp.int32(b.LEADER.at(leader)),
        sets=jnp.int32(b.EVIL.at(evil)),
        marks=jnp.int32(b.LADIES.at(holder)),
        cast=jnp.int32(cast),
        history=jnp.zeros(b.ROWS if history else 0, jnp.int32),
    )
