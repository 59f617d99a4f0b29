"""Fit the model of people to recorded games. Needs JAX; the fitted numbers are used with NumPy alone.

The reading of evil sides is fitted on what a good seat would want of it: before every proposal after the first, the
chance that it gives each other seat of being evil. The reading of Merlin is fitted on what the seat that names him
would want of it at the end of a game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import optax
from jax import Array

from turncoat.games.resistance.belief.all_deals import Floats
from turncoat.games.resistance.belief.people.merlin_counts import MERLIN_COUNTS, MerlinCounts
from turncoat.games.resistance.belief.people.people_reading import PeopleReading
from turncoat.games.resistance.belief.people.tracks import PAIR_COUNTS, SEAT_COUNTS, Tracks
from turncoat.games.resistance.belief.people.weights import PeopleWeights
from turncoat.games.resistance.belief.possible_deals import fitting_deals, possible_sides
from turncoat.games.resistance.learning.people_decisions import decisions_of
from turncoat.games.resistance.learning.people_games import PeopleGame, by_players
from turncoat.games.resistance.learning.people_values import count_values
from turncoat.games.resistance.learning.policy_fit import fit_policy

EPOCHS = 4
BATCH = 512
RATE = 1e-2
OTHER_GOOD = 0.3
"""How much the view of a good seat with a character counts, beside that of a plain one."""
MERLIN_STEPS = 400
MERLIN_RATE = 2e-2
MERLIN_DECAY = 3.0
WITHOUT_SHOT = 0.5
"""How much a game that did not come to a shot counts for the reading of Merlin."""

Tree = Any
Column = Any  # an array of NumPy, or of JAX
Report = Callable[[int, int], None]


class Moments(NamedTuple):
    """Moments of games with one number of players: counts, possible evil sides, the true one, and who looks on."""

    seats: Column
    pairs: Column
    possible: Column
    evil: Column
    onlookers: Column


def moments_of(games: Sequence[PeopleGame]) -> Moments:
    """Every moment before a proposal after the first; the games have one number of players."""
    rows = [row for game in games for row in _moments(game)]
    return Moments(*map(np.array, zip(*rows, strict=True)))


@cache  # a cross-validation fits on most games several times
def _moments(game: PeopleGame) -> list[tuple[Floats, ...]]:
    plain = [game.state.rules.ruleset.roles[role].plain for role in game.roles]
    looks = np.where(game.evil, 0.0, np.where(plain, 1.0, OTHER_GOOD))
    rows = ((tracks.seats, tracks.pairs, tracks.possible, game.evil, looks) for tracks in before_proposals(game))
    return [tuple(column.astype(np.float32) for column in row) for row in rows]


def before_proposals(game: PeopleGame) -> Iterator[Tracks]:
    """The counts before each proposal after the first."""
    tracks = Tracks(game.players)
    starts = set(game.proposals[1:])
    for at, action in enumerate(game.history):
        if at in starts:
            yield tracks
        tracks.add(action)


def fit(games: Sequence[PeopleGame], seed: int = 0, report: Report = lambda done, total: None) -> PeopleWeights:
    """All numbers that fit these games. Equal games and seeds give equal numbers."""
    reading = fit_reading(games, seed, report)
    decisions = decisions_of(games, lambda _: reading, report)
    networks = fit_policy(decisions, np.arange(len(games)), seed)
    vote, member, team, card = (networks[name] for name in ("vote", "member", "team", "card"))
    value, sent = count_values(games)
    return reading._replace(vote=vote, member=member, team=team, card=card, value=value, sent=sent)


def fit_reading(games: Sequence[PeopleGame], seed: int = 0, report: Report = lambda done, total: None) -> PeopleWeights:
    """The numbers of the reading."""
    seat, pair, about = _fit_sides(games, seed, report)
    known = PeopleWeights(seat, pair, about, np.zeros(len(MERLIN_COUNTS)))
    return known._replace(merlin=_fit_merlin(games, known))


def _fit_sides(games: Sequence[PeopleGame], seed: int, report: Report) -> tuple[Floats, Floats, Floats]:
    data = {players: moments_of(some) for players, some in by_players(games) if any(g.proposals[1:] for g in some)}
    scale = _spread([part.seats for part in data.values()]), _spread([part.pairs for part in data.values()])
    sides = {players: jnp.asarray(Tracks(players).sides, jnp.float32) for players in data}
    batches = {players: max(1, len(part.evil) // BATCH) for players, part in data.items()}
    steps = EPOCHS * sum(batches.values())
    optimiser = optax.adam(optax.cosine_decay_schedule(RATE, steps))
    weights = {"seat": jnp.zeros(len(SEAT_COUNTS)), "pair": jnp.zeros(len(PAIR_COUNTS))}
    weights["about"] = jnp.zeros(len(PAIR_COUNTS))
    state = optimiser.init(weights)

    @jax.jit
    def step(weights: Tree, state: Tree, sides: Array, batch: Moments) -> tuple[Tree, Tree]:
        gradient = jax.grad(_side_loss)(
            weights, sides, batch._replace(seats=batch.seats / scale[0], pairs=batch.pairs / scale[1])
        )
        change, state = optimiser.update(gradient, state)
        return optax.apply_updates(weights, change), state

    luck = np.random.default_rng(seed)
    done = 0
    for _ in range(EPOCHS):
        order = [
            (players, rows)
            for players, part in data.items()
            for rows in np.array_split(luck.permutation(len(part.evil)), batches[players])
        ]
        for at in luck.permutation(len(order)):
            players, rows = order[at]
            batch = Moments(*(column[rows] for column in data[players]))
            weights, state = step(weights, state, sides[players], batch)
            done += 1
            report(done, steps)
    found = {name: np.asarray(one, np.float64) for name, one in weights.items()}
    return found["seat"] / scale[0], found["pair"] / scale[1], found["about"] / scale[1]


def _spread(parts: Sequence[Floats]) -> Floats:
    """The spread of each count; 1 for one that never varies."""
    rows = np.concatenate([part.reshape(-1, part.shape[-1]) for part in parts])
    spread = rows.std(axis=0)
    return np.asarray(np.where(spread > 1e-6, spread, 1.0), np.float64)


def _side_loss(weights: Tree, sides: Array, batch: Moments) -> Array:
    """How wrong good seats are about each other seat, on average."""
    scores = _side_scores(weights, sides, batch)
    share = jnp.exp(scores - scores.max(axis=1, keepdims=True))
    both = jnp.einsum("bs,so,sj->boj", share, 1.0 - sides, sides)
    chance = jnp.clip(both / jnp.maximum(share @ (1.0 - sides), 1e-9)[:, :, None], 1e-6, 1.0 - 1e-6)
    truth = batch.evil[:, None, :]
    surprise = -(truth * jnp.log(chance) + (1.0 - truth) * jnp.log(1.0 - chance))
    others = 1.0 - jnp.eye(sides.shape[1])
    by_seat = (surprise * others).sum(axis=2) / (sides.shape[1] - 1)
    return jnp.sum(by_seat * batch.onlookers) / jnp.maximum(batch.onlookers.sum(), 1e-9)


def _side_scores(weights: Tree, sides: Array, batch: Moments) -> Array:
    """`people_reading.side_scores` for many moments at once."""
    single = batch.seats @ weights["seat"] + (batch.pairs @ weights["about"]).sum(axis=2)
    double = (batch.pairs @ weights["pair"]) * (1.0 - jnp.eye(sides.shape[1]))
    scores = single @ sides.T + jnp.einsum("si,bij,sj->bs", sides, double, sides)
    return jnp.where(batch.possible > 0, scores, -1e9)


class Suspects(NamedTuple):
    """Everybody who may be Merlin to those who name him: a row for each group of deals that look the same to them."""

    counts: Column
    offset: Column
    side: Column  # which pair of game and evil side
    side_share: Column  # by pair of game and evil side: how likely the side is
    side_game: Column
    is_merlin: Column
    weight: Column  # by game


def _suspects(games: Sequence[PeopleGame], weights: PeopleWeights) -> Suspects:
    counts, offset, side, share, side_game, is_merlin, weight = [], [], [], [], [], [], []
    sides = 0
    for number, game in enumerate(games):
        seat = namer(game)
        view = game.before_end(seat)
        fitting = fitting_deals(view)
        possible = possible_sides(view)
        rows = np.nonzero(possible[fitting.evil])[0]
        belief = PeopleReading(game.deals, game.history, weights=weights).private(view)
        seen, seen_of = np.unique(fitting.seen[rows], return_inverse=True)
        table = MerlinCounts.of(game.players, game.deals.seen[seen], game.history).counts
        evil, evil_of = np.unique(fitting.evil[rows], return_inverse=True)
        counts.append(table[seen_of, fitting.merlin[rows]])
        offset.append(np.log(fitting.sizes[rows]))
        side.append(evil_of + sides)
        share.append(belief.sides[evil])
        side_game.append(np.full(len(evil), number))
        is_merlin.append(fitting.merlin[rows] == game.roles.index(game.deals.rules.target))
        weight.append(1.0 if game.shot is not None else WITHOUT_SHOT)
        sides += len(evil)
    parts = (counts, offset, side, share, side_game, is_merlin)
    return Suspects(*[*map(np.concatenate, parts), np.array(weight)])


def namer(game: PeopleGame) -> int:
    """The seat that names Merlin, or would have."""
    if game.shot is not None:
        return game.shot.by
    duty = game.state.deal.duty
    return int(duty if duty is not None else np.argmax(game.evil))


def _fit_merlin(games: Sequence[PeopleGame], weights: PeopleWeights) -> Floats:
    games = [game for game in games if game.deals.rules.target is not None]
    if not games:
        return np.zeros(len(MERLIN_COUNTS))
    data = Suspects(*map(jnp.asarray, _suspects(games, weights)))
    sides, total = len(data.side_share), data.weight.sum()
    optimiser = optax.adam(optax.cosine_decay_schedule(MERLIN_RATE, MERLIN_STEPS))

    def loss(weights: Array, data: Suspects) -> Array:
        scores = data.counts @ weights + data.offset
        top = jax.ops.segment_max(scores, data.side, sides)
        share = jnp.exp(scores - top[data.side])
        sums = jax.ops.segment_sum(share, data.side, sides)
        found = jax.ops.segment_sum(share * data.is_merlin, data.side, sides) / sums * data.side_share
        chance = jax.ops.segment_sum(found, data.side_game, len(games))
        right = jnp.sum(data.weight * jnp.log(jnp.maximum(chance, 1e-9)))
        cost: Array = (MERLIN_DECAY * jnp.sum(weights**2) - right) / total
        return cost

    @jax.jit
    def descend(data: Suspects) -> Array:
        def step(carry: Tree, _: None) -> tuple[Tree, None]:
            change, state = optimiser.update(jax.grad(loss)(carry[0], data), carry[1])
            return (optax.apply_updates(carry[0], change), state), None

        start = jnp.zeros(len(MERLIN_COUNTS))
        return jax.lax.scan(step, (start, optimiser.init(start)), None, MERLIN_STEPS)[0][0]

    return np.asarray(descend(data), np.float64)
