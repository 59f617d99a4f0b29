"""Training other heads for a network whose trunk stays: what a guest answers, by what the trunk already sees.

The trunk is most of the network and most of the work. It is asked once for each answer, while the games are played, and
what it says is kept: learning itself costs next to nothing. That is little to learn with, but it can be learnt on a
CPU. A copy of the shipped network with other heads is a checkpoint like any other.
"""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
from jax import Array

from turncoat.games.resistance import simulator
from turncoat.games.resistance.learning.policy import (
    SEATS,
    Tree,
    ballot_log_probabilities,
    choice_log_probabilities,
    trunk,
    unsighted,
)
from turncoat.games.resistance.learning.ppo import Learner, descend, flat, input_size_of, kl_and_entropy
from turncoat.games.resistance.learning.ppo import begin as begin_with
from turncoat.games.resistance.learning.rollout import (
    chooses_alone,
    learner_decides,
    simulator_actions,
    simulator_choice,
    step,
)
from turncoat.games.resistance.learning.seating import LEARNER, NO_NETWORK
from turncoat.games.resistance.learning.settings import Settings
from turncoat.games.resistance.learning.single_seats import (
    Answered,
    Asked,
    Row,
    Tables,
    advantages,
    asked_now,
    counted,
    drawn,
    games_at,
    in_parts,
    put,
    seated,
    stand_in_answers,
)
from turncoat.games.resistance.network import network as net
from turncoat.games.resistance.network.layout import FIRST_EVIL_ROLE, ROLES
from turncoat.games.resistance.simulator import bits as b
from turncoat.games.resistance.simulator.state import PROPOSE, VOTE, mover

HEADS = ("answers", "member", "pair", "pair_scale")
"""The weights that are learnt. The role head is not used in play."""


class Heard(NamedTuple):
    """What the trunk says of an observation."""

    seats: Array
    whole: Array


class Kept(NamedTuple):
    """One step: the learner's answers with what they were given by, and what happened at the tables."""

    row: Row
    obs: Array
    phase: Array
    heard: Heard
    as_servant: Heard
    is_mine: Array
    secret: Array  # how much it costs to answer otherwise than a servant would


def begin(policy: Tree) -> Learner:
    """A learner of the heads of a policy, with a linear critic that has no opinion yet."""
    copies = jax.tree.map(jnp.copy, heads_of(policy))  # `update` takes over the memory of what it learns
    return begin_with({"heads": copies, "value": jnp.zeros((policy["answers"].shape[0] + 1,))})


def heads_of(policy: Tree) -> Tree:
    """The part of a policy that is learnt."""
    return {name: policy[name] for name in HEADS}


def with_heads(policy: Tree, heads: Tree) -> Tree:
    """The same network with these heads."""
    return {**policy, **heads}


def _value(params: Tree, whole: Array, is_evil: Array) -> Array:
    """Good's expected result, by what the learner itself can see. The trunk speaks for its own side."""
    side = jnp.where(is_evil, -1.0, 1.0)
    return side * jnp.tanh(whole @ params["value"][:-1] + params["value"][-1])


def _logs(heads: Tree, obs: Array, phase: Array, heard: Heard) -> tuple[Array, Array]:
    """Log-probabilities of ballots and of lone choices."""
    part = net.pieces(jnp, obs, jnp.float32)
    given = (heads, phase, part, heard.seats, heard.whole)
    return ballot_log_probabilities(*given), choice_log_probabilities(*given)


def _is_evil(states: Any, seat: Array) -> Any:
    return (b.EVIL.of(states.sets) >> seat) & 1 == 1


def play(
    policy: Tree, params: Tree, frozen: Tree, tables: Tables, key: Array, settings: Settings
) -> tuple[Tables, Kept]:
    """One step of all tables. The learner and the frozen heads share the trunk of `policy`."""
    states, seating = tables
    keys = jax.random.split(key, 5)
    decides = learner_decides(states, jnp.zeros((len(seating.seats), SEATS), bool))
    wanted = jnp.take_along_axis(decides, seating.seats, 1) & (seating.network != NO_NETWORK)
    share = 1 + (settings.network_seats - 1) * (settings.learner_share + settings.frozen_share)
    asked, waits = asked_now(wanted, seating.seats, int(0.6 * share * len(wanted)), keys[0])
    who = jnp.take_along_axis(
        seating.network[asked.table], (seating.seats[asked.table] == asked.seat[:, None]).argmax(1)[:, None], 1
    )[:, 0]
    seen = games_at(states, asked.table)
    obs = jax.vmap(simulator.observe_seat)(seen, asked.seat)
    phase, is_ballot = simulator.phase(seen), ~chooses_alone(seen)
    input_size = input_size_of(settings)
    heard, as_servant = (Heard(*trunk(policy, one, input_size=input_size)[1:]) for one in (obs, unsighted(obs)))
    mine, theirs = (_logs(heads, obs, phase, heard) for heads in (params["heads"], frozen))
    is_mine = who == LEARNER
    chance = jax.random.uniform(keys[1], is_mine.shape)
    ballot, choice = (drawn(jnp.where(is_mine[:, None], a, c), chance) for a, c in zip(mine, theirs, strict=True))
    action = jnp.where(is_ballot, ballot[0], simulator_choice(seen, choice[0], asked.seat))
    answer, logp = (jnp.where(is_ballot, one, other) for one, other in zip(ballot, choice, strict=True))
    answered = Answered(answer, logp, is_ballot, action)
    seat = jnp.minimum(mover(states), SEATS - 1)
    said, chosen = put(*stand_in_answers(tables, seat, keys[2], settings), asked, answered)
    after, (reward, done, _) = step(states, simulator_actions(states, chosen, said, seat), ~waits, keys[3])
    fresh = seated(after, keys[4], settings)
    now = jax.tree.map(lambda new, old: jnp.where(done.reshape(-1, *[1] * (new.ndim - 1)), new, old), fresh, seating)
    kept = asked._replace(real=asked.real & ~waits[asked.table] & is_mine)
    worth = _value(params, heard.whole, _is_evil(seen, asked.seat))
    row = Row(seen, kept, answered, worth, reward, done, _is_evil(states, seating.seats[:, 0]))
    secret = _secret(seen, asked, phase, settings)
    return Tables(after, now), Kept(row, obs, phase, heard, as_servant, is_mine, secret)


def _secret(states: simulator.State, asked: Asked, phase: Array, settings: Settings) -> Array:
    """What it costs each of these seats, by the nat, to answer otherwise than a servant would."""
    role = jnp.take_along_axis(jax.vmap(simulator.roles)(states), asked.seat[:, None], 1)[:, 0]
    public = (phase == VOTE) | (phase == PROPOSE)
    evil = (role >= FIRST_EVIL_ROLE) & public
    merlin = (role == ROLES.index("merlin")) & public
    return evil * settings.evil_secrecy_penalty + merlin * settings.merlin_secrecy_penalty


class Lesson(NamedTuple):
    """Answers to learn from, of one kind."""

    obs: Array
    phase: Array
    heard: Heard
    as_servant: Heard
    answer: Array
    logp: Array
    advantage: Array
    target: Array
    is_evil: Array
    secret: Array
    weight: Array


def _lessons(kept: Kept, last: Array, key: Array, settings: Settings) -> tuple[Lesson, Lesson]:
    """The learner's lone choices and ballots, each in equal parts, one for each step of the optimiser."""
    advantage, target = (flat(part) for part in advantages(kept.row, last, settings))
    obs, phase, heard, as_servant, secret = flat((kept.obs, kept.phase, kept.heard, kept.as_servant, kept.secret))
    asked, answered = flat((kept.row.asked, kept.row.answered))
    real = asked.real
    is_evil = flat(jax.vmap(_is_evil)(kept.row.state, kept.row.asked.seat))
    scaled = jnp.where(is_evil, -1.0, 1.0) * advantage / (advantage.std(where=real) + 1e-6)

    def picked(wanted: Array, key: Array, share: float) -> Lesson:
        most = int(share * len(real)) // settings.minibatches * settings.minibatches
        index = jnp.argsort(jnp.where(wanted, jax.random.uniform(key, wanted.shape), 2.0))[:most]
        index = jax.random.permutation(key, index)
        lesson = Lesson(
            obs, phase, heard, as_servant, answered.answer, answered.logp, scaled, target, is_evil, secret,
            wanted.astype(jnp.float32),
        )  # fmt: skip
        parts: Lesson = in_parts(jax.tree.map(lambda leaf: leaf[index], lesson), settings)
        return parts

    k_choice, k_ballot = jax.random.split(key)
    choices = picked(real & ~answered.is_ballot, k_choice, 0.2)
    return choices, picked(real & answered.is_ballot, k_ballot, 0.7)


class Info(NamedTuple):
    """What is reported of the loss, by answer."""

    kl: Array
    entropy: Array
    revealed: Array  # by evil and Merlin, weighed by what it costs
    critic: Array


def loss(
    params: Tree, reference: Tree, lessons: tuple[Lesson, Lesson], settings: Settings, entropy: Array
) -> tuple[Array, Info]:
    """PPO's clipped loss, the penalties (KL, secrecy), the entropy bonus, and the critic's error."""
    total, sums = jnp.float32(0), jnp.zeros(5)
    for lesson, logs_of in zip(lessons, (choice_log_probabilities, ballot_log_probabilities), strict=True):
        part = net.pieces(jnp, lesson.obs, jnp.float32)

        def logs(heads: Tree, heard: Heard, lesson: Lesson = lesson, part: Any = part, logs_of: Any = logs_of) -> Array:
            found: Array = logs_of(heads, lesson.phase, part, heard.seats, heard.whole)
            return found

        now, weight = logs(params["heads"], lesson.heard), lesson.weight
        said = jnp.take_along_axis(now, lesson.answer[:, None], 1)[:, 0]
        ratio = jnp.exp(jnp.clip(said - lesson.logp, -4, 4))
        clipped = jnp.clip(ratio, 1 - settings.clip, 1 + settings.clip)
        surrogate = -jnp.minimum(ratio * lesson.advantage, clipped * lesson.advantage)
        kl, ent = kl_and_entropy(now, logs(reference, lesson.heard))
        shown = lesson.secret * kl_and_entropy(now, jax.lax.stop_gradient(logs(params["heads"], lesson.as_servant)))[0]
        error = (_value(params, lesson.heard.whole, lesson.is_evil) - lesson.target) ** 2
        each = surrogate + settings.kl_penalty * kl - entropy * ent + shown + 0.5 * error
        total += (weight * each).sum()
        sums += jnp.stack([weight.sum(), *((weight * x).sum() for x in (kl, ent, shown, error))])
    number = jnp.maximum(sums[0], 1)
    return total / number, Info(*(sums[1:] / number))


@partial(jax.jit, static_argnames="settings", donate_argnums=(1, 4))
def update(
    policy: Tree,
    learner: Learner,
    reference: Tree,
    frozen: Tree,
    tables: Tables,
    key: Array,
    progress: Array,
    settings: Settings,
) -> tuple[Learner, Tables, dict[str, Array], Info]:
    """Play some steps, then learn from them. `progress` is the share of the run's time that is spent."""
    k_play, k_pick = jax.random.split(key)
    params = learner.params

    def turn(tables: Tables, key: Array) -> tuple[Tables, Kept]:
        return play(policy, params, frozen, tables, key, settings)

    tables, kept = jax.lax.scan(turn, tables, jax.random.split(k_play, settings.steps))
    main = tables.seating.seats[:, 0]
    whole = trunk(policy, jax.vmap(simulator.observe_seat)(tables.states, main), input_size=input_size_of(settings))[2]
    last = _value(params, whole, _is_evil(tables.states, main))
    lessons = _lessons(kept, last, k_pick, settings)
    rate = settings.rate + (settings.last_rate - settings.rate) * progress
    entropy = settings.entropy + (settings.last_entropy - settings.entropy) * progress

    def learn(learner: Learner, some: tuple[Lesson, Lesson]) -> tuple[Learner, Info]:
        grads, info = jax.grad(loss, has_aux=True)(learner.params, reference, some, settings, entropy)
        return descend(learner, grads, rate, settings), info

    learner, info = jax.lax.scan(learn, learner, lessons)
    learnt = jnp.stack([lesson.weight.sum() for lesson in lessons]).sum()
    return (
        learner,
        tables,
        counted(kept.row, tables) | {"answers": learnt},
        jax.tree.map(lambda part: part.mean(0), info),
    )
