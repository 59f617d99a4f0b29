"""Fit the model of people to recorded games. Needs JAX; the fitted numbers are used with NumPy alone.

The reading of evil sides is fitted on what a good seat would want of it: before every proposal after the first, the
chance that it gives each other seat of being evil. The reading of Merlin is fitted on what the seat that names
Merlin would want of it at the end of a game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import optax
from jax import Array

from turncoat.games.resistance.belief.all_deals import Bools, Floats, Ints
from turncoat.games.resistance.belief.people.merlin_counts import MERLIN_COUNTS, PERCIVAL_COUNTS
from turncoat.games.resistance.belief.people.tracks import PAIR_COUNTS, SEAT_COUNTS, Tracks
from turncoat.games.resistance.belief.people.weights import PeopleWeights
from turncoat.games.resistance.learning.finished_games import FinishedGame
from turncoat.games.resistance.learning.merlin_fit import add_merlin, spread
from turncoat.games.resistance.learning.people_decisions import Decisions, decisions_of
from turncoat.games.resistance.learning.people_values import count_values
from turncoat.games.resistance.learning.policy_fit import fit_policy

EPOCHS = 4
BATCH = 512
RATE = 1e-2
OTHER_GOOD = 0.3
"""How much the view of a good seat with a character counts, beside that of a plain one."""

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


class NumberedMoments(NamedTuple):
    """Moments, and the number of the game that each is of."""

    moments: Moments
    game: Ints


def moments_of(games: Sequence[FinishedGame]) -> dict[int, NumberedMoments]:
    """Every moment before a proposal after the first, by number of players."""
    found: dict[int, list[tuple[Floats, ...]]] = {}
    numbers: dict[int, list[int]] = {}
    for number, game in enumerate(games):
        rows = _moments(game)
        found.setdefault(game.players, []).extend(rows)
        numbers.setdefault(game.players, []).extend([number] * len(rows))
    return {
        players: NumberedMoments(Moments(*map(np.array, zip(*rows, strict=True))), np.array(numbers[players]))
        for players, rows in sorted(found.items())
        if rows
    }


def _moments(game: FinishedGame) -> list[tuple[Floats, ...]]:
    plain = [game.state.rules.ruleset.roles[role].plain for role in game.roles]
    looks = np.where(game.evil, 0.0, np.where(plain, 1.0, OTHER_GOOD))
    rows = ((tracks.seats, tracks.pairs, tracks.possible, game.evil, looks) for tracks in before_proposals(game))
    return [tuple(column.astype(np.float32) for column in row) for row in rows]


def before_proposals(game: FinishedGame) -> Iterator[Tracks]:
    """The counts before each proposal after the first."""
    tracks = Tracks(game.players)
    starts = set(game.proposals[1:])
    for at, action in enumerate(game.history):
        if at in starts:
            yield tracks
        tracks.add(action)


class Fitted(NamedTuple):
    """The fitted numbers, and the decisions that they were fitted on."""

    weights: list[PeopleWeights]
    decisions: Decisions


def fit(games: Sequence[FinishedGame], seed: int = 0, report: Report = lambda done, total: None) -> PeopleWeights:
    """All numbers that fit these games. Equal games and seeds give equal numbers."""
    return fit_without(games, [np.zeros(len(games), bool)], seed, report).weights[0]


def fit_decisions(
    games: Sequence[FinishedGame], reading: PeopleWeights, seed: int = 0, report: Report = lambda done, total: None
) -> PeopleWeights:
    """A reading that is there already, with networks and rates that fit what people do in these games."""
    decisions = decisions_of(games, lambda _: reading, report)
    return _with_decisions(reading, games, decisions, np.ones(len(games), bool), seed)


def fit_without(
    games: Sequence[FinishedGame], left_out: Sequence[Bools], seed: int = 0, report: Report = lambda done, total: None
) -> Fitted:
    """For each of some sets of games, given as flags, all numbers that fit the games outside of it.

    What the networks and the search for Merlin go by is read once for each game: with numbers that were fitted without
    it, if there are any.
    """
    counted = [~flags for flags in left_out]
    data = moments_of(games)
    readings = [_fit_sides(data, some, seed, report) for some in counted]
    reader = np.argmax(left_out, axis=0).tolist()
    by_game = {game: readings[at] for game, at in zip(games, reader, strict=True)}
    with_merlin = add_merlin(games, left_out, readings, by_game.get, seed)
    decisions = decisions_of(games, by_game.get, report)
    found = []
    for some, reading in zip(counted, with_merlin, strict=True):
        found.append(_with_decisions(reading, games, decisions, some, seed))
        report(len(found), len(counted))
    return Fitted(found, decisions)


def _with_decisions(
    reading: PeopleWeights, games: Sequence[FinishedGame], decisions: Decisions, counted: Bools, seed: int
) -> PeopleWeights:
    """A reading, with networks and rates that fit what people do in the games that count."""
    value, sent = count_values([game for game, counts in zip(games, counted, strict=True) if counts])
    networks = fit_policy(decisions, np.nonzero(counted)[0], seed)
    vote, member, team, card = (networks[name] for name in ("vote", "member", "team", "card"))
    return reading._replace(vote=vote, member=member, team=team, card=card, value=value, sent=sent)


def _fit_sides(data: Mapping[int, NumberedMoments], counted: Bools, seed: int, report: Report) -> PeopleWeights:
    """The numbers by which evil sides are found, from the games that count."""
    places = {players: np.nonzero(counted[part.game])[0] for players, part in data.items()}
    places = {players: rows for players, rows in places.items() if len(rows)}
    parts = {players: data[players].moments for players in places}
    scale = [
        spread([getattr(parts[players], kind)[rows] for players, rows in places.items()]) for kind in ("seats", "pairs")
    ]
    sides = {players: jnp.asarray(Tracks(players).sides, jnp.float32) for players in parts}
    batches = {players: max(1, len(rows) // BATCH) for players, rows in places.items()}
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
            for players, some in places.items()
            for rows in np.array_split(some[luck.permutation(len(some))], batches[players])
        ]
        for at in luck.permutation(len(order)):
            players, rows = order[at]
            batch = Moments(*(column[rows] for column in parts[players]))
            weights, state = step(weights, state, sides[players], batch)
            done += 1
            report(done, steps)
    found = {name: np.asarray(one, np.float64) for name, one in weights.items()}
    seat, pair, about = found["seat"] / scale[0], found["pair"] / scale[1], found["about"] / scale[1]
    nobody = np.zeros(len(MERLIN_COUNTS)), np.zeros(len(PERCIVAL_COUNTS))
    return PeopleWeights(seat, pair, about, nobody[0], percival=nobody[1])


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
