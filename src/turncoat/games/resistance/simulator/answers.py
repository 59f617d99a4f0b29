"""From one number per seat to one word: what was chosen, who said 1, and whose answer is illegal.

`network.action_numbers` tells what the numbers mean. A seat that owes no answer gives 0. All seats answer in one step,
so that nobody sees the others' answers first.
"""

from __future__ import annotations

import jax
import jax.numpy as jnp
from jax import Array

from turncoat.games.resistance.network.action_numbers import TEAMS_PER_SIZE, num_actions
from turncoat.games.resistance.simulator import bits as b
from turncoat.games.resistance.simulator.state import (
    ASSASSINATE,
    LADY,
    OVER,
    PROPOSE,
    State,
    bit,
    everyone,
    has,
    is_phase,
    may_answer_one,
    mission_of,
    mover,
    need_room,
    open_missions,
    phase,
    pick,
    targets,
    team_count,
)


def gather_answers(state: State, actions: Array) -> Array:
    """The answers of all seats as one word, which `advance` takes. `actions` has one number per seat.

    The reduction over the seats is also where XLA stops fusing. What comes before it is computed once, and not again
    for every word of the next state.
    """
    seats = jnp.arange(actions.shape[-1], dtype=jnp.int32)
    chooses = seats == mover(state)
    fits = actions.astype(jnp.uint32) < jnp.where(chooses, jnp.uint32(1 << b.CHOICE.bits), jnp.uint32(2))
    said = actions.astype(jnp.int32) << jnp.where(chooses, b.CHOICE.low, b.ONES.low + seats)
    said = jnp.where(fits, said, b.WRONG.at(bit(seats)))
    word: Array = jax.lax.reduce(said, jnp.int32(0), jax.lax.bitwise_or, (0,))
    word = word | b.WRONG.at(_wrong(state, word, actions.shape[-1]))
    return jnp.where(phase(state) == OVER, 0, word)


def _wrong(state: State, word: Array, seats: int) -> Array:
    """Who has given a possible answer, but not a legal one."""
    wrong = b.ONES.of(word) & ~may_answer_one(state)
    wrong = wrong | jnp.where(_may_choose(state, b.CHOICE.of(word)), 0, bit(mover(state)))
    return wrong | pick(b.PLAYERS.of(state.config.rules) > seats, everyone(state.config), 0)


def pack(choice: Array, ones: Array, wrong: Array | int = 0) -> Array:
    """The word of answers from its parts."""
    return b.CHOICE.at(choice) | b.ONES.at(ones) | b.WRONG.at(wrong)


def _may_choose(state: State, choice: Array) -> Array:
    """Whether the mover may choose this; true where nobody is asked to choose."""
    now = phase(state)
    mission = mission_of(state, choice)
    targeting = has(state.config, b.TARGETING)
    is_open = pick(targeting, (open_missions(state) >> mission) & 1 == 1, True)
    is_team = (choice & (TEAMS_PER_SIZE - 1)) < team_count(state.config, mission)
    in_range = choice < pick(targeting, 5, 1) * TEAMS_PER_SIZE
    is_target = (targets(state) >> jnp.minimum(choice, b.NOBODY)) & 1 == 1
    names = is_phase(state, LADY) | is_phase(state, ASSASSINATE)
    return jnp.where(now == PROPOSE, is_open & is_team & in_range, pick(names, is_target, True))


def legal_action_mask(state: State, seats: int = b.SEATS, actions: int | None = None) -> Array:
    """Which actions are legal for each seat: (seats, actions). When the game is over all of them are, as in pgx."""
    need_room(state.config, seats)
    count = num_actions(seats) if actions is None else actions
    action = jnp.arange(count, dtype=jnp.int32)
    seat = jnp.arange(seats, dtype=jnp.int32)[:, None]
    may_one = (may_answer_one(state) >> seat) & 1
    ballots = action <= may_one
    chosen = jax.vmap(lambda choice: _may_choose(state, choice))(action)
    return jnp.where(seat == mover(state), chosen, ballots) | (phase(state) == OVER)
