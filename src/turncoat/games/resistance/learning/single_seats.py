"""Training single seats: the learner has one seat among players whom it does not know, and no team of copies.

`seating` says who sits where. Only the seats of networks are evaluated, as many at a time as there is room for; a table
whose network has to wait for its turn is held back for a step. Only the learner's answers are learnt from.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
from jax import Array

from turncoat.games.resistance import simulator
from turncoat.games.resistance.learning import stand_ins
from turncoat.games.resistance.learning.policy import (
    SEATS,
    Tree,
    ballot_log_probabilities,
    choice_log_probabilities,
    trunk,
    value,
)
from turncoat.games.resistance.learning.ppo import Info, Learner, Samples, descend, flat, input_size_of, policy_loss
from turncoat.games.resistance.learning.rollout import (
    chooses_alone,
    learner_decides,
    simulator_actions,
    simulator_choice,
    step,
)
from turncoat.games.resistance.learning.seating import FROZEN, LEARNER, Seating, draw
from turncoat.games.resistance.learning.settings import Settings
from turncoat.games.resistance.network.layout import PLAYER_COUNTS
from turncoat.games.resistance.simulator import bits as b
from turncoat.games.resistance.simulator.state import mover

ROOMS = (5, 7, 10)
"""Tables of so many players at most are played together: the network is quicker where there are fewer seats."""
BALLOTS, CHOICES = 0.85, 0.35
"""Of the learner's answers in a step, at most how many are learnt from as ballots, and as lone choices."""


class Tables(NamedTuple):
    """Games under way, and who plays them."""

    states: simulator.State
    seating: Seating


def deal(configs: Sequence[simulator.Config], key: Array, settings: Settings) -> Tables:
    """New games, one for each configuration."""
    k_deal, k_seat = jax.random.split(key)
    stacked = simulator.stack_configs(configs)
    states = jax.vmap(simulator.init)(jax.random.split(k_deal, len(configs)), stacked)
    return Tables(states, seated(states, k_seat, settings))


def seated(states: simulator.State, key: Array, settings: Settings) -> Seating:
    """Who sits where in each of these games, drawn seat by seat."""
    players = b.PLAYERS.of(states.config.rules)
    everybody = jax.vmap(partial(draw, room=settings.seats, settings=settings))
    found: Seating = everybody(jax.random.split(key, len(players)), players)
    return found


class Asked(NamedTuple):
    """Seats that one network is asked in a step. Where `real` is false nobody is."""

    table: Array
    seat: Array
    real: Array


class Answered(NamedTuple):
    """What a network answered: as it counts, and as the simulator does."""

    answer: Array
    logp: Array
    is_ballot: Array
    action: Array


class Row(NamedTuple):
    """One step, as it is kept for learning: the learner's answers, and what happened at the tables."""

    state: simulator.State | None
    asked: Asked
    answered: Answered
    value: Array
    reward: Array
    done: Array
    main_is_evil: Array


def asked_now(wanted: Array, seats: Array, most: int, key: Array) -> tuple[Asked, Array]:
    """Some of the seats that are wanted, and the tables that have to wait because not all of theirs are among them."""
    tables, each = wanted.shape
    order = jnp.where(wanted, jax.random.uniform(key, (tables, 1)), 2.0).reshape(-1)
    index = jnp.argsort(order)[:most]
    real = wanted.reshape(-1)[index]
    kept = jnp.zeros(tables * each, bool).at[index].set(real).reshape(tables, each)
    return Asked(index // each, seats.reshape(-1)[index], real), (wanted & ~kept).any(1)


def games_at(states: simulator.State, table: Array) -> simulator.State:
    """The games of these tables, in this order; a table may come several times."""
    found: simulator.State = jax.tree.map(lambda leaf: leaf[table], states)
    return found


def _answers(policy: Tree, states: simulator.State, seat: Array, key: Array, settings: Settings) -> Answered:
    """What a network answers in one seat of each of these games."""
    obs = jax.vmap(simulator.observe_seat)(states, seat)
    phase = simulator.phase(states)
    heard = trunk(policy, obs, input_size=input_size_of(settings))
    is_ballot = ~chooses_alone(states)
    chance = jax.random.uniform(key, (len(seat),))
    ballot, choice = (
        drawn(logs(policy, phase, *heard), chance) for logs in (ballot_log_probabilities, choice_log_probabilities)
    )
    action = jnp.where(is_ballot, ballot[0], simulator_choice(states, choice[0], seat))
    answer, logp = (jnp.where(is_ballot, one, other) for one, other in zip(ballot, choice, strict=True))
    return Answered(answer, logp, is_ballot, action)


def drawn(logs: Array, chance: Array) -> tuple[Array, Array]:
    """One answer by its log-probabilities, and that of the answer."""
    passed = jnp.cumsum(jnp.exp(logs), -1) < chance[:, None]
    answer = jnp.minimum(passed.sum(-1), logs.shape[-1] - 1)
    likely = jnp.take_along_axis(logs, answer[:, None], -1)[:, 0] > -20.0
    answer = jnp.where(likely, answer, jnp.argmax(logs, -1))  # rounding may lead past the last legal answer
    return answer, jnp.take_along_axis(logs, answer[:, None], -1)[:, 0]


def stand_in_answers(tables: Tables, seat: Array, key: Array, settings: Settings) -> tuple[Array, Array]:
    """What the stand-ins would answer in all seats: yes or no, and the lone choice."""
    keys = jax.random.split(key, len(seat))
    room = settings.seats
    said = jax.vmap(partial(stand_ins.ballots, room=room))(tables.states, tables.seating.habits, keys)
    inside = jnp.minimum(seat, room - 1)
    habits = jax.tree.map(lambda part: jnp.take_along_axis(part, inside[:, None], 1)[:, 0], tables.seating.habits)
    chosen = jax.vmap(partial(stand_ins.choice, room=room))(tables.states, inside, habits, keys)
    return jnp.pad(said, ((0, 0), (0, SEATS - room))), chosen


def put(said: Array, chosen: Array, asked: Asked, answered: Answered) -> tuple[Array, Array]:
    """Everybody's answers with those of a network in their places."""
    nowhere = len(chosen)
    voter = jnp.where(asked.real & answered.is_ballot, asked.table, nowhere)
    chooser = jnp.where(asked.real & ~answered.is_ballot, asked.table, nowhere)
    said = said.at[voter, asked.seat].set(answered.action == 1, mode="drop")
    return said, chosen.at[chooser].set(answered.action, mode="drop")


def play(params: Tree, frozen: Tree, tables: Tables, key: Array, settings: Settings) -> tuple[Tables, Row]:
    """One step of all tables."""
    states, seating = tables
    keys = jax.random.split(key, 7)
    decides = learner_decides(states, jnp.zeros((len(seating.seats), SEATS), bool))
    wanted = jnp.take_along_axis(decides, seating.seats, 1)
    size = len(wanted) * (1 + (settings.network_seats - 1) * settings.learner_share)
    mine, wait = asked_now(wanted & (seating.network == LEARNER), seating.seats, int(0.6 * size), keys[0])
    size = len(wanted) * (settings.network_seats - 1) * settings.frozen_share
    theirs, wait_too = asked_now(wanted & (seating.network == FROZEN), seating.seats, int(0.7 * size) + 1, keys[1])
    seat = jnp.minimum(mover(states), SEATS - 1)
    seen = games_at(states, mine.table)
    ours = _answers(params["policy"], seen, mine.seat, keys[2], settings)
    others = _answers(frozen, games_at(states, theirs.table), theirs.seat, keys[3], settings)
    said, chosen = stand_in_answers(tables, seat, keys[4], settings)
    for asked, answered in ((mine, ours), (theirs, others)):
        said, chosen = put(said, chosen, asked, answered)
    acts = ~(wait | wait_too)
    after, (reward, done, _) = step(states, simulator_actions(states, chosen, said, seat), acts, keys[5])
    fresh = seated(after, keys[6], settings)
    now = jax.tree.map(lambda new, old: jnp.where(done.reshape(-1, *[1] * (new.ndim - 1)), new, old), fresh, seating)
    kept = mine._replace(real=mine.real & acts[mine.table])
    worth = value(params, seen, mine.seat, input_size_of(settings))
    evil = (b.EVIL.of(states.sets) >> seating.seats[:, 0]) & 1 == 1
    return Tables(after, now), Row(seen, kept, ours, worth, reward, done, evil)


def advantages(rows: Row, last: Array, settings: Settings) -> tuple[Array, Array]:
    """For each of the learner's answers the generalised advantage of good, and what the critic should have said.

    Time passes from one answer of the learner's to the next: what others did in between is the world's doing.
    """
    tables = rows.done.shape[1]

    def by_table(numbers: Array, asked: Asked) -> Array:
        return jax.ops.segment_sum(jnp.where(asked.real, numbers, 0.0), asked.table, tables)

    def back(carry: tuple[Array, Array], row: Row) -> tuple[tuple[Array, Array], tuple[Array, Array]]:
        ahead, following = carry
        number = by_table(jnp.ones_like(row.value), row.asked)
        now = by_table(row.value, row.asked) / jnp.maximum(number, 1)
        ahead, following = jnp.where(row.done, 0.0, ahead), jnp.where(row.done, row.reward, following)
        advantage = following - now + settings.gae_lambda * ahead
        has = number > 0
        carry = jnp.where(has, advantage, ahead), jnp.where(has, now, following)
        return carry, (advantage[row.asked.table], (advantage + now)[row.asked.table])

    rows = rows._replace(state=None)
    found: tuple[Array, Array] = jax.lax.scan(back, (jnp.zeros_like(last), last), rows, reverse=True)[1]
    return found


class Lesson(NamedTuple):
    """A part of what is learnt from: lone choices, ballots, and what the critic should have said at the latter."""

    choices: Samples
    ballots: Samples
    target: Array


def _lessons(rows: Row, last: Array, key: Array, settings: Settings) -> Lesson:
    """The learner's answers in equal parts, one for each step of the optimiser."""
    advantage, target = advantages(rows, last, settings)
    real = flat(rows.asked.real)
    scaled = flat(advantage) / (flat(advantage).std(where=real) + 1e-6)
    state, asked, answered = flat(rows.state), flat(rows.asked), flat(rows.answered)
    side = jnp.where((b.EVIL.of(state.sets) >> asked.seat) & 1 == 1, -1.0, 1.0)

    def picked(wanted: Array, key: Array, share: float) -> tuple[Samples, Array]:
        most = int(share * len(real)) // settings.minibatches * settings.minibatches
        order = jnp.where(wanted, jax.random.uniform(key, wanted.shape), 2.0)
        index = jax.random.permutation(key, jnp.argsort(order)[:most])
        parts = (state, asked.seat, answered.answer, answered.logp, scaled * side, wanted.astype(jnp.float32))
        some = jax.tree.map(lambda leaf: leaf[index], Samples(*parts))
        return some, flat(target)[index]

    k_choice, k_ballot = jax.random.split(key)
    choices, _ = picked(real & ~answered.is_ballot, k_choice, CHOICES)
    ballots, target = picked(real & answered.is_ballot, k_ballot, BALLOTS)
    lesson: Lesson = in_parts(Lesson(choices, ballots, target), settings)
    return lesson


def in_parts(lesson: Any, settings: Settings) -> Any:
    """The same in equal parts, one for each step of the optimiser."""
    return jax.tree.map(lambda leaf: leaf.reshape(settings.minibatches, -1, *leaf.shape[1:]), lesson)


def loss(params: Tree, reference: Tree, lesson: Lesson, settings: Settings, entropy: Array) -> tuple[Array, Info]:
    """The policy's loss and the critic's, and what is reported of them."""
    kinds = (lesson.choices, choice_log_probabilities), (lesson.ballots, ballot_log_probabilities)
    parts = [policy_loss(params["policy"], reference, s, logs, settings, entropy) for s, logs in kinds]
    totals, sums = (jnp.stack(rows).sum(0) for rows in zip(*parts, strict=True))
    number = jnp.maximum(sums[0], 1)
    ballots = lesson.ballots
    found = value(params, ballots.state, ballots.seat, input_size_of(settings))
    error = (ballots.weight * (found - lesson.target) ** 2).sum() / jnp.maximum(ballots.weight.sum(), 1)
    kl, ent, roles, by_merlin, by_evil = sums[1:] / number
    return totals / number + 0.5 * error, Info(kl, ent, roles, by_merlin, error, by_evil)


@partial(jax.jit, static_argnames="settings", donate_argnums=(0, 2))
def update(
    learner: Learner, reference: Tree, tables: Tables, frozen: Tree, key: Array, progress: Array, settings: Settings
) -> tuple[Learner, Tables, dict[str, Array], Info]:
    """Play some steps, then learn from them once. `progress` is the share of the run's time that is spent."""
    k_play, k_pick = jax.random.split(key)
    params = learner.params

    def turn(tables: Tables, key: Array) -> tuple[Tables, Row]:
        return play(params, frozen, tables, key, settings)

    tables, rows = jax.lax.scan(turn, tables, jax.random.split(k_play, settings.steps))
    last = value(params, tables.states, tables.seating.seats[:, 0], input_size_of(settings))
    lessons = _lessons(rows, last, k_pick, settings)
    rate = settings.rate + (settings.last_rate - settings.rate) * progress
    entropy = settings.entropy + (settings.last_entropy - settings.entropy) * progress

    def learn(learner: Learner, lesson: Lesson) -> tuple[Learner, Info]:
        grads, info = jax.grad(loss, has_aux=True)(learner.params, reference, lesson, settings, entropy)
        return descend(learner, grads, rate, settings), info

    learner, info = jax.lax.scan(learn, learner, lessons)
    learnt = lessons.choices.weight.sum() + lessons.ballots.weight.sum()
    return learner, tables, counted(rows, tables) | {"answers": learnt}, jax.tree.map(lambda part: part.mean(0), info)


def counted(rows: Row, tables: Tables) -> dict[str, Array]:
    """Games that ended and the learner's wins in them, by its side and the number of players."""
    size = b.PLAYERS.of(tables.states.config.rules) - PLAYER_COUNTS[0]
    cell = rows.main_is_evil * len(PLAYER_COUNTS) + size
    won = jnp.where(rows.main_is_evil, rows.reward < 0, rows.reward > 0) & rows.done

    def by_cell(what: Array) -> Array:
        cells = jax.ops.segment_sum(what.reshape(-1).astype(jnp.int32), cell.reshape(-1), 2 * len(PLAYER_COUNTS))
        return cells.reshape(2, len(PLAYER_COUNTS))

    return {"games": by_cell(rows.done), "wins": by_cell(won)}


def rooms(configs: Sequence[simulator.Config]) -> dict[int, list[Any]]:
    """The configurations by the room that they need."""
    found: dict[int, list[Any]] = {}
    for config in configs:
        players = int(b.PLAYERS.of(int(config.rules)))
        found.setdefault(next(room for room in ROOMS if players <= room), []).append(config)
    return found
