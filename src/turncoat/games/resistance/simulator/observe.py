"""What each seat may know, as vectors: `network.layout` says which place means what."""

from __future__ import annotations

from typing import NamedTuple

import jax.numpy as jnp
from jax import Array

from turncoat.games.resistance.network.layout import FLAGS, PLAYER_COUNTS
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
    phase,
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


def observe(state: State, seats: int = b.SEATS) -> Array:
    """Every seat's observation, (seats, size): uint8, seats relative to the observer (`network.layout`).

    It is built from what the seat may know, never by hiding parts of the whole. The state must keep its history. Rows
    of seats that the game does not have are 0.
    """
    return _spread_all(_pieces(state, _every_seat(state, seats), seats))


def observe_seat(state: State, seat: Array | int, seats: int = b.SEATS) -> Array:
    """One seat's observation: a row of `observe`, without the work for the others."""
    _need_history(state, seats)
    return _spread_all(_pieces(state, jnp.asarray(seat, jnp.int32)[None], seats))[0]


def observe_packed(state: State, seats: int = b.SEATS) -> Array:
    """The same as `observe` in a quarter of the bytes: (seats, 39) int32, for `unpack_observations`."""
    pieces = _pieces(state, _every_seat(state, seats), seats)
    words = [_four_in_one(words) if width == _FACTS else words for words, width in pieces]
    return jnp.concatenate(words, -1)


def unpack_observations(packed: Array, seats: int = b.SEATS) -> Array:
    """What `observe` would have given, (…, size), from what `observe_packed` gave, (…, 39)."""
    rows, begin, pieces = packed.reshape(-1, packed.shape[-1]), 0, []
    for count, width in ((b.ROWS, 3 * seats), (2, 3 * seats), (1, 2 * seats), (_FACT_WORDS, 4 * _FACTS), *_SINGLE):
        pieces.append(_spread(rows[:, begin : begin + count], width))
        begin += count
    pieces[3] = pieces[3][:, : b.ROWS * _FACTS]
    return jnp.concatenate(pieces, -1).reshape(*packed.shape[:-1], -1)


def _every_seat(state: State, seats: int) -> Array:
    _need_history(state, seats)
    return jnp.arange(seats, dtype=jnp.int32)


def _need_history(state: State, seats: int) -> None:
    need_room(state.config, seats)
    if not has_history(state):
        raise ValueError("observations need history: start games with history=True")


def _pieces(state: State, viewers: Array, seats: int) -> list[Words]:
    """Everything that the viewers may know, in the order of the vector. Seats that the game does not have know 0."""
    seated = viewers[:, None] < b.PLAYERS.of(state.config.rules)
    pieces = (
        *_sets(state, viewers, seats),
        (jnp.broadcast_to(_row_facts(state), (viewers.shape[0], b.ROWS)), _FACTS),
        *_own_and_agreed(state, viewers, seats),
    )
    return [(jnp.where(seated, words, 0), width) for words, width in pieces]


_FACTS = 8
"""Bits about a proposal."""
_FACT_WORDS = -(-b.ROWS // 4)
_SINGLE = ((1, 28), (1, 24), (1, 16), (1, 18))
"""The words of the single facts, and how many bits of each count."""


Words = tuple[Array, int]
"""Words (viewers, n) and how many bits of each count."""


def _spread(words: Array, width: int) -> Array:
    """Words (viewers, n) as truth values (viewers, n * width), lowest bit first."""
    ones = (settle(words)[..., None] >> jnp.arange(width, dtype=jnp.int32)) & 1
    return ones.astype(jnp.uint8).reshape(words.shape[0], -1)


def _spread_all(pieces: list[Words]) -> Array:
    return jnp.concatenate([_spread(words, width) for words, width in pieces], -1)


def _four_in_one(facts: Array) -> Array:
    """The eight bits of four proposals in one word."""
    padded = jnp.pad(facts, ((0, 0), (0, 4 * _FACT_WORDS - b.ROWS))).reshape(facts.shape[0], _FACT_WORDS, 4)
    first, second, third, fourth = (padded[..., place] << (_FACTS * place) for place in range(4))
    return first | second | third | fourth


def _sets(state: State, viewers: Array, seats: int) -> tuple[Words, Words, Words]:
    """Everything that is a set of seats, counted from each observer. Three sets fit into one word."""
    seat = viewers[:, None]
    players, all_seats = b.PLAYERS.of(state.config.rules), everyone(state.config)

    def turned(*sets: Array) -> Array:
        word: Array = jnp.int32(0)
        for place, members in enumerate(sets):
            kept = members & all_seats
            word = word | ((((kept >> seat) | (kept << (players - seat))) & all_seats) << (place * seats))
        return word

    rows, chain = state.history, b.LADIES.of(state.marks)
    leaders = bit(b.ROW_LEADER.of(rows)) * b.ROW_USED.of(rows)
    past = bit(b.nibble(chain, 1)) | bit(b.nibble(chain, 2)) | bit(b.nibble(chain, 3))
    evil, good, merlin, either = (known[viewers][:, None] for known in knowledge(state, seats))
    present = turned(bit(b.LEADER.of(state.progress)), b.TEAM.of(state.sets), bit(b.nibble(chain, 0)))
    return (
        (turned(leaders, b.ROW_TEAM.of(rows), b.ROW_VOTES.of(rows)), 3 * seats),
        (jnp.concatenate([present, turned(past, evil, good)], -1), 3 * seats),
        (turned(merlin, either), 2 * seats),
    )


def _row_facts(state: State) -> Array:
    """For each proposal: used, voted on, approved, and its mission."""
    rows = state.history
    used = b.ROW_USED.of(rows)
    mission = bit(b.ROW_MISSION.of(rows)) * used
    return used | (b.ROW_VOTED.of(rows) << 1) | (b.ROW_APPROVED.of(rows) << 2) | (mission << 3)


def _own_and_agreed(state: State, viewers: Array, seats: int) -> tuple[Words, ...]:
    """The single facts: missions 1-4; mission 5 and the present; the own part; the agreed part."""
    missions = [_mission(state, number) << (7 * (number % 4)) for number in range(5)]
    early = missions[0] | missions[1] | missions[2] | missions[3]
    unchosen = (b.TARGETING.of(state.config.rules) == 1) & (phase(state) == PROPOSE)
    mission = jnp.where(unchosen, 0, bit(b.MISSION.of(state.progress)) & 31)
    rejections = bit(b.REJECTIONS.of(state.progress))
    late = missions[4] | (bit(phase(state)) << 7) | (mission << 13) | (rejections << 18)

    on_duty = (b.DUTY.of(state.config.rules) == 1) & (b.ASSASSIN.of(state.cast) == viewers)
    asked = (to_act(state) >> viewers) & 1
    players = bit(b.PLAYERS.of(state.config.rules) - PLAYER_COUNTS[0])
    own = bit(roles(state, seats)[viewers]) | (on_duty << 8) | (asked << 9) | (players << 10)
    words = (early, late, own, _agreed(state))
    return tuple(
        (jnp.broadcast_to(word, viewers.shape)[:, None], width) for word, (_, width) in zip(words, _SINGLE, strict=True)
    )


def _mission(state: State, number: int) -> Array:
    """Seven bits about a mission: over, succeeded, forfeited, and for 1 to 4 whether it had so many fails."""
    done = (b.DONE.of(state.progress) >> number) & 1
    won = (b.WON.of(state.progress) >> number) & 1
    fails = (b.FAILS.of(state.marks) >> (3 * number)) & 7
    forfeited = fails == FORFEITED
    return done | (won << 1) | jnp.where(forfeited, 4, (bit(fails) - 1) << 3)


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
