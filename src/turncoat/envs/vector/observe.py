"""What each seat may know, as vectors: `insight.layout` says which place means what."""

from __future__ import annotations

from typing import NamedTuple

import jax
import jax.numpy as jnp

from turncoat.insight.layout import FLAGS, PLAYER_COUNTS, ROLES
from turncoat.envs.vector import bits as b
from turncoat.envs.vector.state import (
    FORFEITED,
    PHASES,
    PROPOSE,
    Array,
    State,
    bit,
    everyone,
    examined_by,
    phase,
    team_mates,
    to_act,
)

_FLAG_FIELDS = (
    b.TWO_FAILS,
    b.NON_TEAM,
    b.NOT_LEADER,
    b.POINT,
    b.AUTO_FIFTH,
    b.TARGETING,
    b.LADY,
    b.LADY_BY_NUMBER,
    b.BLIND,
    b.MERLIN_SEES_OBERON,
    b.KILL,
    b.DUTY,
)
assert len(_FLAG_FIELDS) == len(FLAGS)

MERLIN, PERCIVAL, SERVANT, ASSASSIN, MINION, MORDRED, MORGANA, OBERON = range(8)
"""Roles as numbers, in the order of `insight.layout.ROLES`."""


class Knowledge(NamedTuple):
    """For each seat the sets of seats it knows, by what it knows of them."""

    evil: Array
    good: Array
    merlin: Array
    merlin_or_morgana: Array


def roles(state: State, seats: int = b.SEATS) -> Array:
    """Every seat's role. Secret: for rewards, critics and tests, never for a policy."""
    seat = jnp.arange(seats, dtype=jnp.int32)
    evil = (b.EVIL.of(state.sets) >> seat) & 1
    role = jnp.where(evil == 1, MINION, SERVANT)
    carded = b.DUTY.of(state.config.rules) == 0
    for field, special in (
        (b.MERLIN, MERLIN),
        (b.PERCIVAL, PERCIVAL),
        (b.MORDRED, MORDRED),
        (b.MORGANA, MORGANA),
        (b.OBERON, OBERON),
    ):
        role = jnp.where(field.of(state.cast) == seat, special, role)
    return jnp.where(carded & (b.KILLER.of(state.cast) == seat), ASSASSIN, role)


def knowledge(state: State, seats: int = b.SEATS) -> Knowledge:
    """Whom each seat knows from the reveal and from the Lady; a loyalty seen later overwrites the reveal."""
    seat = jnp.arange(seats, dtype=jnp.int32)
    evil, cast = b.EVIL.of(state.sets), state.cast
    is_evil = (evil >> seat) & 1 == 1
    oberon, morgana = b.OBERON.of(cast), b.MORGANA.of(cast)
    mates = jnp.where(is_evil & (seat != oberon), team_mates(state) & ~bit(seat), 0)

    hidden = bit(b.MORDRED.of(cast))
    hidden = hidden | jnp.where(b.MERLIN_SEES_OBERON.of(state.config.rules) == 1, 0, bit(oberon))
    seen_evil = jnp.where(seat == b.MERLIN.of(cast), evil & ~hidden, mates)

    is_percival = seat == b.PERCIVAL.of(cast)
    doubtful = morgana != b.NOBODY
    merlin = bit(b.MERLIN.of(cast))
    certain = jnp.where(is_percival & ~doubtful, merlin, 0)
    either = jnp.where(is_percival & doubtful, merlin | bit(morgana), 0)

    examined = bit(examined_by(state, seat)) & everyone(state.config)
    kept = ~examined
    return Knowledge(
        (seen_evil & kept) | (examined & evil),
        examined & ~evil,
        certain & kept,
        either & kept,
    )


def observe(state: State, seats: int = b.SEATS) -> Array:
    """Every seat's observation, (seats, size): uint8, seats relative to the observer (`insight.layout`).

    Built from what the seat may know, never by hiding parts of the whole. Needs a state that keeps its history.
    Rows of seats the game does not have are 0.
    """
    if state.history.shape[-1] == 0:
        raise ValueError("observations need history: deal with history=True")
    viewer = jnp.arange(seats, dtype=jnp.int32)
    rows = jax.vmap(lambda seat: observe_seat(state, seat, seats))(viewer)
    return jnp.where((viewer < b.PLAYERS.of(state.config.rules))[:, None], rows, 0).astype(jnp.uint8)


def observe_seat(state: State, seat: Array, seats: int = b.SEATS) -> Array:
    """One seat's observation."""
    own = [piece[seat] for piece in knowledge(state, seats)]
    pieces = [
        *_history(state, seat, seats),
        _missions(state),
        *_table(state, seat, seats),
        _one_hot(roles(state, seats)[seat], len(ROLES)),
        _duty(state, seat)[None],
        ((to_act(state) >> seat) & 1)[None],
        *(_relative(state, seat, known, seats) for known in own),
        _agreed(state),
    ]
    return jnp.concatenate([piece.reshape(-1).astype(jnp.uint8) for piece in pieces])


def _relative(state: State, seat: Array, members: Array, seats: int) -> Array:
    """Sets of seats (...) as truth values (..., seats), counted from the observer."""
    players = b.PLAYERS.of(state.config.rules)
    turned = ((members >> seat) | (members << (players - seat))) & everyone(state.config)
    return (turned[..., None] >> jnp.arange(seats, dtype=jnp.int32)) & 1


def _one_hot(value: Array, length: int) -> Array:
    return value[..., None] == jnp.arange(length, dtype=jnp.int32)


def _history(state: State, seat: Array, seats: int) -> list[Array]:
    rows = state.history
    used = b.ROW_USED.of(rows)
    leaders = jnp.where(used == 1, bit(b.ROW_LEADER.of(rows)), 0)
    sets = (leaders, b.ROW_TEAM.of(rows), b.ROW_VOTES.of(rows))
    quest = _one_hot(b.ROW_QUEST.of(rows), 5) & (used == 1)[:, None]
    flags = jnp.stack([used, b.ROW_VOTED.of(rows), b.ROW_APPROVED.of(rows)], -1)
    facts = jnp.concatenate([flags, quest.astype(jnp.int32)], -1)
    return [*(_relative(state, seat, members, seats) for members in sets), facts]


def _missions(state: State) -> Array:
    mission = jnp.arange(5, dtype=jnp.int32)
    done = (b.DONE.of(state.progress) >> mission) & 1
    won = (b.WON.of(state.progress) >> mission) & 1
    fails = (b.FAILS.of(state.marks) >> (3 * mission)) & 7
    forfeited = fails == FORFEITED
    at_least = (fails[:, None] > jnp.arange(4, dtype=jnp.int32)) & ~forfeited[:, None]
    return jnp.concatenate(
        [jnp.stack([done, won, forfeited.astype(jnp.int32)], -1), at_least.astype(jnp.int32)], -1
    )


def _table(state: State, seat: Array, seats: int) -> list[Array]:
    """The public present: phase, leader, team, mission, rejections, the Lady."""
    progress, chain = state.progress, b.LADIES.of(state.marks)
    now = phase(state)
    unchosen = (b.TARGETING.of(state.config.rules) == 1) & (now == PROPOSE)
    past = jnp.int32(0)
    for place in range(1, 4):
        past = past | bit(b.nibble(chain, place))
    return [
        _one_hot(now, len(PHASES)),
        _relative(state, seat, bit(b.LEADER.of(progress)), seats),
        _relative(state, seat, b.TEAM.of(state.sets), seats),
        _one_hot(b.QUEST.of(progress), 5) & ~unchosen,
        _one_hot(b.REJECTIONS.of(progress), 6),
        _relative(state, seat, bit(b.nibble(chain, 0)) & everyone(state.config), seats),
        _relative(state, seat, past & everyone(state.config), seats),
    ]


def _duty(state: State, seat: Array) -> Array:
    """Whether this seat holds the Assassin's duty. The Assassin card is told by the role."""
    on_duty = b.DUTY.of(state.config.rules) == 1
    return on_duty & (b.KILLER.of(state.cast) == seat)


def _agreed(state: State) -> Array:
    """What was agreed before the deal; the characters in play are public."""
    rules, recipe = state.config.rules, state.config.recipe
    players = b.PLAYERS.of(rules) == jnp.array(PLAYER_COUNTS, jnp.int32)
    positions = (b.KILLER_POSITION, b.MORDRED_POSITION, b.MORGANA_POSITION, b.OBERON_POSITION)
    good = [b.HAS_MERLIN.of(recipe), b.HAS_PERCIVAL.of(recipe)]
    evil = [(position.of(recipe) != b.ABSENT).astype(jnp.int32) for position in positions]
    flags = [field.of(rules) for field in _FLAG_FIELDS]
    return jnp.concatenate([players.astype(jnp.int32), jnp.stack([*good, *evil, *flags])])
