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
from turncoat.games.resistance.belief.people.merlin_counts import (
    MERLIN_COUNTS,
    PERCIVAL_COUNTS,
    MerlinCounts,
    percival_counts,
)
from turncoat.games.resistance.belief.people.people_reading import PERCIVAL, PeopleReading, knowing_seats
from turncoat.games.resistance.belief.people.tracks import PAIR_COUNTS, SEAT_COUNTS, Tracks
from turncoat.games.resistance.belief.people.weights import PeopleWeights
from turncoat.games.resistance.belief.possible_deals import fitting_deals, possible_sides
from turncoat.games.resistance.learning.finished_games import FinishedGame
from turncoat.games.resistance.learning.people_decisions import Decisions, Weigh, decisions_of
from turncoat.games.resistance.learning.people_values import count_values
from turncoat.games.resistance.learning.policy_fit import fit_policy

EPOCHS = 4
BATCH = 512
RATE = 1e-2
OTHER_GOOD = 0.3
"""How much the view of a good seat with a character counts, beside that of a plain one."""
MERLIN_STEPS = 400
MERLIN_RATE = 2e-2
MERLIN_DECAY = 2.0
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
    merlins = _fit_merlins(games, counted, by_game.get)
    decisions = decisions_of(games, by_game.get, report)
    found = []
    for some, reading, (merlin, percival) in zip(counted, readings, merlins, strict=True):
        reads = reading._replace(merlin=merlin, percival=percival)
        found.append(_with_decisions(reads, games, decisions, some, seed))
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


def _fit_merlins(games: Sequence[FinishedGame], counted: Sequence[Bools], weigh: Weigh) -> list[tuple[Floats, Floats]]:
    """For each set of games the numbers by which Merlin and Percival are found."""
    with_merlin = np.array([game.deals.rules.target is not None for game in games])
    if not with_merlin.any():
        return [(np.zeros(len(MERLIN_COUNTS)), np.zeros(len(PERCIVAL_COUNTS)))] * len(counted)
    data = suspects([game for game, has in zip(games, with_merlin, strict=True) if has], weigh)
    return [fit_merlin(data._replace(weight=data.weight * some[with_merlin])) for some in counted]


def _fit_sides(data: Mapping[int, NumberedMoments], counted: Bools, seed: int, report: Report) -> PeopleWeights:
    """The numbers by which evil sides are found, from the games that count."""
    places = {players: np.nonzero(counted[part.game])[0] for players, part in data.items()}
    places = {players: rows for players, rows in places.items() if len(rows)}
    parts = {players: data[players].moments for players in places}
    scale = [
        _spread([getattr(parts[players], kind)[rows] for players, rows in places.items()])
        for kind in ("seats", "pairs")
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
    """Everybody who may be Merlin to those who name Merlin: a place for each deal that they hold possible.

    Deals that no count tells apart have one place, and `size` says how many they are.
    """

    merlin: Column  # counts, a row for each seat that may be Merlin and for whom Merlin may see
    merlin_of: Column
    percival: Column  # counts, a row for each seat that may be Percival, with Merlin and Morgana; the first has none
    percival_of: Column
    size: Column
    side: Column  # which pair of game and evil side
    side_share: Column  # by pair of game and evil side: how likely the side is
    side_game: Column
    is_merlin: Column
    weight: Column  # by game


def suspects(games: Sequence[FinishedGame], weigh: Weigh) -> Suspects:
    """Who may be Merlin at the end of some games; evil sides are as likely as the reading says."""
    found: list[tuple[Any, ...]] = []
    merlins = sides = 0
    percivals = 1
    for number, game in enumerate(games):
        one = _suspects(game, weigh(game))
        places = one.merlin_of + merlins, one.percival_of + percivals * (one.percival_of >= 0)
        found.append(
            one._replace(
                merlin_of=places[0], percival_of=places[1], side=one.side + sides, side_game=one.side_game + number
            )
        )
        merlins, percivals, sides = (
            merlins + len(one.merlin),
            percivals + len(one.percival),
            sides + len(one.side_share),
        )
    columns = Suspects(*map(np.concatenate, zip(*found, strict=True)))
    nobody = np.zeros((1, len(PERCIVAL_COUNTS)))
    return columns._replace(
        percival=np.concatenate([nobody, columns.percival]), percival_of=np.maximum(columns.percival_of, 0)
    )


def _suspects(game: FinishedGame, weights: PeopleWeights | None) -> Suspects:
    """Those of one game. Without Percival, `percival_of` is -1."""
    view = game.before_end(namer(game))
    fitting = fitting_deals(view)
    belief = PeopleReading(game.deals, game.history, weights=weights).private(view)
    possible = possible_sides(view)[fitting.evil[fitting.group_of]]
    groups = fitting.group_of[possible]
    knowing = [column[possible] for column in knowing_seats(fitting)] if PERCIVAL in game.deals.names else []
    codes = np.stack([fitting.evil[groups], fitting.seen[groups], fitting.merlin[groups], *knowing])
    (evil, seen, merlin, *seats), size = np.unique(codes, axis=1, return_counts=True)
    kinds, merlin_of = np.unique(np.stack([seen, merlin]), axis=1, return_inverse=True)
    counts = MerlinCounts.of(game.players, game.deals.seen, game.history).counts[tuple(kinds)]
    percival, percival_of = np.zeros((0, len(PERCIVAL_COUNTS))), np.full(len(size), -1)
    if seats:
        trios, percival_of = np.unique(np.stack(seats), axis=1, return_inverse=True)
        percival = percival_counts(game.players, game.history)[tuple(trios)]
    sides, side = np.unique(evil, return_inverse=True)
    is_merlin = merlin == game.roles.index(game.deals.rules.target)
    weight = 1.0 if game.shot is not None else WITHOUT_SHOT
    return Suspects(
        counts,
        merlin_of.ravel(),
        percival,
        percival_of.ravel(),
        size,
        side.ravel(),
        belief.sides[sides],
        np.zeros(len(sides), int),
        is_merlin,
        np.array([weight]),
    )


def namer(game: FinishedGame) -> int:
    """The seat that names Merlin, or would have."""
    if game.shot is not None:
        return game.shot.by
    duty = game.state.deal.duty
    return int(duty if duty is not None else np.argmax(game.evil))


def fit_merlin(data: Suspects) -> tuple[Floats, Floats]:
    """The numbers by which Merlin and Percival are found."""
    scale = _spread([data.merlin]), _spread([data.percival])
    data = data._replace(merlin=data.merlin / scale[0], percival=data.percival / scale[1])
    sides, games = len(data.side_share), len(data.weight)
    optimiser = optax.adam(optax.cosine_decay_schedule(MERLIN_RATE, MERLIN_STEPS))

    def loss(weights: Tree, data: Suspects) -> Array:
        merlin, percival = weights
        scores = (data.merlin @ merlin)[data.merlin_of] + (data.percival @ percival)[data.percival_of]
        top = jax.ops.segment_max(scores, data.side, sides)
        share = data.size * jnp.exp(scores - top[data.side])
        sums = jax.ops.segment_sum(share, data.side, sides)
        found = jax.ops.segment_sum(share * data.is_merlin, data.side, sides) / sums * data.side_share
        chance = jax.ops.segment_sum(found, data.side_game, games)
        right = jnp.sum(data.weight * jnp.log(jnp.maximum(chance, 1e-9)))
        cost: Array = (MERLIN_DECAY * (jnp.sum(merlin**2) + jnp.sum(percival**2)) - right) / data.weight.sum()
        return cost

    @jax.jit
    def descend(data: Suspects) -> Tree:
        def step(carry: Tree, _: None) -> tuple[Tree, None]:
            change, state = optimiser.update(jax.grad(loss)(carry[0], data), carry[1])
            return (optax.apply_updates(carry[0], change), state), None

        start = jnp.zeros(len(MERLIN_COUNTS)), jnp.zeros(len(PERCIVAL_COUNTS))
        return jax.lax.scan(step, (start, optimiser.init(start)), None, MERLIN_STEPS)[0][0]

    merlin, percival = descend(Suspects(*map(jnp.asarray, data)))
    return np.asarray(merlin, np.float64) / scale[0], np.asarray(percival, np.float64) / scale[1]
