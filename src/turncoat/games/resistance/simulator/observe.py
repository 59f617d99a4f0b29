"""What each seat may know, as vectors: `network.layout` says which place means what."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax import Array

from turncoat.games.resistance.network.layout import CHARACTERS, FLAGS, PLAYER_COUNTS
from turncoat.games.resistance.simulator import bits as b
from turncoat.games.resistance.simulator.state import (
    FORFEITED,
    PROPOSE,
    State,
    bit,
    everyone,
    examined_by,
    has_history,
    need_room,
    settle,
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
    b.ASSASSINATE,
    b.DUTY,
)
assert len(_FLAG_FIELDS) == len(FLAGS)
_TARGETING = len(CHARACTERS) + FLAGS.index("targeting")
"""Where the flag stands in what was agreed."""

MERLIN, PERCIVAL, SERVANT, ASSASSIN, MINION, MORDRED, MORGANA, OBERON = range(8)
"""Roles as numbers, in the order of `network.layout.ROLES`."""


class Knowledge(NamedTuple):
    """For each seat the sets of seats it knows, by what it knows of them."""

    evil: Array
    good: Array
    merlin: Array
    merlin_or_morgana: Array


def roles(state: State, seats: int = b.SEATS) -> Array:
    """Every seat's role. Secret: for rewards, critics and tests, never for a policy."""
    need_room(state.config, seats)
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
    return jnp.where(carded & (b.ASSASSIN.of(state.cast) == seat), ASSASSIN, role)


def knowledge(state: State, seats: int = b.SEATS) -> Knowledge:
    """Whom each seat knows from the reveal and from the Lady; a loyalty seen later overwrites the reveal."""
    need_room(state.config, seats)
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


class PackedObservations(NamedTuple):
    """What `observe` gives, in two parts: one for the table and a small one for each seat (`observe_packed`).

    Nothing in `public` depends on a secret, so it can be shown to every seat.
    """

    public: Array
    """(28,) int32: the history as the state keeps it, and three words that are laid out in `bits`."""
    own: Array
    """(seats, 2) int32: what a seat knows, who it is and whether it is asked; two words, laid out in `bits`."""


def observe(state: State, seats: int = b.SEATS) -> Array:
    """Every seat's observation, (seats, size): uint8, seats relative to the observer (`network.layout`).

    It is built from what the seat may know, never by hiding parts of the whole. The state must keep its history. Rows
    of seats that the game does not have are 0.
    """
    return unpack_observations(observe_packed(state, seats), seats)


def observe_seat(state: State, seat: Array | int, seats: int = b.SEATS) -> Array:
    """One seat's observation: a row of `observe`, without the work for the others."""
    packed = observe_packed(state, seats)
    return unpack_observations(packed._replace(own=packed.own[jnp.asarray(seat)][None]), seats)[0]


def observe_packed(state: State, seats: int = b.SEATS) -> PackedObservations:
    """The same as `observe` in 112 bytes a game and 8 a seat, for `unpack_observations`."""
    need_room(state.config, seats)
    if not has_history(state):
        raise ValueError("observations need history: start games with history=True")
    return PackedObservations(_public(state), _own(state, seats))


def unpack_observations(packed: PackedObservations, seats: int = b.SEATS) -> Array:
    """What `observe` would have given, (…, size), from what `observe_packed` gave: (…, 28) and (…, 2).

    `own` may have any rows of the games, such as those of the seats that are asked, as long as the games are the same.
    """
    public = packed.public.reshape(-1, packed.public.shape[-1])
    own = packed.own.reshape(public.shape[0], -1, packed.own.shape[-1])
    vectors = jax.vmap(partial(_unpacked, seats=seats))(public, own)
    return vectors.reshape(*packed.own.shape[:-1], -1)


def _public(state: State) -> Array:
    """What everybody may see: the history, the two public words of the state, and the team with what was agreed."""
    players = b.PLAYERS.of(state.config.rules) - PLAYER_COUNTS[0]
    table = b.SEEN_TEAM.at(b.TEAM.of(state.sets)) | b.SEEN_AGREED.at(_agreed(state)) | b.SEEN_PLAYERS.at(players)
    return jnp.concatenate([state.history, jnp.stack([state.progress, state.marks, table])])


def _agreed(state: State) -> Array:
    """Six characters, which are public, and twelve flags."""
    recipe = state.config.recipe
    word: Array = jnp.int32(0)
    flags = [b.HAS_MERLIN.of(recipe), b.HAS_PERCIVAL.of(recipe)]
    flags += [position.of(recipe) != b.ABSENT for position in b.EVIL_CHARACTERS]
    flags += [field.of(state.config.rules) for field in _FLAG_FIELDS]
    for place, flag in enumerate(flags):
        word = word | (jnp.asarray(flag, jnp.int32) << place)
    return word


def _own(state: State, seats: int) -> Array:
    """What each seat may know beside that, and which seat it is."""
    seat = jnp.arange(seats, dtype=jnp.int32)
    evil, good, merlin, either = knowledge(state, seats)
    on_duty = (b.DUTY.of(state.config.rules) == 1) & (b.ASSASSIN.of(state.cast) == seat)
    known = b.OWN_EVIL.at(evil) | b.OWN_GOOD.at(good) | b.OWN_MERLIN.at(merlin)
    rest = (
        b.OWN_EITHER.at(either)
        | b.OWN_ROLE.at(roles(state, seats))
        | b.OWN_DUTY.at(on_duty.astype(jnp.int32))
        | b.OWN_ASKED.at((to_act(state) >> seat) & 1)
        | b.OWN_SEAT.at(seat)
    )
    return jnp.stack([known, rest], -1)


Words = tuple[Array, int]
"""Words (viewers, n) and how many bits of each count."""


def _unpacked(public: Array, own: Array, *, seats: int) -> Array:
    """The vectors of some seats of one game. Seats that the game does not have know 0."""
    players = b.SEEN_PLAYERS.of(public[-1]) + PLAYER_COUNTS[0]
    seat = b.OWN_SEAT.of(own[:, 1:])
    pieces = (*_sets(public, own, seats), (_row_facts(public[: b.ROWS])[None], 8), *_single_facts(public, own))
    return jnp.concatenate([_spread(jnp.where(seat < players, words, 0), width) for words, width in pieces], -1)


def _spread(words: Array, width: int) -> Array:
    """Words (viewers, n) as truth values (viewers, n * width), lowest bit first."""
    ones = (settle(words)[..., None] >> jnp.arange(width, dtype=jnp.int32)) & 1
    return ones.astype(jnp.uint8).reshape(words.shape[0], -1)


def _sets(public: Array, own: Array, seats: int) -> tuple[Words, Words, Words]:
    """Everything that is a set of seats, counted from each observer. Three sets fit into one word."""
    rows, (progress, marks, table) = public[: b.ROWS], public[b.ROWS :]
    known, rest = own[:, :1], own[:, 1:]
    seat, players = b.OWN_SEAT.of(rest), b.SEEN_PLAYERS.of(table) + PLAYER_COUNTS[0]
    everyone = bit(players) - 1

    def turned(*sets: Array) -> Array:
        word: Array = jnp.int32(0)
        for place, members in enumerate(sets):
            kept = members & everyone
            word = word | ((((kept >> seat) | (kept << (players - seat))) & everyone) << (place * seats))
        return word

    chain = b.LADIES.of(marks)
    leaders = bit(b.ROW_LEADER.of(rows)) * b.ROW_USED.of(rows)
    past = bit(b.nibble(chain, 1)) | bit(b.nibble(chain, 2)) | bit(b.nibble(chain, 3))
    present = turned(bit(b.LEADER.of(progress)), b.SEEN_TEAM.of(table), bit(b.nibble(chain, 0)))
    return (
        (turned(leaders, b.ROW_TEAM.of(rows), b.ROW_VOTES.of(rows)), 3 * seats),
        (jnp.concatenate([present, turned(past, b.OWN_EVIL.of(known), b.OWN_GOOD.of(known))], -1), 3 * seats),
        (turned(b.OWN_MERLIN.of(known), b.OWN_EITHER.of(rest)), 2 * seats),
    )


def _row_facts(rows: Array) -> Array:
    """For each proposal: used, voted on, approved, and its mission."""
    used = b.ROW_USED.of(rows)
    mission = bit(b.ROW_MISSION.of(rows)) * used
    return used | (b.ROW_VOTED.of(rows) << 1) | (b.ROW_APPROVED.of(rows) << 2) | (mission << 3)


def _single_facts(public: Array, own: Array) -> tuple[Words, ...]:
    """The single facts: missions 1-4; mission 5 and the present; the own part; the agreed part."""
    progress, marks, table = public[b.ROWS :]
    missions = [_mission(progress, marks, number) << (7 * (number % 4)) for number in range(5)]
    early = missions[0] | missions[1] | missions[2] | missions[3]
    agreed, phase = b.SEEN_AGREED.of(table), b.PHASE.of(progress)
    unchosen = ((agreed >> _TARGETING) & 1 == 1) & (phase == PROPOSE)
    mission = jnp.where(unchosen, 0, bit(b.MISSION.of(progress)) & 31)
    late = missions[4] | (bit(phase) << 7) | (mission << 13) | (bit(b.REJECTIONS.of(progress)) << 18)

    rest = own[:, 1:]
    role, players = bit(b.OWN_ROLE.of(rest)), bit(b.SEEN_PLAYERS.of(table))
    mine = role | (b.OWN_DUTY.of(rest) << 8) | (b.OWN_ASKED.of(rest) << 9) | (players << 10)
    return (early, 28), (late, 24), (mine, 16), (agreed, 18)


def _mission(progress: Array, marks: Array, number: int) -> Array:
    """Seven bits about a mission: over, succeeded, forfeited, and for 1 to 4 whether it had so many fails."""
    done = (b.DONE.of(progress) >> number) & 1
    won = (b.WON.of(progress) >> number) & 1
    fails = (b.FAILS.of(marks) >> (3 * number)) & 7
    forfeited = fails == FORFEITED
    return done | (won << 1) | jnp.where(forfeited, 4, (bit(fails) - 1) << 3)
