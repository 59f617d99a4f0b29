"""Regularised self-play on the vector simulator: PPO with a pull to a slowly refreshed reference policy.

A batch of tables is split into groups: self-play, tables where a past self (or a frozen stranger) holds one side,
and tables where a scripted player does. Only the learner's seats are trained on.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt
import optax
from jax import Array

from turncoat.games.resistance import simulator
from turncoat.games.resistance.learning import scripted
from turncoat.games.resistance.network import network as net
from turncoat.games.resistance.network.action_numbers import TEAMS_PER_SIZE, team_index
from turncoat.games.resistance.network.layout import ROLES, layout
from turncoat.games.resistance.simulator import bits as b
from turncoat.games.resistance.simulator.state import LADY, MISSION, PROPOSE, VOTE, may_answer_one, mover

Tree = Any
SEATS = b.SEATS
MERLIN = ROLES.index("merlin")
SELF, PAST_GOOD, PAST_EVIL, SCRIPT_GOOD, SCRIPT_EVIL = range(5)


class Settings(NamedTuple):
    """The numbers of a run."""

    tables: int = 4096
    steps: int = 32
    minibatches: int = 16
    choices: float = 0.5  # of the steps, those whose lone choice an update learns from
    ballots: float = 2.0  # votes and cards a step that an update learns from
    shares: tuple[float, float, float, float] = (0.40, 0.18, 0.14, 0.14)  # the groups but the last
    slots: int = 4  # how many frozen teams play at once, on either side
    rate: float = 5e-4
    last_rate: float = 5e-5
    pull: float = 0.05
    entropy: float = 0.03
    last_entropy: float = 0.005
    discretion: float = 0.0  # what Merlin pays for answers that a servant in his place would not give
    clip: float = 0.2
    trace: float = 0.95
    average: float = 0.9995


class Learner(NamedTuple):
    """All that training changes."""

    params: Tree
    optimizer: Any  # what optax keeps
    average: Tree  # a slow mean of the parameters


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


def init_params(seed: int, width: int, layers: int) -> Tree:
    """Fresh policy and critic."""
    return {
        "policy": {**net.init(seed, width, layers), **net.init_heads(seed + 1, width)},
        "critic": {**net.init(seed + 2, width, layers, extra=8), "value": np.zeros((2 * width, 1), np.float32)},
    }


def _precision() -> Any:
    """Half precision on accelerators. CPUs gain nothing by it, and compiling takes twice as long."""
    return jnp.float32 if jax.default_backend() == "cpu" else jnp.bfloat16


def _cast(tree: Tree) -> Tree:
    return jax.tree.map(lambda leaf: leaf.astype(_precision()), tree)


def _trunk(params: Tree, obs: Array, extra: Array | None = None) -> tuple[dict[str, Array], Array, Array]:
    given = net.inputs(jnp, obs, _precision(), extra)
    seats, whole = net.trunk(jnp, params, given, _cast)
    return given["part"], seats.astype(jnp.float32), whole.astype(jnp.float32)


def relative_roles(states: simulator.State, seat: Array) -> Array:
    """(B, 10): roles counted from a seat of each table; -1 past the last player."""
    players = b.PLAYERS.of(states.config.rules)[:, None]
    place = jnp.arange(SEATS)
    roles = jax.vmap(simulator.roles)(states)
    turned = jnp.take_along_axis(roles, (place + seat[:, None]) % players, 1)
    return jnp.where(place < players, turned, -1)


def value(params: Tree, states: simulator.State) -> Array:
    """Good's expected result, by the critic that sees all roles."""
    leader = b.LEADER.of(states.progress)
    obs = jax.vmap(simulator.observe_seat)(states, leader)
    extra = jax.nn.one_hot(relative_roles(states, leader), 8)
    _, _, whole = _trunk(params["critic"], obs, extra)
    return jnp.tanh(whole @ params["critic"]["value"])[..., 0]


def _evil_seats(states: simulator.State) -> Array:
    """(B, 10): who is evil."""
    return (b.EVIL.of(states.sets)[:, None] >> jnp.arange(SEATS)) & 1 == 1


def _by_team(ask: Any, teams: Tree, obs: Array) -> Any:
    """What each of some stacked policies answers at its share of the tables."""
    count = jax.tree.leaves(teams)[0].shape[0]
    apart = obs.reshape(count, len(obs) // count, *obs.shape[1:])
    return jax.tree.map(lambda leaf: leaf.reshape(len(obs), *leaf.shape[2:]), jax.vmap(ask)(teams, apart))


def _policy_choices(params: Tree, obs: Array) -> dict[str, Array]:
    part, seats, whole = _trunk(params, obs)
    return net.choices(jnp, params, part, seats, whole)


def _policy_ballots(params: Tree, obs: Array) -> Array:
    _, _, whole = _trunk(params, obs)
    logits: Array = net.ballots(jnp, params, whole)
    return logits


def _script_ballots(states: simulator.State, obs: Array, style: Array, key: Array) -> Array:
    players = b.PLAYERS.of(states.config.rules)[:, None, None]
    turn = (jnp.arange(SEATS)[:, None] + jnp.arange(SEATS)[None]) % players
    evil = jnp.broadcast_to(_evil_seats(states)[:, None], turn.shape)
    truth = jnp.take_along_axis(evil, turn, 2).astype(jnp.float32)
    return scripted.ballot_logits(net.pieces(jnp, obs, jnp.float32), truth, style[:, None], key)


def groups(settings: Settings) -> np.ndarray:
    """Which group each table belongs to; a group's tables are neighbours."""
    sizes = np.round(np.array(settings.shares) * settings.tables).astype(int)
    sizes[1:3] -= sizes[1:3] % settings.slots  # frozen teams get equally many tables
    return np.searchsorted(np.cumsum(sizes), np.arange(settings.tables), side="right")


def frozen(group: Array, states: simulator.State) -> Array:
    """(B, 10): the seats that a past self or a script plays."""
    evil = _evil_seats(states)
    good_side = (group == PAST_GOOD) | (group == SCRIPT_GOOD)
    evil_side = (group == PAST_EVIL) | (group == SCRIPT_EVIL)
    return jnp.where(good_side[:, None], ~evil, evil_side[:, None] & evil)


class Players(NamedTuple):
    """The learner's policy, and the frozen ones that hold good or evil at some tables, stacked."""

    learner: Tree
    good: Tree
    evil: Tree


def _cuts(cfg: Settings) -> tuple[slice, slice, slice]:
    """The tables of the past good, the past evil and the scripts."""
    group = groups(cfg)
    first, second, third = (int((group < at).sum()) for at in (PAST_GOOD, PAST_EVIL, SCRIPT_GOOD))
    return slice(first, second), slice(second, third), slice(third, cfg.tables)


def _mixed(mine: Tree, parts: list[Tree], theirs: Array, cfg: Settings) -> Tree:
    """The learner's logits, or its opponent's where `theirs`."""
    start = _cuts(cfg)[0].start

    def pick(own: Array, *rest: Array) -> Array:
        other = jnp.concatenate([own[:start], *rest])
        return jnp.where(theirs.reshape(*theirs.shape, *[1] * (own.ndim - theirs.ndim)), other, own)

    return jax.tree.map(pick, mine, *parts)


def choose(who: Players, states: simulator.State, ice: Array, key: Array, cfg: Settings) -> tuple[Array, Array]:
    """What the one seat that chooses alone picks, counted from itself, and its log-probability."""
    k_script, k_pick = jax.random.split(key)
    seat = jnp.minimum(mover(states), SEATS - 1)
    obs = jax.vmap(simulator.observe_seat)(states, seat)
    good, evil, script = _cuts(cfg)
    style = (jnp.arange(cfg.tables) % scripted.STYLES)[script]
    parts = [
        _by_team(_policy_choices, who.good, obs[good]),
        _by_team(_policy_choices, who.evil, obs[evil]),
        scripted.choice_logits(net.pieces(jnp, obs[script], jnp.float32), style, k_script),
    ]
    theirs = jnp.take_along_axis(ice, seat[:, None], 1)[:, 0]
    logits = current(simulator.phase(states), _mixed(_policy_choices(who.learner, obs), parts, theirs, cfg))
    picked = jax.random.categorical(k_pick, logits)
    return picked, jnp.take_along_axis(jax.nn.log_softmax(logits), picked[:, None], 1)[:, 0]


def vote(who: Players, states: simulator.State, ice: Array, key: Array, cfg: Settings) -> tuple[Array, Array]:
    """Every seat's yes or no, and its log-probability."""
    k_script, k_say = jax.random.split(key)
    obs = jax.vmap(simulator.observe)(states)
    good, evil, script = _cuts(cfg)
    style = (jnp.arange(cfg.tables) % scripted.STYLES)[script]
    some = jax.tree.map(lambda leaf: leaf[script], states)
    parts = [
        _by_team(_policy_ballots, who.good, obs[good]),
        _by_team(_policy_ballots, who.evil, obs[evil]),
        _script_ballots(some, obs[script], style, k_script),
    ]
    logits = _mixed(_policy_ballots(who.learner, obs), parts, ice, cfg)
    logit = jnp.where((simulator.phase(states) == VOTE)[:, None], logits[..., 0], logits[..., 1])
    said = jax.random.bernoulli(k_say, jax.nn.sigmoid(logit))
    return said, _bernoulli(logit, said)


def _bernoulli(logit: Array, answer: Array) -> Array:
    return jnp.where(answer, jax.nn.log_sigmoid(logit), jax.nn.log_sigmoid(-logit))


def current(phase: Array, choice: dict[str, Array]) -> Array:
    """The logits that count in this phase, padded to the length of the longest."""
    room = choice["team"].shape[-1]

    def pad(logits: Array) -> Array:
        return jnp.pad(logits, [(0, 0)] * (logits.ndim - 1) + [(0, room - logits.shape[-1])], constant_values=net.OFF)

    seatwise = jnp.where((phase == LADY)[..., None], pad(choice["lady"]), pad(choice["shot"]))
    return jnp.where((phase == PROPOSE)[..., None], choice["team"], seatwise)


_TEAM_MASKS = np.array(
    [[sum(int(bit) << seat for seat, bit in enumerate(team)) for team in rows] for rows in net.team_table()],
    np.int32,
)


@cache
def _ranks() -> npt.NDArray[np.int32]:
    """For every set of seats its index among the teams of its size."""
    members = ([seat for seat in range(SEATS) if mask >> seat & 1] for mask in range(1 << SEATS))
    return np.array([team_index(team) for team in members], np.int32)


def env_actions(states: simulator.State, choice: Array, ballots: Array, who: Array) -> Array:
    """Answers counted from the answering seat, as the simulator's actions."""
    rules = states.config.rules
    players, phase = b.PLAYERS.of(rules), simulator.phase(states)
    mission, index = choice // net.TEAMS, choice % net.TEAMS
    size = (rules >> (b.SIZES.low + 2 * mission)) & 3
    team = jnp.asarray(_TEAM_MASKS)[size, index]
    turned = ((team << who) | (team >> (players - who))) & ((1 << players) - 1)
    targeting = b.TARGETING.of(rules)
    propose = jnp.asarray(_ranks())[turned] + TEAMS_PER_SIZE * mission * targeting
    named = (who + choice) % players
    chosen = jnp.where(phase == PROPOSE, propose, named)
    one = (may_answer_one(states)[:, None] >> jnp.arange(SEATS)) & 1 == 1
    answers = (ballots & one).astype(jnp.int32)
    alone = ((phase == PROPOSE) | (phase > MISSION))[:, None] & (jnp.arange(SEATS) == who[:, None])
    return jnp.where(alone, chosen[:, None], answers)


def relevant(states: simulator.State, ice: Array) -> Array:
    """(B, 10): the seats whose answer is a real decision of the learner."""
    phase = simulator.phase(states)[:, None]
    owing = (simulator.to_act(states)[:, None] >> jnp.arange(SEATS)) & 1 == 1
    evil = (b.EVIL.of(states.sets)[:, None] >> jnp.arange(SEATS)) & 1 == 1
    return owing & ~ice & ((phase != MISSION) | evil)


def _alone(states: simulator.State) -> Array:
    """Whether one seat chooses alone now."""
    phase = simulator.phase(states)
    return (phase == PROPOSE) | (phase > MISSION)


def _settle(
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
    params: Tree, who: Players, states: simulator.State, key: Array, cfg: Settings
) -> tuple[simulator.State, Batch]:
    """Two half-steps: first the seats that choose alone, then the tables that vote or play cards.

    A single chooser needs one evaluation, a vote ten: together they cost hardly more than the vote.
    """
    k_choose, k_vote, k_one, k_two = jax.random.split(key, 4)
    group = jnp.asarray(groups(cfg))
    ice = frozen(group, states)
    first = _alone(states)
    picked, picked_logp = choose(who, states, ice, k_choose, cfg)
    seat = jnp.minimum(mover(states), SEATS - 1)
    no = jnp.zeros((cfg.tables, SEATS), bool)
    between, ended = _settle(states, env_actions(states, picked, no, seat), first, k_one)
    one = Batch(states, picked, no, picked_logp, jnp.zeros(no.shape), value(params, states), *ended, first)

    second = ~_alone(between)
    said, said_logp = vote(who, between, frozen(group, between), k_vote, cfg)
    zero = jnp.zeros(cfg.tables, jnp.int32)
    after, ended = _settle(between, env_actions(between, zero, said, zero), second, k_two)
    two = Batch(between, zero, said, jnp.zeros(cfg.tables), said_logp, value(params, between), *ended, second)
    return after, jax.tree.map(lambda a, c: jnp.stack([a, c]), one, two)


def advantages(batch: Batch, last: Array, cfg: Settings) -> Array:
    """Generalised advantage of good. Half-steps in which a table did not act pass everything on."""

    def back(carry: tuple[Array, Array], row: tuple[Array, ...]) -> tuple[tuple[Array, Array], Array]:
        (ahead, following), (done, reward, now, acts) = carry, row
        gain = reward + following * ~done - now + cfg.trace * ahead * ~done
        gain = jnp.where(acts, gain, ahead)
        return (gain, jnp.where(acts, now, following)), gain

    rows = (batch.done, batch.reward, batch.value, batch.acts)
    _, gains = jax.lax.scan(back, (jnp.zeros_like(last), last), rows, reverse=True)
    return gains


def _kl(new: Array, old: Array) -> tuple[Array, Array]:
    """Divergence from the reference and entropy, of categorical log-probabilities."""
    p = jnp.exp(new)
    kept = jnp.maximum(new, -30.0)
    return (p * (kept - jnp.maximum(old, -30.0))).sum(-1), -(p * kept).sum(-1)


class Samples(NamedTuple):
    """Single answers of single seats: lone choices, or ballots (a vote or a card)."""

    state: simulator.State
    seat: Array
    answer: Array
    logp: Array
    gain: Array
    weight: Array


Speak = Callable[[Tree, Array, Any, Array, Array], Array]
"""Log-probabilities of one kind of answer, from a policy, the phase and what its trunk makes of observations."""


def _ballot_logs(policy: Tree, phase: Array, _part: Any, _seats: Array, whole: Array) -> Array:
    """(N, 2): no and yes, to the team or to failing."""
    logits = net.ballots(jnp, policy, whole)
    yes = jnp.where(phase == VOTE, logits[:, 0], logits[:, 1])
    return jnp.stack([jax.nn.log_sigmoid(-yes), jax.nn.log_sigmoid(yes)], -1)


def _choice_logs(policy: Tree, phase: Array, part: Any, seats: Array, whole: Array) -> Array:
    """(N, 5 * 252): every choice of one seat."""
    return jax.nn.log_softmax(current(phase, net.choices(jnp, policy, part, seats, whole)))


def answers(policy: Tree, obs: Array, phase: Array) -> tuple[Array, Array]:
    """Log-probabilities of no and yes (to the team, or to failing), and of every choice of one seat."""
    heard = _trunk(policy, obs)
    return _ballot_logs(policy, phase, *heard), _choice_logs(policy, phase, *heard)


def policy_loss(
    params: Tree, reference: Tree, s: Samples, speak: Speak, cfg: Settings, entropy: Array
) -> tuple[Array, Array]:
    """PPO's clipped loss, the pull to the reference, the entropy bonus, discretion and the auxiliary role loss.

    A sum over the samples that count, and what is reported: their number, then sums.
    """
    obs = jax.vmap(simulator.observe_seat)(s.state, s.seat)
    phase = simulator.phase(s.state)
    heard = _trunk(params, obs)
    logs = speak(params, phase, *heard)
    said = jnp.take_along_axis(logs, s.answer[:, None], 1)[:, 0]
    ratio = jnp.exp(jnp.clip(said - s.logp, -4, 4))
    surrogate = -jnp.minimum(ratio * s.gain, jnp.clip(ratio, 1 - cfg.clip, 1 + cfg.clip) * s.gain)
    kl, ent = _kl(logs, speak(reference, phase, *_trunk(reference, obs)))
    roles = relative_roles(s.state, s.seat)
    guess = jax.nn.log_softmax(heard[1] @ params["roles"])
    hit = jnp.take_along_axis(guess, jnp.maximum(roles, 0)[..., None], -1)[..., 0]
    aux = -(hit * (roles >= 0)).sum(-1) / (roles >= 0).sum(-1)
    told = _told(reference, obs, phase, logs, speak, s.weight * (roles[:, 0] == MERLIN))
    total = (s.weight * (surrogate + cfg.pull * kl - entropy * ent + 0.1 * aux)).sum() + cfg.discretion * told
    return total, jnp.stack([s.weight.sum(), *((s.weight * x).sum() for x in (kl, ent, aux)), told])


def _told(reference: Tree, obs: Array, phase: Array, logs: Array, speak: Speak, merlin: Array) -> Array:
    """How far Merlin's answers are from what the reference would answer there without his sight, summed.

    That is what somebody who knows the network learns from them. Only so many Merlins are looked at, at random.
    """
    some = jnp.argsort(-merlin)[: len(merlin) // 6]
    hidden = speak(reference, phase[some], *_trunk(reference, unsighted(obs[some])))
    return (merlin[some] * _kl(logs[some], hidden)[0]).sum()


def unsighted(obs: Array) -> Array:
    """What servants would observe in the same seats."""
    where = layout(SEATS)
    role = jnp.asarray(np.eye(len(ROLES))[ROLES.index("servant")], obs.dtype)
    return obs.at[..., where["known"]].set(0).at[..., where["role"]].set(role)


def loss(
    params: Tree,
    reference: Tree,
    samples: tuple[Samples, Samples],
    states: simulator.State,
    target: Array,
    cfg: Settings,
    entropy: Array,
) -> Any:
    """The policy's loss and the critic's, and what is reported of them."""
    kinds = zip(samples, (_choice_logs, _ballot_logs), strict=True)
    parts = [policy_loss(params["policy"], reference, s, speak, cfg, entropy) for s, speak in kinds]
    totals, infos = (jnp.stack(rows).sum(0) for rows in zip(*parts, strict=True))
    count = jnp.maximum(infos[0], 1)
    error = jnp.mean((value(params, states) - target) ** 2)
    return totals / count + 0.5 * error, jnp.concatenate([infos[1:] / count, error[None]])


OPTIMIZER = optax.chain(optax.clip_by_global_norm(1.0), optax.scale_by_adam(eps=1e-5))


def descend(learner: Learner, grads: Tree, rate: Array, cfg: Settings) -> Learner:
    """One step of Adam against the gradients, clipped to norm 1; the average of the weights follows."""
    step, optimizer = OPTIMIZER.update(grads, learner.optimizer)
    params = optax.apply_updates(learner.params, optax.tree.scale(-rate, step))
    average = optax.incremental_update(params, learner.average, 1 - cfg.average)
    return Learner(params, optimizer, average)


def begin(params: Tree) -> Learner:
    """A learner that has not learnt anything yet."""
    params = jax.tree.map(jnp.asarray, params)
    return Learner(params, OPTIMIZER.init(params), jax.tree.map(jnp.copy, params))


def _samples(batch: Batch, gains: Array, key: Array, cfg: Settings) -> tuple[Samples, Samples]:
    """Random ones of the learner's real decisions: lone choices, and ballots."""
    group = jnp.asarray(groups(cfg))
    real = jax.vmap(lambda states: relevant(states, frozen(group, states)))(batch.state)
    real = real & batch.acts[..., None]
    alone = jax.vmap(_alone)(batch.state)[..., None]
    flat = jax.tree.map(lambda leaf: leaf.reshape(-1, *leaf.shape[2:]), batch)
    gain = (gains / (gains.std(where=batch.acts) + 1e-6)).reshape(-1)

    def drawn(real: Array, key: Array, per_step: float) -> tuple[Array, Array, dict[str, Any]]:
        wanted = int(per_step * cfg.steps * cfg.tables) // cfg.minibatches * cfg.minibatches
        order = jnp.where(real, jax.random.uniform(key, real.shape), 2.0)
        index = jax.random.permutation(key, jnp.argsort(order.reshape(-1))[:wanted])
        entry, seat = index // SEATS, index % SEATS
        state = jax.tree.map(lambda leaf: leaf[entry], flat.state)
        side = jnp.where((b.EVIL.of(state.sets) >> seat) & 1 == 1, -1.0, 1.0)
        weight = real.reshape(-1)[index].astype(jnp.float32)
        return entry, seat, {"state": state, "seat": seat, "gain": gain[entry] * side, "weight": weight}

    k_choice, k_ballot = jax.random.split(key)
    entry, _, common = drawn(real & alone, k_choice, cfg.choices)
    choices = Samples(answer=flat.choice[entry], logp=flat.choice_logp[entry], **common)
    entry, seat, common = drawn(real & ~alone, k_ballot, cfg.ballots)
    said = flat.ballots[entry, seat].astype(jnp.int32)
    return choices, Samples(answer=said, logp=flat.ballot_logp[entry, seat], **common)


@partial(jax.jit, static_argnames="cfg", donate_argnums=(0, 2))
def update(
    learner: Learner,
    reference: Tree,
    states: simulator.State,
    good: Tree,
    evil: Tree,
    key: Array,
    progress: Array,
    cfg: Settings,
) -> Any:
    """Play some steps, then learn from them once."""
    k_play, k_pick, k_order = jax.random.split(key, 3)
    params = learner.params

    who = Players(params["policy"], good, evil)

    def turn(states: simulator.State, key: Array) -> tuple[simulator.State, Batch]:
        return play(params, who, states, key, cfg)

    states, halves = jax.lax.scan(turn, states, jax.random.split(k_play, cfg.steps))
    batch = jax.tree.map(lambda leaf: leaf.reshape(-1, *leaf.shape[2:]), halves)
    gains = advantages(batch, value(params, states), cfg)
    samples = _samples(batch, gains, k_pick, cfg)
    parts = jax.tree.map(lambda leaf: leaf.reshape(cfg.minibatches, -1, *leaf.shape[1:]), samples)
    order = jnp.where(batch.acts.reshape(-1), jax.random.uniform(k_order, (batch.acts.size,)), 2.0)
    entries = jnp.argsort(order)[: cfg.steps * cfg.tables].reshape(cfg.minibatches, -1)
    entries = jax.random.permutation(k_order, entries.reshape(-1)).reshape(cfg.minibatches, -1)
    flat_state = jax.tree.map(lambda leaf: leaf.reshape(-1, *leaf.shape[2:]), batch.state)
    target = (gains + batch.value).reshape(-1)
    rate = cfg.rate + (cfg.last_rate - cfg.rate) * progress
    entropy = cfg.entropy + (cfg.last_entropy - cfg.entropy) * progress

    def learn(learner: Learner, rows: tuple[tuple[Samples, Samples], Array]) -> tuple[Learner, Array]:
        s, entry = rows
        some = jax.tree.map(lambda leaf: leaf[entry], flat_state)
        (_, info), grads = jax.value_and_grad(loss, has_aux=True)(
            learner.params, reference, s, some, target[entry], cfg, entropy
        )
        return descend(learner, grads, rate, cfg), info

    learner, info = jax.lax.scan(learn, learner, (parts, entries))
    return learner, states, statistics(batch, cfg), info.mean(0)


def statistics(batch: Batch, cfg: Settings) -> dict[str, Array]:
    """Games and good's wins by group and by number of players; the ends in self-play; wins of each frozen good."""
    group = jnp.asarray(groups(cfg))
    players = b.PLAYERS.of(batch.state.config.rules[0]) - 5
    cell = group * 6 + players
    done = batch.done.sum(0).astype(jnp.float32)
    good = ((batch.reward > 0) & batch.done).sum(0).astype(jnp.float32)
    own = (group == SELF)[None] & batch.done
    block = _cuts(cfg)[0]
    wins, played = (
        part[block].reshape(cfg.slots, (block.stop - block.start) // cfg.slots).sum(1) for part in (good, done)
    )
    return {
        "teams": wins / jnp.maximum(played, 1),
        "games": jax.ops.segment_sum(done, cell, 30).reshape(5, 6),
        "good": jax.ops.segment_sum(good, cell, 30).reshape(5, 6),
        "ends": jnp.stack([(own & (batch.reason == why)).sum() for why in range(7)]),
    }
