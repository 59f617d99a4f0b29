"""Fit the search for Merlin among people: what the seat that names Merlin would want of it at the end of a game.

There are several ways to weigh what the seats have done. The first goes by counts alone. The others go also by how
Merlin and other good seats vote and name teams (`MerlinPlay`): by networks that were fitted before, on other games than
those that they read here.
"""

from __future__ import annotations

from collections.abc import Sequence
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
    PERCIVAL_VOTED,
    RATED,
    MerlinCounts,
    percival_counts,
)
from turncoat.games.resistance.belief.people.merlin_play import LEAD_INPUTS, MerlinPlay
from turncoat.games.resistance.belief.people.people_reading import PERCIVAL, PeopleReading, knowing_seats
from turncoat.games.resistance.belief.people.weights import Network, PeopleWeights, shipped_weights
from turncoat.games.resistance.belief.possible_deals import fitting_deals, possible_sides
from turncoat.games.resistance.learning.finished_games import FinishedGame
from turncoat.games.resistance.learning.people_decisions import Answers, Weigh
from turncoat.games.resistance.learning.people_games import folds
from turncoat.games.resistance.learning.policy_fit import Recipe, fit_answers

STEPS = 400
RATE = 2e-2
DECAY = 2.0
WITHOUT_SHOT = 0.5
"""How much a game that did not come to a shot counts for the reading of Merlin."""
PARTS = 5
"""In so many parts the games are read by networks that were fitted without them, where nothing else is left out."""
VOTES = Recipe(hidden=(128,), epochs=12, batch=1024, dropout=0.2, decay=1e-4, networks=2)
LEADS_DECAY = 1.0
_ACTS = ("merlin_votes", "other_votes", "merlin_leads")
_NEWTON = 12
"""Steps of Newton's method, after which the linear model of leaders no longer changes."""

Tree = Any
Column = Any  # an array of NumPy, or of JAX


def add_merlin(
    games: Sequence[FinishedGame], left_out: Sequence[Bools], readings: Sequence[PeopleWeights], weigh: Weigh, seed: int
) -> list[PeopleWeights]:
    """For each set of games, given as flags, the reading that was fitted without it, with all that finds Merlin.

    `weigh` gives the reading by which the evil sides of each game are read here.
    """
    has = np.array([game.deals.rules.target is not None for game in games])
    some = [game for game, with_merlin in zip(games, has, strict=True) if with_merlin]
    if not some:
        return [_with_ways(reading, [_NOBODY]) for reading in readings]
    plays = [MerlinPlay.of(game.deals, _weights_of(weigh, game), game.history) for game in some]
    acts = _acts_of(some, plays)
    parts = _parts(games, left_out)
    sets = {flags.tobytes(): flags for flags in [*parts, *left_out]}
    without = {key: _fit_acts(readings[0], acts, ~flags[has], seed) for key, flags in sets.items()}
    readers = [without[parts[at].tobytes()] for at in np.argmax(parts, axis=0)[has]]
    data = suspects(some, weigh, plays, readers)
    found = []
    for flags, reading in zip(left_out, readings, strict=True):
        fitted = without[flags.tobytes()]
        reads = reading._replace(**{name: getattr(fitted, name) for name in _ACTS})
        found.append(_with_ways(reads, _fit_ways(data._replace(weight=data.weight * ~flags[has]))))
    return found


def _weights_of(weigh: Weigh, game: FinishedGame) -> PeopleWeights:
    return weigh(game) or shipped_weights()


def _parts(games: Sequence[FinishedGame], left_out: Sequence[Bools]) -> list[Bools]:
    """Sets of games that have every game in one of them, unless all are of one table."""
    if np.any(left_out, axis=0).all():
        return list(left_out)
    count = min(PARTS, len({game.table for game in games}))
    part = np.array(folds(games, count)) if count > 1 else np.ones(len(games), int)
    return [part == number for number in range(max(count, 1))]


class Acts(NamedTuple):
    """What Merlin and other good seats did in some games; Percival, who knows more than they, is left out."""

    votes: Answers
    leads: Column  # inputs, a row for each team that a leader could name
    lead_of: Ints  # the number of the naming, by row
    named: Ints  # by naming: the row of the team that was named
    by_merlin: Bools
    game: Ints


def _acts_of(games: Sequence[FinishedGame], plays: Sequence[MerlinPlay]) -> Acts:
    votes: list[tuple[Any, ...]] = []
    leads: list[Floats] = []
    named: list[int] = []
    by_merlin: list[bool] = []
    game_of: list[int] = []
    for number, (game, made) in enumerate(zip(games, plays, strict=True)):
        play = made.proposals
        merlin = game.roles.index(game.deals.rules.target)
        seats = np.array([seat for seat, role in enumerate(game.roles) if not game.evil[seat] and role != PERCIVAL])
        sees = game.evil & [label == "evil" for label in _known(game, merlin)]
        everywhere = np.broadcast_to(sees.astype(float), (len(seats), game.players))
        counted = play.counted[:, seats]
        is_merlin = np.broadcast_to(seats == merlin, counted.shape)[counted].astype(float)
        inputs = _by_role(play.vote_inputs(everywhere, seats)[counted], is_merlin)
        votes.append((inputs.astype(np.float16), play.votes[:, seats][counted], np.full(len(inputs), number)))
        for at in np.nonzero(np.isin(play.leader, seats))[0].tolist():
            rows, choice = play.lead_inputs(at, everywhere[:1])
            leads.append(rows[0].astype(np.float32))
            named.append(choice)
            by_merlin.append(bool(play.leader[at] == merlin))
            game_of.append(number)
    lengths = np.array([len(rows) for rows in leads], int)
    starts = np.cumsum(lengths) - lengths
    return Acts(
        Answers(*map(np.concatenate, zip(*votes, strict=True))),
        np.concatenate(leads) if leads else np.zeros((0, LEAD_INPUTS)),
        np.repeat(np.arange(len(lengths)), lengths),
        starts + named,
        np.array(by_merlin, bool),
        np.array(game_of, int),
    )


def _known(game: FinishedGame, seat: int) -> list[str | None]:
    sight = game.deals.rules.sight(game.roles, seat)
    return [sight.get(other) for other in range(game.players)]


def _by_role(inputs: Floats, is_merlin: Floats) -> Floats:
    """Inputs for one network of all votes: once as they are, once for Merlin alone, and whether it is Merlin."""
    flag = is_merlin[:, None]
    return np.concatenate([inputs, inputs * flag, flag], axis=1)


def _of_role(network: Network, is_merlin: float) -> Network:
    """A network of all votes for one role alone, which takes the inputs as they are."""
    shift, scale, first, bias, *layers = network
    count = len(shift) // 2
    own = scale[:count, None] * first[:count]
    extra = scale[count:, None] * first[count:]
    bias = bias - shift[:count] @ own - shift[count:] @ extra + is_merlin * extra[-1]
    return np.zeros(count), np.ones(count), own + is_merlin * extra[:-1], bias, *layers


def _fit_acts(reading: PeopleWeights, acts: Acts, counted: Bools, seed: int) -> PeopleWeights:
    """The reading with what tells Merlin's votes and teams from those of others, fitted to the games that count."""
    rows = counted[acts.votes.game]
    votes = Answers(acts.votes.inputs[rows], acts.votes.yes[rows], acts.votes.game[rows])
    network = fit_answers(votes, VOTES, seed) if rows.any() else _undecided(acts.votes.inputs.shape[1])
    leads = [_fit_leads(acts, counted[acts.game] & (acts.by_merlin == is_merlin)) for is_merlin in (False, True)]
    return reading._replace(
        merlin_votes=_of_role(network, 1.0), other_votes=_of_role(network, 0.0), merlin_leads=np.stack(leads, axis=1)
    )


def _undecided(inputs: int) -> Network:
    """A network that says nothing."""
    return np.zeros(inputs), np.ones(inputs), np.zeros((inputs, 1)), np.zeros(1), np.zeros((1, 1)), np.zeros(1)


def _fit_leads(acts: Acts, counted: Bools) -> Floats:
    """The linear model of the teams that some leaders name."""
    rows = counted[acts.lead_of]
    if not rows.any():
        return np.zeros(LEAD_INPUTS)
    own = acts.leads[rows]
    scale = np.maximum(own.std(axis=0), 1e-3).astype(float)
    inputs, of = own / scale, np.unique(acts.lead_of[rows], return_inverse=True)[1]
    chosen = (acts.leads[acts.named[counted]] / scale).sum(axis=0)
    starts = np.searchsorted(of, np.arange(of[-1] + 1))
    weights = np.zeros(LEAD_INPUTS)
    for _ in range(_NEWTON):
        logits = inputs @ weights
        chances = np.exp(logits - np.maximum.reduceat(logits, starts)[of])
        chances /= np.add.reduceat(chances, starts)[of]
        means = np.add.reduceat(inputs * chances[:, None], starts)
        slope = chosen - means.sum(axis=0) - 2 * LEADS_DECAY * weights
        bend = (inputs * chances[:, None]).T @ inputs - means.T @ means + 2 * LEADS_DECAY * np.eye(LEAD_INPUTS)
        weights = weights + np.linalg.solve(bend, slope)
    return np.asarray(weights / scale)


Way = tuple[Floats, Floats]
"""What the counts and the evidence of Merlin are multiplied by, and the counts of Percival."""

_NOBODY: Way = np.zeros(len(MERLIN_COUNTS)), np.zeros(len(PERCIVAL_COUNTS))


def _fit_ways(data: Suspects) -> list[Way]:
    """By counts alone; by everything; and by everything without the counts of what `MerlinPlay` looks at too."""
    counts = len(MERLIN_COUNTS)
    return [
        fit_merlin(data._replace(merlin=data.merlin[:, :counts])),
        fit_merlin(data),
        _padded(fit_merlin(data._replace(merlin=data.merlin[:, RATED:], percival=data.percival[:, PERCIVAL_VOTED:]))),
    ]


def _padded(way: Way) -> Way:
    """A way that passes over the first counts."""
    merlin, percival = way
    return np.pad(merlin, (RATED, 0)), np.pad(percival, (PERCIVAL_VOTED, 0))


def _with_ways(reading: PeopleWeights, ways: Sequence[Way]) -> PeopleWeights:
    (merlin, percival), *others = ways
    found = reading._replace(merlin=merlin, percival=percival)
    if not others:
        return found
    merlins, percivals = (np.stack(columns, axis=1) for columns in zip(*others, strict=True))
    return found._replace(merlin_ways=merlins, percival_ways=percivals)


def spread(parts: Sequence[Floats]) -> Floats:
    """The spread of each count; 1 for one that never varies."""
    rows = np.concatenate([part.reshape(-1, part.shape[-1]) for part in parts])
    found = rows.std(axis=0)
    return np.asarray(np.where(found > 1e-6, found, 1.0), np.float64)


class Suspects(NamedTuple):
    """Everybody who may be Merlin to those who name Merlin: a place for each deal that they hold possible.

    Deals that no count tells apart have one place, and `size` says how many they are.
    """

    merlin: Column  # counts and evidence, a row for each seat that may be Merlin and for whom Merlin may see
    merlin_of: Column
    percival: Column  # counts, a row for each seat that may be Percival, with Merlin and Morgana; the first has none
    percival_of: Column
    size: Column
    side: Column  # which pair of game and evil side
    side_share: Column  # by pair of game and evil side: how likely the side is
    side_game: Column
    is_merlin: Column
    weight: Column  # by game


def suspects(
    games: Sequence[FinishedGame], weigh: Weigh, plays: Sequence[MerlinPlay], readers: Sequence[PeopleWeights]
) -> Suspects:
    """Who may be Merlin at the end of some games; evil sides are as likely as the reading says.

    `readers` tell Merlin's votes and teams from those of others, in each game.
    """
    found: list[tuple[Any, ...]] = []
    merlins = sides = 0
    percivals = 1
    for number, (game, play, reader) in enumerate(zip(games, plays, readers, strict=True)):
        one = _suspects(game, weigh(game), play, reader)
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


def _suspects(game: FinishedGame, weights: PeopleWeights | None, play: MerlinPlay, reader: PeopleWeights) -> Suspects:
    """Those of one game. Without Percival, `percival_of` is -1."""
    view = game.before_end(namer(game))
    fitting = fitting_deals(view)
    counting = (weights or shipped_weights()).by_counts_alone()
    belief = PeopleReading(game.deals, game.history, weights=counting).private(view)
    possible = possible_sides(view)[fitting.evil[fitting.group_of]]
    groups = fitting.group_of[possible]
    knowing = [column[possible] for column in knowing_seats(fitting)] if PERCIVAL in game.deals.names else []
    codes = np.stack([fitting.evil[groups], fitting.seen[groups], fitting.merlin[groups], *knowing])
    (evil, seen, merlin, *seats), size = np.unique(codes, axis=1, return_counts=True)
    kinds, merlin_of = np.unique(np.stack([seen, merlin]), axis=1, return_inverse=True)
    counts = MerlinCounts.of(game.players, game.deals.seen, game.history).counts[tuple(kinds)]
    evidence = play.evidence(reader, game.deals.seen[kinds[0]], kinds[1])
    percival, percival_of = np.zeros((0, len(PERCIVAL_COUNTS))), np.full(len(size), -1)
    if seats:
        trios, percival_of = np.unique(np.stack(seats), axis=1, return_inverse=True)
        percival = percival_counts(game.players, game.history)[tuple(trios)]
    sides, side = np.unique(evil, return_inverse=True)
    is_merlin = merlin == game.roles.index(game.deals.rules.target)
    weight = 1.0 if game.shot is not None else WITHOUT_SHOT
    return Suspects(
        np.concatenate([counts, evidence], axis=1),
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
    scale = spread([data.merlin]), spread([data.percival])
    data = data._replace(merlin=data.merlin / scale[0], percival=data.percival / scale[1])
    sides, games = len(data.side_share), len(data.weight)
    optimiser = optax.adam(optax.cosine_decay_schedule(RATE, STEPS))

    def loss(weights: Tree, data: Suspects) -> Array:
        merlin, percival = weights
        scores = (data.merlin @ merlin)[data.merlin_of] + (data.percival @ percival)[data.percival_of]
        top = jax.ops.segment_max(scores, data.side, sides)
        share = data.size * jnp.exp(scores - top[data.side])
        sums = jax.ops.segment_sum(share, data.side, sides)
        found = jax.ops.segment_sum(share * data.is_merlin, data.side, sides) / sums * data.side_share
        chance = jax.ops.segment_sum(found, data.side_game, games)
        right = jnp.sum(data.weight * jnp.log(jnp.maximum(chance, 1e-9)))
        cost: Array = (DECAY * (jnp.sum(merlin**2) + jnp.sum(percival**2)) - right) / data.weight.sum()
        return cost

    @jax.jit
    def descend(data: Suspects) -> Tree:
        def step(carry: Tree, _: None) -> tuple[Tree, None]:
            change, state = optimiser.update(jax.grad(loss)(carry[0], data), carry[1])
            return (optax.apply_updates(carry[0], change), state), None

        start = jnp.zeros(data.merlin.shape[1]), jnp.zeros(data.percival.shape[1])
        return jax.lax.scan(step, (start, optimiser.init(start)), None, STEPS)[0][0]

    merlin, percival = descend(Suspects(*map(jnp.asarray, data)))
    return np.asarray(merlin, np.float64) / scale[0], np.asarray(percival, np.float64) / scale[1]
