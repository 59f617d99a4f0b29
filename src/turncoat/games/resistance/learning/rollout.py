"""Playing the tables of a training run for some steps, and what is kept of them.

The learner plays both sides at some tables. At others a frozen network or a script holds one side, and only the
learner's own answers are learnt from.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt
from jax import Array

from turncoat.games.resistance import simulator
from turncoat.games.resistance.learning import scripted
from turncoat.games.resistance.learning.policy import SEATS, Tree, ballot_logits, choice_logits, in_phase, value
from turncoat.games.resistance.learning.settings import (
    PAST_EVIL,
    PAST_GOOD,
    SCRIPT_EVIL,
    SCRIPT_GOOD,
    SELF,
    Settings,
    blocks,
    groups,
)
from turncoat.games.resistance.network import network as net
from turncoat.games.resistance.network.action_numbers import TEAMS_PER_SIZE, team_index
from turncoat.games.resistance.network.layout import PLAYER_COUNTS
from turncoat.games.resistance.simulator import bits as b
from turncoat.games.resistance.simulator.state import MISSION, PROPOSE, VOTE, may_answer_one, mover


class Batch(NamedTuple):
    """One step of all tables, as it is kept for learning."""

    state: simulator.State
    choice: Array
    ballots: Array
    choice_logp: Array
    ballot_logp: Array
    value: Array
    reward: Array
    done: Array
    reason: Array
    acts: Array


class Players(NamedTuple):
    """The learner's policy, and the frozen ones that hold good or evil at some tables, stacked."""

    learner: Tree
    good: Tree
    evil: Tree


def _evil_seats(states: simulator.State) -> Array:
    """(B, 10): who is evil."""
    return (b.EVIL.of(states.sets)[:, None] >> jnp.arange(SEATS)) & 1 == 1


def frozen_seats(group: Array, states: simulator.State) -> Array:
    """(B, 10): the seats that a frozen network or a script plays."""
    evil = _evil_seats(states)
    good_side = (group == PAST_GOOD) | (group == SCRIPT_GOOD)
    evil_side = (group == PAST_EVIL) | (group == SCRIPT_EVIL)
    return jnp.where(good_side[:, None], ~evil, evil_side[:, None] & evil)


def learner_decides(states: simulator.State, frozen: Array) -> Array:
    """(B, 10): the seats whose answer is a real decision of the learner: good seats have only one mission card."""
    phase = simulator.phase(states)[:, None]
    asked = (simulator.to_act(states)[:, None] >> jnp.arange(SEATS)) & 1 == 1
    return asked & ~frozen & ((phase != MISSION) | _evil_seats(states))


def chooses_alone(states: simulator.State) -> Array:
    """Whether one seat chooses alone now."""
    phase = simulator.phase(states)
    return (phase == PROPOSE) | (phase > MISSION)


def _by_team(ask: Any, teams: Tree, obs: Array) -> Any:
    """What each of some stacked policies answers at its share of the tables."""
    count = jax.tree.leaves(teams)[0].shape[0]
    apart = obs.reshape(count, len(obs) // count, *obs.shape[1:])
    return jax.tree.map(lambda leaf: leaf.reshape(len(obs), *leaf.shape[2:]), jax.vmap(ask)(teams, apart))


def _script_ballots(states: simulator.State, obs: Array, style: Array, key: Array) -> Array:
    players = b.PLAYERS.of(states.config.rules)[:, None, None]
    turn = (jnp.arange(SEATS)[:, None] + jnp.arange(SEATS)[None]) % players
    evil = jnp.broadcast_to(_evil_seats(states)[:, None], turn.shape)
    truth = jnp.take_along_axis(evil, turn, 2).astype(jnp.float32)
    return scripted.ballot_logits(net.pieces(jnp, obs, jnp.float32), truth, style[:, None], key)


def _with_opponents(mine: Tree, parts: list[Tree], frozen: Array, settings: Settings) -> Tree:
    """The learner's logits, or its opponent's where a seat is frozen. `parts` are those of the blocks, in order."""
    start = blocks(settings).past_good.start

    def pick(own: Array, *rest: Array) -> Array:
        other = jnp.concatenate([own[:start], *rest])
        return jnp.where(frozen.reshape(*frozen.shape, *[1] * (own.ndim - frozen.ndim)), other, own)

    return jax.tree.map(pick, mine, *parts)


def _styles(settings: Settings) -> Array:
    """How the scripts play, by table of theirs."""
    return (jnp.arange(settings.tables) % scripted.STYLES)[blocks(settings).scripts]


def choose(
    players: Players, states: simulator.State, frozen: Array, key: Array, settings: Settings
) -> tuple[Array, Array]:
    """What the one seat that chooses alone picks, counted from itself, and its log-probability."""
    k_script, k_pick = jax.random.split(key)
    seat = jnp.minimum(mover(states), SEATS - 1)
    obs = jax.vmap(simulator.observe_seat)(states, seat)
    good, evil, scripts = blocks(settings)
    parts = [
        _by_team(choice_logits, players.good, obs[good]),
        _by_team(choice_logits, players.evil, obs[evil]),
        scripted.choice_logits(net.pieces(jnp, obs[scripts], jnp.float32), _styles(settings), k_script),
    ]
    theirs = jnp.take_along_axis(frozen, seat[:, None], 1)[:, 0]
    mixed = _with_opponents(choice_logits(players.learner, obs), parts, theirs, settings)
    logits = in_phase(simulator.phase(states), mixed)
    picked = jax.random.categorical(k_pick, logits)
    return picked, jnp.take_along_axis(jax.nn.log_softmax(logits), picked[:, None], 1)[:, 0]


def vote(
    players: Players, states: simulator.State, frozen: Array, key: Array, settings: Settings
) -> tuple[Array, Array]:
    """Every seat's yes or no, to the team or to failing, and its log-probability."""
    k_script, k_say = jax.random.split(key)
    obs = jax.vmap(simulator.observe)(states)
    good, evil, scripts = blocks(settings)
    scripted_states = jax.tree.map(lambda leaf: leaf[scripts], states)
    parts = [
        _by_team(ballot_logits, players.good, obs[good]),
        _by_team(ballot_logits, players.evil, obs[evil]),
        _script_ballots(scripted_states, obs[scripts], _styles(settings), k_script),
    ]
    logits = _with_opponents(ballot_logits(players.learner, obs), parts, frozen, settings)
    logit = jnp.where((simulator.phase(states) == VOTE)[:, None], logits[..., 0], logits[..., 1])
    said = jax.random.bernoulli(k_say, jax.nn.sigmoid(logit))
    return said, jnp.where(said, jax.nn.log_sigmoid(logit), jax.nn.log_sigmoid(-logit))


_TEAM_MASKS = np.array(
    [[sum(int(bit) << seat for seat, bit in enumerate(team)) for team in rows] for rows in net.team_table()],
    np.int32,
)


@cache
def _team_indices() -> npt.NDArray[np.int32]:
    """For every set of seats its index among the teams of its size."""
    members = ([seat for seat in range(SEATS) if mask >> seat & 1] for mask in range(1 << SEATS))
    return np.array([team_index(team) for team in members], np.int32)


def simulator_choice(states: simulator.State, choice: Array, seat: Array) -> Array:
    """A lone choice counted from the choosing seat, as the simulator's action."""
    rules = states.config.rules
    players = b.PLAYERS.of(rules)
    mission, index = choice // net.TEAMS, choice % net.TEAMS
    size = (rules >> (b.SIZES.low + 2 * mission)) & 3
    team = jnp.asarray(_TEAM_MASKS)[size, index]
    turned = ((team << seat) | (team >> (players - seat))) & ((1 << players) - 1)
    propose = jnp.asarray(_team_indices())[turned] + TEAMS_PER_SIZE * mission * b.TARGETING.of(rules)
    return jnp.where(simulator.phase(states) == PROPOSE, propose, (seat + choice) % players)


def simulator_actions(states: simulator.State, chosen: Array, ballots: Array, seat: Array) -> Array:
    """The answers of everybody, as the simulator's actions: `chosen` is that of the seat that chooses alone."""
    one = (may_answer_one(states)[:, None] >> jnp.arange(SEATS)) & 1 == 1
    alone = chooses_alone(states)[:, None] & (jnp.arange(SEATS) == seat[:, None])
    return jnp.where(alone, chosen[:, None], (ballots & one).astype(jnp.int32))


def step(
    states: simulator.State, actions: Array, acts: Array, key: Array
) -> tuple[simulator.State, tuple[Array, Array, Array]]:
    """The tables after their actions, and what ended: reward, whether, why. Tables that do not act now stay."""
    words = jax.random.bits(key, (acts.shape[0], 2))
    following, last = jax.vmap(simulator.step_and_reset)(states, actions, words)
    reward = jnp.where(simulator.good_won(last), 1.0, jnp.where(simulator.evil_won(last), -1.0, 0.0))

    def kept(new: Array, old: Array) -> Array:
        return jnp.where(acts.reshape(-1, *[1] * (new.ndim - 1)), new, old)

    ended = (reward * acts, simulator.terminated(last) & acts, simulator.reason(last) * acts)
    return jax.tree.map(kept, following, states), ended


def play(
    params: Tree, players: Players, states: simulator.State, key: Array, settings: Settings
) -> tuple[simulator.State, Batch]:
    """Two half-steps: first the seats that choose alone, then the tables that vote or play cards.

    A single chooser needs one evaluation and a vote needs ten, so both together cost hardly more than the vote.
    """
    k_choose, k_vote, k_one, k_two = jax.random.split(key, 4)
    group = jnp.asarray(groups(settings))
    first = chooses_alone(states)
    picked, picked_logp = choose(players, states, frozen_seats(group, states), k_choose, settings)
    seat = jnp.minimum(mover(states), SEATS - 1)
    no = jnp.zeros((settings.tables, SEATS), bool)
    chosen = simulator_choice(states, picked, seat)
    between, ended = step(states, simulator_actions(states, chosen, no, seat), first, k_one)
    one = Batch(states, picked, no, picked_logp, jnp.zeros(no.shape), value(params, states), *ended, first)

    second = ~chooses_alone(between)
    said, said_logp = vote(players, between, frozen_seats(group, between), k_vote, settings)
    zero = jnp.zeros(settings.tables, jnp.int32)
    after, ended = step(between, simulator_actions(between, zero, said, zero), second, k_two)
    two = Batch(between, zero, said, jnp.zeros(settings.tables), said_logp, value(params, between), *ended, second)
    return after, jax.tree.map(lambda a, c: jnp.stack([a, c]), one, two)


def statistics(batch: Batch, settings: Settings) -> dict[str, Array]:
    """Games and good's wins by group and number of players; how self-play ends; wins against each frozen good team."""
    group, sizes = jnp.asarray(groups(settings)), len(PLAYER_COUNTS)
    cell = group * sizes + b.PLAYERS.of(batch.state.config.rules[0]) - PLAYER_COUNTS[0]
    done = batch.done.sum(0).astype(jnp.float32)
    good = ((batch.reward > 0) & batch.done).sum(0).astype(jnp.float32)
    own = (group == SELF)[None] & batch.done
    block = blocks(settings).past_good
    shape = settings.slots, (block.stop - block.start) // settings.slots
    wins, played = (part[block].reshape(shape).sum(1) for part in (good, done))
    return {
        "teams": wins / jnp.maximum(played, 1),
        "games": jax.ops.segment_sum(done, cell, 5 * sizes).reshape(5, sizes),
        "good": jax.ops.segment_sum(good, cell, 5 * sizes).reshape(5, sizes),
        "ends": jnp.stack([(own & (batch.reason == why)).sum() for why in range(len(simulator.REASONS))]),
    }
