"""PPO on the simulator, with a penalty for leaving a reference policy that is refreshed slowly."""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import optax
from jax import Array

from turncoat.games.resistance import simulator
from turncoat.games.resistance.learning.policy import (
    SEATS,
    InputSize,
    LogProbabilities,
    Tree,
    ballot_log_probabilities,
    choice_log_probabilities,
    relative_roles,
    trunk,
    unsighted,
    value,
)
from turncoat.games.resistance.learning.rollout import (
    Batch,
    Players,
    chooses_alone,
    frozen_seats,
    learner_decides,
    play,
    statistics,
)
from turncoat.games.resistance.learning.settings import Settings, groups
from turncoat.games.resistance.network.layout import FIRST_EVIL_ROLE, ROLES
from turncoat.games.resistance.simulator import bits as b
from turncoat.games.resistance.simulator.state import PROPOSE, VOTE

MERLIN = ROLES.index("merlin")
OPTIMIZER = optax.chain(optax.clip_by_global_norm(1.0), optax.scale_by_adam(eps=1e-5))


class Learner(NamedTuple):
    """All that training changes."""

    params: Tree
    optimizer: Any  # what optax keeps
    average: Tree  # a running mean of the parameters


class Info(NamedTuple):
    """What is reported of the loss, by answer."""

    kl: Array
    entropy: Array
    roles: Array  # how badly everybody's role is guessed
    information_revealed: Array  # by Merlin, in nats: what somebody who knows the network learns from the answers
    critic: Array
    evil_revealed: Array  # the same by evil, in votes and teams


def input_size_of(settings: Settings) -> InputSize:
    """What the network looks at in this run."""
    return InputSize(settings.seats, settings.rows)


def begin(params: Tree) -> Learner:
    """A learner that has not learnt anything yet."""
    params = jax.tree.map(jnp.asarray, params)
    return Learner(params, OPTIMIZER.init(params), jax.tree.map(jnp.copy, params))


def descend(learner: Learner, grads: Tree, rate: Array, settings: Settings) -> Learner:
    """One step of Adam against the gradients, clipped to norm 1; the average of the weights follows."""
    step, optimizer = OPTIMIZER.update(grads, learner.optimizer)
    params = optax.apply_updates(learner.params, optax.tree.scale(-rate, step))
    average = optax.incremental_update(params, learner.average, 1 - settings.average_decay)
    return Learner(params, optimizer, average)


def advantages(batch: Batch, last: Array, settings: Settings) -> Array:
    """Generalised advantage of good. Half-steps in which a table did not act pass everything on."""

    def back(carry: tuple[Array, Array], row: tuple[Array, ...]) -> tuple[tuple[Array, Array], Array]:
        (ahead, following), (done, reward, now, acts) = carry, row
        advantage = reward + following * ~done - now + settings.gae_lambda * ahead * ~done
        advantage = jnp.where(acts, advantage, ahead)
        return (advantage, jnp.where(acts, now, following)), advantage

    rows = (batch.done, batch.reward, batch.value, batch.acts)
    return jax.lax.scan(back, (jnp.zeros_like(last), last), rows, reverse=True)[1]


class Samples(NamedTuple):
    """Single answers of single seats: lone choices, or ballots (votes and mission cards)."""

    state: simulator.State
    seat: Array
    answer: Array
    logp: Array
    advantage: Array
    weight: Array


def flat(tree: Any) -> Any:
    """The first two axes of every array as one."""
    return jax.tree.map(lambda leaf: leaf.reshape(-1, *leaf.shape[2:]), tree)


def _samples(batch: Batch, advantage: Array, key: Array, settings: Settings) -> tuple[Samples, Samples]:
    """Some of the learner's real decisions, drawn at random: lone choices, and ballots."""
    group = jnp.asarray(groups(settings))
    real = jax.vmap(lambda states: learner_decides(states, frozen_seats(group, states)))(batch.state)
    real = real & batch.acts[..., None]
    alone = jax.vmap(chooses_alone)(batch.state)[..., None]
    whole = flat(batch)
    scaled = (advantage / (advantage.std(where=batch.acts) + 1e-6)).reshape(-1)

    def drawn(real: Array, key: Array, per_step: float) -> tuple[Array, Array, dict[str, Any]]:
        wanted = int(per_step * settings.steps * settings.tables) // settings.minibatches * settings.minibatches
        order = jnp.where(real, jax.random.uniform(key, real.shape), 2.0)
        index = jax.random.permutation(key, jnp.argsort(order.reshape(-1))[:wanted])
        entry, seat = index // SEATS, index % SEATS
        state = jax.tree.map(lambda leaf: leaf[entry], whole.state)
        side = jnp.where((b.EVIL.of(state.sets) >> seat) & 1 == 1, -1.0, 1.0)
        weight = real.reshape(-1)[index].astype(jnp.float32)
        return entry, seat, {"state": state, "seat": seat, "advantage": scaled[entry] * side, "weight": weight}

    k_choice, k_ballot = jax.random.split(key)
    entry, _, common = drawn(real & alone, k_choice, settings.choices)
    choices = Samples(answer=whole.choice[entry], logp=whole.choice_logp[entry], **common)
    entry, seat, common = drawn(real & ~alone, k_ballot, settings.ballots)
    said = whole.ballots[entry, seat].astype(jnp.int32)
    return choices, Samples(answer=said, logp=whole.ballot_logp[entry, seat], **common)


def kl_and_entropy(new: Array, old: Array) -> tuple[Array, Array]:
    """Divergence from another policy, and entropy, of categorical log-probabilities."""
    p = jnp.exp(new)
    kept = jnp.maximum(new, -30.0)
    return (p * (kept - jnp.maximum(old, -30.0))).sum(-1), -(p * kept).sum(-1)


def policy_loss(
    params: Tree, reference: Tree, s: Samples, log_probabilities: LogProbabilities, settings: Settings, entropy: Array
) -> tuple[Array, Array]:
    """PPO's clipped loss, the penalties (KL, Merlin's secrecy), the entropy bonus and the auxiliary role loss.

    Both results are sums over the samples that count. The second has their number, then what is reported.
    """
    obs = jax.vmap(simulator.observe_seat)(s.state, s.seat)
    phase = simulator.phase(s.state)
    input_size = input_size_of(settings)
    heard = trunk(params, obs, input_size=input_size)
    logs = log_probabilities(params, phase, *heard)
    said = jnp.take_along_axis(logs, s.answer[:, None], 1)[:, 0]
    ratio = jnp.exp(jnp.clip(said - s.logp, -4, 4))
    clipped = jnp.clip(ratio, 1 - settings.clip, 1 + settings.clip)
    surrogate = -jnp.minimum(ratio * s.advantage, clipped * s.advantage)
    kl, ent = kl_and_entropy(logs, log_probabilities(reference, phase, *trunk(reference, obs, input_size=input_size)))
    roles = relative_roles(s.state, s.seat)
    guess = _role_loss(params, heard[1], roles)
    is_merlin = s.weight * (roles[:, 0] == MERLIN)
    is_evil = s.weight * (roles[:, 0] >= FIRST_EVIL_ROLE) * ((phase == VOTE) | (phase == PROPOSE))

    def revealed(by: Array, share: float, both_ways: bool = False) -> Array:
        most = int(share * len(by))
        return _information_revealed(
            reference, obs, phase, logs, log_probabilities, by, most, input_size, both_ways=both_ways
        )

    by_merlin = revealed(is_merlin, 1 / 6)
    by_evil = revealed(is_evil, 1 / 2, both_ways=True) if settings.evil_secrecy_penalty else jnp.float32(0)
    each = surrogate + settings.kl_penalty * kl - entropy * ent + 0.1 * guess
    total = (s.weight * each).sum()
    total += settings.merlin_secrecy_penalty * by_merlin + settings.evil_secrecy_penalty * by_evil
    reported = ((s.weight * part).sum() for part in (kl, ent, guess))
    return total, jnp.stack([s.weight.sum(), *reported, by_merlin, by_evil])


def _role_loss(params: Tree, seats: Array, roles: Array) -> Array:
    """How unlikely the network finds everybody's true role."""
    guess = jax.nn.log_softmax(seats @ params["roles"])
    hit = jnp.take_along_axis(guess, jnp.maximum(roles, 0)[..., None], -1)[..., 0]
    return -(hit * (roles >= 0)).sum(-1) / (roles >= 0).sum(-1)


def _information_revealed(
    reference: Tree,
    obs: Array,
    phase: Array,
    logs: Array,
    log_probabilities: LogProbabilities,
    by: Array,
    most: int,
    input_size: InputSize,
    *,
    both_ways: bool,
) -> Array:
    """How far the answers of these seats are from what the reference would answer there as a servant, summed.

    That is what somebody who knows the network learns from the answers: on average each of them moves the odds of the
    truth by this much, in nats. At most `most` samples are looked at. With `both_ways` the divergence in the other
    direction is added, so it also costs something never to do what a servant often does.
    """
    some = jnp.argsort(-by)[:most]
    hidden = log_probabilities(reference, phase[some], *trunk(reference, unsighted(obs[some]), input_size=input_size))
    revealed = kl_and_entropy(logs[some], hidden)[0]
    if both_ways:
        revealed += kl_and_entropy(hidden, logs[some])[0]
    return (by[some] * revealed).sum()


def loss(
    params: Tree,
    reference: Tree,
    samples: tuple[Samples, Samples],
    states: simulator.State,
    target: Array,
    settings: Settings,
    entropy: Array,
) -> tuple[Array, Info]:
    """The policy's loss and the critic's, and what is reported of them."""
    kinds = zip(samples, (choice_log_probabilities, ballot_log_probabilities), strict=True)
    parts = [policy_loss(params["policy"], reference, s, logs, settings, entropy) for s, logs in kinds]
    totals, sums = (jnp.stack(rows).sum(0) for rows in zip(*parts, strict=True))
    count = jnp.maximum(sums[0], 1)
    error = jnp.mean((value(params, states) - target) ** 2)
    kl, ent, roles, by_merlin, by_evil = sums[1:] / count
    return totals / count + 0.5 * error, Info(kl, ent, roles, by_merlin, error, by_evil)


def _critic_rows(batch: Batch, key: Array, settings: Settings) -> Array:
    """(minibatches, n): the steps that the critic learns from, drawn at random from those where a table acted."""
    order = jnp.where(batch.acts.reshape(-1), jax.random.uniform(key, (batch.acts.size,)), 2.0)
    rows = jnp.argsort(order)[: settings.steps * settings.tables]
    return jax.random.permutation(key, rows).reshape(settings.minibatches, -1)


@partial(jax.jit, static_argnames="settings", donate_argnums=(0, 2))
def update(
    learner: Learner,
    reference: Tree,
    states: simulator.State,
    good: Tree,
    evil: Tree,
    key: Array,
    progress: Array,
    settings: Settings,
) -> tuple[Learner, simulator.State, dict[str, Array], Info]:
    """Play some steps, then learn from them once. `progress` is the share of the run's time that is spent."""
    k_play, k_pick, k_order = jax.random.split(key, 3)
    params = learner.params
    players = Players(params["policy"], good, evil)

    def turn(states: simulator.State, key: Array) -> tuple[simulator.State, Batch]:
        return play(params, players, states, key, settings)

    states, halves = jax.lax.scan(turn, states, jax.random.split(k_play, settings.steps))
    batch = flat(halves)
    advantage = advantages(batch, value(params, states), settings)
    samples = _samples(batch, advantage, k_pick, settings)
    parts = jax.tree.map(lambda leaf: leaf.reshape(settings.minibatches, -1, *leaf.shape[1:]), samples)
    flat_states, target = flat(batch.state), (advantage + batch.value).reshape(-1)
    rate = settings.rate + (settings.last_rate - settings.rate) * progress
    entropy = settings.entropy + (settings.last_entropy - settings.entropy) * progress

    def learn(learner: Learner, minibatch: tuple[tuple[Samples, Samples], Array]) -> tuple[Learner, Info]:
        some, rows = minibatch
        seen = jax.tree.map(lambda leaf: leaf[rows], flat_states)
        gradient = jax.grad(loss, has_aux=True)
        grads, info = gradient(learner.params, reference, some, seen, target[rows], settings, entropy)
        return descend(learner, grads, rate, settings), info

    learner, info = jax.lax.scan(learn, learner, (parts, _critic_rows(batch, k_order, settings)))
    return learner, states, statistics(batch, settings), jax.tree.map(lambda part: part.mean(0), info)
