"""Playing many games: auto-reset, a uniform random policy, and cheap random words for both."""

from __future__ import annotations

from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax import Array

from turncoat.games.resistance.simulator import bits as b
from turncoat.games.resistance.simulator import tables
from turncoat.games.resistance.simulator.answers import pack
from turncoat.games.resistance.simulator.deal import below, init_from_words
from turncoat.games.resistance.simulator.rules import step
from turncoat.games.resistance.simulator.state import (
    ASSASSINATE,
    LADY,
    State,
    count,
    good_won,
    has,
    has_cast,
    has_history,
    has_marks,
    is_phase,
    may_answer_one,
    mover,
    need_room,
    open_missions,
    pick,
    targets,
    team_count,
    terminated,
)
from turncoat.games.resistance.simulator.tables import look_up


def reset_if_over(state: State, words: Array) -> State:
    """The state, or a new game of the same configuration dealt from two random words if it is over."""
    fresh = init_from_words(words, state.config, history=has_history(state))
    over = terminated(state)

    def chosen(new: Array, old: Array) -> Array:
        return jnp.where(over, new, old)

    # What cannot differ between two games is not chosen. A large batch is limited by the memory that it goes through.
    return State(
        config=state.config,
        progress=chosen(fresh.progress, state.progress),
        sets=chosen(fresh.sets, state.sets),
        marks=chosen(fresh.marks, state.marks) if has_marks(state) else state.marks,
        cast=chosen(fresh.cast, state.cast) if has_cast(state.config) else state.cast,
        history=chosen(fresh.history, state.history),
    )


def step_and_reset(state: State, actions: Array, words: Array) -> tuple[State, State]:
    """One step with auto-reset: the state to go on with, and the state before a finished game was replaced.

    The second one tells whether the game ended (`terminated`) and how (`rewards`, `reason`).
    """
    after = step(state, actions)
    return reset_if_over(after, words), after


def random_words(key: Array, lanes: int, words: int) -> Array:
    """Random 32-bit words, (words, lanes), much cheaper than JAX's own: a counter that is mixed again and again.

    They are for simulation only: good enough for win rates that are exact to six digits, but not for secrets.
    """
    return words_from_seeds(jax.random.bits(key, (words + 1,)), lanes)


def words_from_seeds(seeds: Array, lanes: int) -> Array:
    """The words of `random_words` from seeds, one more than words: for a loop that draws all its seeds before it."""
    word = _mix(jax.lax.iota(jnp.uint32, lanes) + seeds[0])
    words = []
    for seed in seeds[1:]:
        word = _mix(word ^ seed)
        words.append(word)
    return jnp.stack(words)


def _mix(word: Array) -> Array:
    """A bijection of 32-bit words in which every input bit moves every output bit about half the time."""
    word = (word ^ (word >> 16)) * jnp.uint32(0x7FEB352D)
    word = (word ^ (word >> 15)) * jnp.uint32(0x846CA68B)
    return word ^ (word >> 16)


def random_actions(state: State, words: Array, seats: int = b.SEATS) -> Array:
    """One answer per seat, uniform among the legal ones, from a random word."""
    need_room(state.config, seats)
    answers = random_answers(state, words)
    choice, ballots = b.CHOICE.of(answers), b.ONES.of(answers)
    seat = jnp.arange(seats, dtype=jnp.int32)
    return jnp.where(seat == mover(state), choice, (ballots >> seat) & 1)


def random_answers(state: State, words: Array) -> Array:
    """The same answers as one word: what `advance` takes."""
    word = words[0]  # enough, for no seat both chooses and has a ballot
    ballots = (word >> 22).astype(jnp.int32) & may_answer_one(state)
    named = targets(state)
    index, _ = below(word, count(named))
    seat = look_up(tables.NTH, index * (1 << b.SEATS) + named)
    names = is_phase(state, LADY) | is_phase(state, ASSASSINATE)
    return pack(pick(names, seat, _random_proposal(state, word)), ballots)


def _random_proposal(state: State, word: Array) -> Array:
    """Uniform over all pairs of an open mission and a team for it."""
    free = open_missions(state)
    targeting = has(state.config, b.TARGETING)
    if targeting is False:
        return below(word, team_count(state.config, b.MISSION.of(state.progress)))[0]
    past: Array = jnp.int32(0)
    ends: list[Array] = []
    for mission in range(5):
        past = past + jnp.where((free >> mission) & 1 == 1, team_count(state.config, mission), 0)
        ends.append(past)
    index, _ = below(word, past)
    start: Array = jnp.int32(0)
    number: Array = jnp.int32(0)
    for end in ends[:-1]:
        start = jnp.where(index >= end, end, start)
        number = number + (index >= end)
    return (pick(targeting, number, 0) << 8) | (index - start)


class Tally(NamedTuple):
    """What happened in each lane."""

    games: Array
    good_wins: Array


def play_random(states: State, key: Array, steps: int, *, seats: int = b.SEATS) -> tuple[State, Tally]:
    """A batch of games played on for some steps by random seats. Finished games are replaced by new ones."""
    lanes = states.progress.shape[0]

    def turn(carry: tuple[State, Tally], seeds: Array) -> tuple[tuple[State, Tally], None]:
        states, tally = carry
        words = words_from_seeds(seeds, lanes)
        actions = jax.vmap(random_actions, (0, 1, None), 1)(states, words[:1], seats)
        states, last = jax.vmap(step_and_reset, (0, 1, 1))(states, actions, words[1:])
        tally = Tally(tally.games + terminated(last), tally.good_wins + good_won(last))
        return (states, tally), None

    zero = jnp.zeros(lanes, jnp.int32)
    (states, tally), _ = jax.lax.scan(turn, (states, Tally(zero, zero)), jax.random.bits(key, (steps, 4)))
    return states, tally
