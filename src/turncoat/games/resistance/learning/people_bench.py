"""How well beliefs, the model of people and the bots' Assassins do on recorded games of people.

Beliefs are those of the first plain good seat of each game, before every proposal after the first; every other seat
counts once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from turncoat.bots import make_bot
from turncoat.games.resistance.belief.all_deals import Bools, Floats, Ints
from turncoat.games.resistance.belief.people.merlin_counts import MERLIN_COUNTS, RATED, VOTED, MerlinCounts
from turncoat.games.resistance.belief.people.people_reading import PeopleReading
from turncoat.games.resistance.belief.people.tracks import MISSIONS, Tracks
from turncoat.games.resistance.belief.people.weights import Network, PeopleWeights, apply, shipped_weights
from turncoat.games.resistance.belief.possible_deals import Belief, believe
from turncoat.games.resistance.belief.reading import Reading, reading_of
from turncoat.games.resistance.bots.levels import PeopleBot
from turncoat.games.resistance.learning.figures import Guesses, Row, auc, calibration_error, mean_row, resampled_row
from turncoat.games.resistance.learning.finished_games import FinishedGame
from turncoat.games.resistance.learning.people_decisions import Decisions, Namings, Weigh
from turncoat.games.resistance.rules.game_rules import mask
from turncoat.games.resistance.rules.view import View

_AT_ONCE = 20_000

Report = Callable[[int, int], None]


class Moment(NamedTuple):
    """A moment of a game as the onlooking seat saw it, with the beliefs of every method."""

    mission: int
    proposal: int
    beliefs: Mapping[str, Belief]


def onlooker(game: FinishedGame) -> int | None:
    """The first plain good seat."""
    roles = game.state.rules.ruleset.roles
    return next((seat for seat, role in enumerate(game.roles) if roles[role].plain and not game.evil[seat]), None)


def moments(game: FinishedGame, seat: int, weights: PeopleWeights | None, bots: bool) -> Iterator[Moment]:
    """Every moment before a proposal after the first."""
    tracks, starts = Tracks(game.players), game.proposals
    reading: Reading | None = reading_of(_empty(game)) if bots else None
    views = [game.before_end(seat, missions) for missions in range(MISSIONS)]
    facts = [believe(view) for view in views]
    for at, action in enumerate(game.history):
        if at in starts[1:]:
            mission = action.situation.mission
            view = views[mission - 1]
            people = PeopleReading(game.deals, game.history[:at], weights=weights, tracks=tracks)
            beliefs = {"prior": facts[0], "facts": facts[mission - 1], "people": people.private(view)}
            if reading is not None:
                beliefs["bots"] = reading.private(view)
            yield Moment(mission, starts.index(at), beliefs)
        tracks.add(action)
        if reading is not None:
            reading = reading.after(action)


def _empty(game: FinishedGame) -> View:
    """The game before its first proposal."""
    return msgspec.structs.replace(game.final, proposals=(), missions=(None,) * len(game.final.missions))


class BeliefResults(NamedTuple):
    """What every method said, and whether its likeliest evil side was the true one at each moment."""

    guesses: dict[str, Guesses]
    top: dict[str, tuple[Bools, Ints]]


def beliefs_of(games: Sequence[FinishedGame], weigh: Weigh, bots: bool, report: Report) -> BeliefResults:
    """Every belief of the onlooking seats."""
    said: dict[str, list[tuple[Floats, ...]]] = defaultdict(list)
    top: dict[str, list[tuple[bool, int]]] = defaultdict(list)
    for number, game in enumerate(games):
        seat = onlooker(game)
        report(number + 1, len(games))
        if seat is None:
            continue
        others = np.arange(game.players) != seat
        truth, count = game.evil[others], game.players - 1
        side = int(np.nonzero((game.deals.members == game.evil).all(axis=1))[0][0])
        for moment in moments(game, seat, weigh(game), bots):
            where = (number, moment.mission, game.players, moment.proposal)
            for name, belief in moment.beliefs.items():
                said[name].append((belief.evil[others], truth, *(np.full(count, one) for one in where)))
                top[name].append((int(belief.sides.argmax()) == side, number))
    guesses = {name: Guesses(*map(np.concatenate, zip(*rows, strict=True))) for name, rows in said.items()}
    hits = {
        name: (np.array([hit for hit, _ in rows]), np.array([game for _, game in rows])) for name, rows in top.items()
    }
    return BeliefResults(guesses, hits)


def belief_rows(results: BeliefResults) -> Iterator[Row]:
    """The figures of each method: overall, by mission, by number of players, and before the third proposal."""
    for method, guesses in results.guesses.items():
        name = f"belief/{method}"
        loss = guesses.log_loss
        yield mean_row(f"{name}/log_loss", loss, guesses.game)
        yield resampled_row(f"{name}/ece", guesses, calibration_error)
        yield resampled_row(f"{name}/auc", guesses, auc)
        hits, game = results.top[method]
        yield mean_row(f"{name}/top1", hits.astype(float), game)
        early = guesses.proposal < 3
        if early.any():
            yield mean_row(f"{name}/log_loss/before-proposal-3", loss[early], guesses.game[early])
        for kind, column in (("mission", guesses.mission), ("players", guesses.players)):
            for value in np.unique(column):
                rows = column == value
                yield mean_row(f"{name}/log_loss/{kind}-{value}", loss[rows], guesses.game[rows])


def policy_rows(games: Sequence[FinishedGame], weigh: Weigh, decisions: Decisions) -> Iterator[Row]:
    """How well the model of people foresees what people do."""
    numbers = [(one, np.array(some)) for one, some in _read_together(games, weigh)]
    for name, network, answers in (("vote", "vote", decisions.votes), ("mission", "card", decisions.cards)):
        if len(answers.yes):
            chance = np.zeros(len(answers.yes))
            for weights, some in numbers:
                rows = np.isin(answers.game, some)
                chance[rows] = _chances(getattr(weights, network), answers.inputs[rows])
            loss = -np.log(np.clip(np.where(answers.yes, chance, 1.0 - chance), 1e-6, 1.0))
            yield mean_row(f"policy/{name}/log_loss", loss, answers.game)
            yield mean_row(f"policy/{name}/accuracy", ((chance > 0.5) == answers.yes).astype(float), answers.game)
    foreseen = [_named(weights, part, some) for part in decisions.namings.values() for weights, some in numbers]
    chance, hit, game = map(np.concatenate, zip(*foreseen, strict=True))
    yield mean_row("policy/proposal/log_loss", -np.log(np.maximum(chance, 1e-9)), game)
    yield mean_row("policy/proposal/accuracy", hit.astype(float), game)


def _read_together(games: Sequence[FinishedGame], weigh: Weigh) -> Iterator[tuple[PeopleWeights, list[int]]]:
    """Fitted numbers, and the games, by number, that they are used for."""
    found: dict[int, tuple[PeopleWeights, list[int]]] = {}
    for number, game in enumerate(games):
        weights = weigh(game) or shipped_weights()
        found.setdefault(id(weights), (weights, []))[1].append(number)
    yield from found.values()


def _chances(network: Network, inputs: NDArray[Any]) -> Floats:
    """What a network says about many rows."""
    parts = np.array_split(inputs, 1 + len(inputs) // _AT_ONCE)
    logits = np.concatenate([apply(network, part.astype(float)) for part in parts])
    return np.asarray(1.0 / (1.0 + np.exp(-logits)))


def _named(weights: PeopleWeights, namings: Namings, games: Ints) -> tuple[Floats, Bools, Ints]:
    """Of the teams named in some games: how likely each was held, whether it was the likeliest, and its game."""
    rows = np.isin(namings.game, games)
    members, teams, named = namings.members[rows], namings.teams[rows], namings.named[rows]
    logits = apply(weights.member, members.astype(float)) @ namings.rows.T + apply(weights.team, teams.astype(float))
    shares = np.exp(logits - logits.max(axis=1, keepdims=True, initial=-np.inf))
    chance = shares[np.arange(len(named)), named] / shares.sum(axis=1)
    return chance, logits.argmax(axis=1) == named, namings.game[rows]


def naive_bayes(games: Sequence[FinishedGame]) -> dict[int, int]:
    """For each game with a shot, by number, whom a naive Bayes names that was fitted on the games of other tables.

    It knows only the rates at which Merlin and other good seats vote and lead, by mission and known evil aboard.
    """
    tables = sorted({game.table for game in games})
    half = {table: at % 2 for at, table in enumerate(tables)}
    shots = [(number, game, *_known_counts(game)) for number, game in enumerate(games) if game.shot is not None]
    named: dict[int, int] = {}
    for part in (0, 1):
        totals = np.ones((2, len(MERLIN_COUNTS)))  # one of each, so that nothing is impossible
        for _, game, targets, counts in shots:
            if half[game.table] != part:
                is_merlin = targets == game.roles.index(game.deals.rules.target)
                totals[0] += counts[~is_merlin].sum(axis=0)
                totals[1] += counts[is_merlin].sum(axis=0)
        weights = np.log(_rates(totals[1]) / _rates(totals[0]))
        for number, game, targets, counts in shots:
            if half[game.table] == part:
                named[number] = int(targets[(counts @ weights).argmax()])
    return dict(sorted(named.items()))


def _known_counts(game: FinishedGame) -> tuple[Ints, Floats]:
    """Whom the namer may name, and what these seats did about those whom the namer knows to be evil."""
    view, ask = game.at_shot()
    assert view.you is not None
    known = [view.you.seat, *(seat for seat, label in view.you.knows.items() if label == "evil")]
    targets = np.array([move.seat for move in ask.moves])
    counts = MerlinCounts.of(game.players, np.array([mask(known)]), game.history).counts[0]
    return targets, np.where(np.arange(len(MERLIN_COUNTS)) < RATED, counts, 0.0)[targets]


def _rates(totals: Floats) -> Floats:
    """The share of each answer among the answers to the same question."""
    rates = np.ones(len(totals))
    votes = totals[:VOTED].reshape(-1, 2)
    rates[:VOTED] = (votes / votes.sum(axis=1, keepdims=True)).ravel()
    leads = totals[VOTED:RATED].reshape(5, -1)
    rates[VOTED:RATED] = (leads / leads.sum(axis=1, keepdims=True)).ravel()
    return rates


class ShotResults(NamedTuple):
    """Whether each shooter hit, by name, and how many seats there were to choose from; a place for each shot."""

    hits: dict[str, Floats]
    players: Ints
    merlin: Guesses


def shots_of(games: Sequence[FinishedGame], weigh: Weigh, bots: Sequence[str], report: Report) -> ShotResults:
    """Every shot of people, and whom others would have named in their place."""
    shots = [(game, game.shot) for game in games if game.shot is not None]
    named = list(naive_bayes(games).values())
    hits: dict[str, list[float]] = defaultdict(list)
    chances: list[tuple[Floats, ...]] = []
    for number, (game, shot) in enumerate(shots):
        view, ask = game.at_shot()
        merlin = game.roles.index(game.deals.rules.target)
        belief = PeopleReading(game.deals, game.history, weights=weigh(game)).private(view).merlin
        targets = np.array([move.seat for move in ask.moves])
        hits["people"].append(float(shot.at == merlin))
        hits["chance"].append(1.0 / len(targets))
        hits["naive-bayes"].append(float(named[number] == merlin))
        hits["reading"].append(float(targets[belief[targets].argmax()] == merlin))
        for name in bots:
            bot = make_bot(name, f"shot {number}")
            if isinstance(bot, PeopleBot):
                bot.weights = weigh(game)
            hits[name].append(float(bot.answer(view, ask).seat == merlin))
        where = (number, 0, game.players, 0)
        chances.append((belief[targets], targets == merlin, *(np.full(len(targets), one) for one in where)))
        report(number + 1, len(shots))
    players = np.array([game.players for game, _ in shots])
    said = Guesses(*map(np.concatenate, zip(*chances, strict=True)))
    return ShotResults({name: np.array(found) for name, found in hits.items()}, players, said)


def shot_rows(results: ShotResults) -> Iterator[Row]:
    """The hit rates, overall and by number of players, and how well the belief over Merlin is calibrated.

    `above-people` is how much more often a shooter hit than the people who had the same shots.
    """
    people = results.hits["people"]
    for name, hits in results.hits.items():
        yield from _by_players(f"assassin/{name}/hit", hits, results.players)
        if name != "people":
            yield from _by_players(f"assassin/{name}/above-people", hits - people, results.players)
    yield mean_row("merlin/people/log_loss", results.merlin.log_loss, results.merlin.game)
    yield resampled_row("merlin/people/ece", results.merlin, calibration_error)


def _by_players(name: str, values: Floats, players: Ints) -> Iterator[Row]:
    """The mean over all shots, and by number of players."""
    each = np.arange(len(players))
    yield mean_row(name, values, each)
    for number in np.unique(players):
        rows = players == number
        yield mean_row(f"{name}/players-{number}", values[rows], each[rows])
