"""Whether a level can be told from a person: python -m tools.told_apart FILE [--levels beginner casual] [--games 3000]

FILE holds recorded games of people. Of each game that is used, one seat is taken. A level then plays that seat of the
same deal, among `typical` seats. A classifier is given what the seat did in that one game (its votes and the teams it
named, with everybody's roles, and how likely the model of people held all of it) and has to say whether that was the
person or the level. It learns on some circles of friends and is asked about others, in five folds; half of what it is
asked is people, so guessing is right half of the time. Needs the extra `jax`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np

from turncoat.bots import make_bot
from turncoat.core import Match, Seed
from turncoat.games.resistance.belief.all_deals import Floats
from turncoat.games.resistance.belief.people.decisions import ROLES
from turncoat.games.resistance.belief.people.policy import team_logits
from turncoat.games.resistance.belief.people.weights import PeopleWeights, apply, shipped_weights
from turncoat.games.resistance.belief.public_history import LAST_ATTEMPT, VotesCast
from turncoat.games.resistance.learning.people_bench import Row, mean_row
from turncoat.games.resistance.learning.people_decisions import Answers, game_decisions
from turncoat.games.resistance.learning.people_games import PeopleGame, folds, people_games

FIELD = "typical"
FOLDS = 5


def played_by(level: str, game: PeopleGame, seat: int) -> PeopleGame:
    """The same deal, with the level in one seat and the model of people in the others."""
    match = Match(game.game, game.record.setup, Seed.of(f"told apart {game.record.meta}"))
    bots = [make_bot(level if at == seat else FIELD, f"told apart {at}") for at in range(game.players)]
    while asks := match.game.asks(match.state):
        ask = asks[0]
        assert ask.seat is not None
        match.play(ask.seat, bots[ask.seat].answer(match.game.view(match.state, ask.seat), ask))
    return PeopleGame(match.record())


def behaviour(game: PeopleGame, seat: int, weights: PeopleWeights) -> Floats:
    """What a seat did in a game, as numbers."""
    foreseen = list(_foreseen(game, seat, weights))
    votes = [action for action in game.history if isinstance(action, VotesCast)]
    parts = [
        np.array([game.roles[seat] == role for role in ROLES], float),
        np.array([game.players == players for players in range(5, 11)], float),
        [len(votes) / 10, game.final.score.good, game.final.score.evil],
        _ballots(game, seat, votes),
        _changes(seat, votes),
        _surprise([chance for kind, chance in foreseen if kind == "vote"]),
        _surprise([chance for kind, chance in foreseen if kind == "name"]),
        _leads(game, seat),
    ]
    return np.concatenate([np.asarray(part, float).ravel() for part in parts])


def _foreseen(game: PeopleGame, seat: int, weights: PeopleWeights) -> Iterator[tuple[str, float]]:
    """How likely the model of people held each vote and each team of a seat."""
    for kind, table, inputs, answer in game_decisions(game, weights):
        if kind == "vote":
            approves = 1.0 / (1.0 + np.exp(-float(apply(weights.vote, inputs[seat].astype(float)[None])[0])))
            yield kind, approves if answer[seat] else 1.0 - approves
        elif kind == "name" and table.leader == seat:
            logits = team_logits(table, weights)
            yield kind, float(np.exp(logits[answer] - logits.max()) / np.exp(logits - logits.max()).sum())


def _surprise(chances: Sequence[float]) -> list[float]:
    """How unlikely some answers were: in all, on average, at most, and how many were rare or sure."""
    logs = -np.log(np.maximum(chances or [1.0], 1e-6))
    return [logs.sum() / 5, logs.mean(), logs.max(), (logs > 2.3).sum(), (logs > 1.2).mean(), (logs < 0.1).mean()]


def _ballots(game: PeopleGame, seat: int, votes: Sequence[VotesCast]) -> Floats:
    """How often the seat approved: by place, evil seats aboard and mission; and how often apart from the others."""
    found = np.zeros((2, 3 + 5 + 2, 2))
    apart = []
    for action in votes:
        on, cast = int(seat in action.members), int(bool(action.votes[seat]))
        if action.situation.attempt == LAST_ATTEMPT:
            found[on, 8, cast] += 1
            continue
        aboard = min(2, int(game.evil[list(action.members)].sum()))
        for place in (aboard, 2 + action.situation.mission, *([9] if action.leader == seat else [])):
            found[on, place, cast] += 1
        others = sum(map(bool, action.votes)) - cast
        apart.append(cast - others / (game.players - 1))
    shares = (found[..., 1] - found[..., 0]) / (found.sum(axis=-1) + 1.0)
    gaps = np.array(apart or [0.0])
    return np.concatenate([shares.ravel(), found.sum(axis=-1).ravel() / 5, [gaps.mean(), np.abs(gaps).mean()]])


def _changes(seat: int, votes: Sequence[VotesCast]) -> list[float]:
    """How often the seat changed its vote from one team to the next, and on a team it had voted on before."""
    cast = [bool(action.votes[seat]) for action in votes]
    turns = float(np.mean([a != b for a, b in pairwise(cast)])) if len(cast) > 1 else 0.5
    before: dict[tuple[int, ...], bool] = {}
    again = []
    for action, vote in zip(votes, cast, strict=True):
        if action.members in before:
            again.append(before[action.members] == vote)
        before[action.members] = vote
    return [turns, float(np.mean(again)) if again else 0.5, len(again)]


def _leads(game: PeopleGame, seat: int) -> list[float]:
    """What kinds of teams the seat named."""
    named = [set(one.team) for one in game.final.proposals if one.leader == seat]
    if not named:
        return [0.0] * 6
    own = float(np.mean([seat in team for team in named]))
    evil = float(np.mean([game.evil[list(team)].sum() for team in named]))
    left, right = (float(np.mean([(seat + by) % game.players in team for team in named])) for by in (1, -1))
    return [len(named), own, evil, left, right, float(len({frozenset(team) for team in named}) / len(named))]


def told_apart(games: Sequence[PeopleGame], level: str, weights: PeopleWeights) -> Row:
    """How often the classifier is right about games that it has not learnt from."""
    from turncoat.games.resistance.learning.policy_fit import Recipe, fit_answers

    recipe = Recipe(hidden=(32,), epochs=30, batch=256, dropout=0.3, decay=1e-2, networks=3)
    rows, fold_of = [], np.repeat(folds(games, FOLDS), 2)
    for number, game in enumerate(games):
        seat = number % game.players
        rows += [behaviour(game, seat, weights), behaviour(played_by(level, game, seat), seat, weights)]
        print(f"{level}: {number + 1} of {len(games)} games", end="\r", file=sys.stderr)
    inputs, is_level = np.array(rows, np.float32), np.tile([False, True], len(games))
    pair = np.repeat(np.arange(len(games)), 2)
    right = np.zeros(len(rows))
    for fold in range(FOLDS):
        learns = fold_of != fold
        network = fit_answers(Answers(inputs[learns], is_level[learns], pair[learns]), recipe, fold)
        right[~learns] = (apply(network, inputs[~learns]) > 0) == is_level[~learns]
    return mean_row(level, right, pair)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--levels", nargs="+", default=["beginner", "casual"])
    parser.add_argument("--games", type=int, default=3000)
    chosen = parser.parse_args()
    games = people_games(chosen.file)
    drawn = np.random.default_rng(0).permutation(len(games))[: chosen.games]
    some = [games[at] for at in sorted(drawn.tolist())]
    print("| level | told from people, % | 95 % interval | games |")
    print("|---|---|---|---|")
    for level in chosen.levels:
        row = told_apart(some, level, shipped_weights())
        interval = f"{100 * row.low:.1f} to {100 * row.high:.1f}"
        print(f"| `{level}` | {100 * row.value:.1f} | {interval} | {len(some):,} |", flush=True)


if __name__ == "__main__":
    main()
