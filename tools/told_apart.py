"""Whether a level can be told from a person: python -m tools.told_apart FILE [--levels beginner casual] [--games 2000]

FILE holds recorded games of people. Of each game that is used, one seat is taken. The level is asked for every vote and
every team of that seat, in the game as it went: it sees what the person saw, and its own earlier votes instead of the
person's. So both sets of answers are to the same questions. A classifier is given one such set (votes and teams, with
everybody's role, and how likely the model of people held all of it) and has to say whether it is the person's or the
level's. It learns on some circles of friends and is asked about others, in five folds; half of what it is asked is
people, so guessing is right half of the time.

With --play-out the level plays the seat of the same deal from the first move, among `typical` seats. Then the games
themselves differ too; what the classifier reaches on the level `typical` is due to that.

With --at-the-table the classifier is given only what the others at the table could see: votes, teams and missions, but
nobody's role, and not how likely the model of people held any of it, for that depends on the role.

The level `people` is a control: two seats of each game, with labels at random. Needs the extra `jax`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np

from turncoat.bots import make_bot
from turncoat.core import Match, Seed
from turncoat.core.match import steps
from turncoat.games.resistance.belief.all_deals import Floats
from turncoat.games.resistance.belief.people.decisions import ROLES, Table
from turncoat.games.resistance.belief.people.policy import chance, knower, team_logits
from turncoat.games.resistance.belief.people.sides import side_scores
from turncoat.games.resistance.belief.people.tracks import MISSIONS, Tracks
from turncoat.games.resistance.belief.people.votes import vote_inputs
from turncoat.games.resistance.belief.people.weights import Network, PeopleWeights, apply, shipped_weights
from turncoat.games.resistance.belief.public_history import LAST_ATTEMPT, History, TeamNamed, VotesCast
from turncoat.games.resistance.learning.figures import Row, mean_row
from turncoat.games.resistance.learning.finished_games import FinishedGame
from turncoat.games.resistance.learning.people_decisions import Answers
from turncoat.games.resistance.learning.people_games import folds, people_games
from turncoat.games.resistance.rules.moves import Propose, Vote
from turncoat.games.resistance.rules.view import View

FIELD = "typical"
PEOPLE = "people"
FOLDS = 5

Team = tuple[int, ...]


class Acts(NamedTuple):
    """What one seat did in a game: its votes are in the history, and the teams it named in the order of its turns."""

    history: History
    named: tuple[Team, ...]


def acts_of(game: FinishedGame, seat: int) -> Acts:
    """What the seat did."""
    led = (action for action in game.history if isinstance(action, TeamNamed))
    return Acts(game.history, tuple(action.members for action in led if action.leader == seat))


def in_place(level: str, game: FinishedGame, seat: int) -> Acts:
    """What a level would have done in this seat of the game as it went."""
    bot = make_bot(level, f"told apart {game.record.meta} {seat}")
    votes: list[bool] = []
    named: list[Team] = []
    for step, (mover, _) in zip(steps(game.game, game.record), game.record.moves, strict=False):
        if mover != seat:
            continue
        ask = next(ask for ask in game.game.asks(step.state) if ask.seat == seat)
        if ask.kind in ("vote", "propose"):
            move: Any = bot.answer(_with_votes(game.game.view(step.state, seat), seat, votes), ask)
            votes += [move.approve] if isinstance(move, Vote) else []
            named += [move.team] if isinstance(move, Propose) else []
    return Acts(_history_with(game.history, seat, votes), tuple(named))


def _with_votes(view: View, seat: int, votes: Sequence[bool]) -> View:
    """A view in which the seat's earlier votes are other ones."""
    voted = [
        msgspec.structs.replace(one, votes=(*one.votes[:seat], vote, *one.votes[seat + 1 :]))
        for one, vote in zip(view.proposals, votes, strict=False)
    ]
    changed: View = msgspec.structs.replace(view, proposals=(*voted, *view.proposals[len(voted) :]))
    return changed


def _history_with(history: History, seat: int, votes: Sequence[bool]) -> History:
    cast = iter(votes)
    return tuple(
        action._replace(votes=(*action.votes[:seat], next(cast), *action.votes[seat + 1 :]))
        if isinstance(action, VotesCast)
        else action
        for action in history
    )


def played_by(level: str, game: FinishedGame, seat: int) -> FinishedGame:
    """The same deal, with the level in one seat and the model of people in the others."""
    match = Match(game.game, game.record.setup, Seed.of(f"told apart {game.record.meta}"))
    bots = [make_bot(level if at == seat else FIELD, f"told apart {at}") for at in range(game.players)]
    while asks := match.asks:
        ask = asks[0]
        assert ask.seat is not None
        match.play(ask.seat, bots[ask.seat].answer(match.game.view(match.state, ask.seat), ask))
    return FinishedGame(match.record())


SECRET = ("role", "how likely the votes were", "how likely the teams were", "evil aboard")
"""Parts of a behaviour that the others at the table could not see."""


def behaviour(game: FinishedGame, seat: int, acts: Acts, weights: PeopleWeights) -> dict[str, Floats]:
    """What a seat did in a game, as numbers."""
    foreseen = list(_foreseen(game, seat, acts, weights))
    votes = [action for action in acts.history if isinstance(action, VotesCast)]
    parts = {
        "role": [game.roles[seat] == role for role in ROLES],
        "players": [game.players == players for players in range(5, 11)],
        "course of the game": [len(votes) / 10, game.final.score.good, game.final.score.evil],
        **_ballots(game, seat, votes),
        "changes of mind": _changes(seat, votes),
        "how likely the votes were": _surprise([likely for kind, likely in foreseen if kind == "vote"]),
        "how likely the teams were": _surprise([likely for kind, likely in foreseen if kind == "name"]),
        "teams named": _leads(game, seat, acts.named),
        "evil aboard": [*_with_evil(game, seat, votes), _evil_named(game, acts.named)],
    }
    return {name: np.asarray(part, float).ravel() for name, part in parts.items()}


def _foreseen(game: FinishedGame, seat: int, acts: Acts, weights: PeopleWeights) -> Iterator[tuple[str, float]]:
    """How likely the model of people held each vote and each team of a seat."""
    tracks, own = Tracks(game.players), knower(game.deals, game.before_end(seat, 0))
    named, approves = iter(acts.named), 0.5
    for action in acts.history:
        if isinstance(action, TeamNamed):
            scores = side_scores(game.deals, tracks.seats, tracks.pairs, weights)
            table = Table(game.deals, tracks, action.situation, scores, own, action.leader)
            if action.leader == seat:
                yield "name", _chance_of(table, next(named), weights)
            team = np.isin(np.arange(game.players), action.members)
            approves = chance(float(apply(weights.vote, vote_inputs(table, team))[0]))
        elif isinstance(action, VotesCast):
            yield "vote", approves if action.votes[seat] else 1.0 - approves
        tracks.add(action)


def _chance_of(table: Table, team: Team, weights: PeopleWeights) -> float:
    logits = team_logits(table, weights)
    at = int(np.nonzero((table.teams == np.isin(np.arange(table.deals.players), team)).all(axis=1))[0][0])
    shares = np.exp(logits - logits.max())
    return float(shares[at] / shares.sum())


def _surprise(chances: Sequence[float]) -> list[float]:
    """How unlikely some answers were: in all, on average, at most, and how many were rare or sure."""
    logs = -np.log(np.maximum(chances or [1.0], 1e-6))
    return [logs.sum() / 5, logs.mean(), logs.max(), (logs > 2.3).sum(), (logs > 1.2).mean(), (logs < 0.1).mean()]


def _ballots(game: FinishedGame, seat: int, votes: Sequence[VotesCast]) -> dict[str, Any]:
    """How often the seat approved, by place and mission, and how often apart from the others."""
    found = np.zeros((2, MISSIONS + 2, 2))
    apart = []
    for action in votes:
        on, cast = int(seat in action.members), int(bool(action.votes[seat]))
        if action.situation.attempt == LAST_ATTEMPT:
            found[on, MISSIONS, cast] += 1
            continue
        for place in (action.situation.mission - 1, *([MISSIONS + 1] if action.leader == seat else [])):
            found[on, place, cast] += 1
        others = sum(map(bool, action.votes)) - cast
        apart.append(cast - others / (game.players - 1))
    gaps = np.array(apart or [0.0])
    return {
        "approvals": _shares(found),
        "kinds of teams voted on": found.sum(axis=-1) / 5,
        "votes apart from the others": [gaps.mean(), np.abs(gaps).mean(), (np.abs(gaps) > 0.7).sum()],
    }


def _shares(found: Floats) -> Floats:
    """From 1, if all of a kind were approved, to -1; few are taken for little."""
    return np.asarray((found[..., 1] - found[..., 0]) / (found.sum(axis=-1) + 1.0))


def _with_evil(game: FinishedGame, seat: int, votes: Sequence[VotesCast]) -> list[float]:
    """How often the seat approved, and of how many teams, by its place and how many evil seats were aboard."""
    found = np.zeros((2, 3, 2))
    for action in votes:
        if action.situation.attempt != LAST_ATTEMPT:
            aboard = min(2, int(game.evil[list(action.members)].sum()))
            found[int(seat in action.members), aboard, int(bool(action.votes[seat]))] += 1
    return [*_shares(found).ravel(), *(found.sum(axis=-1) / 5).ravel()]


def _evil_named(game: FinishedGame, teams: Sequence[Team]) -> float:
    """How many evil seats were on the teams that the seat named, on average."""
    return float(np.mean([game.evil[list(team)].sum() for team in teams] or [0.0]))


def _changes(seat: int, votes: Sequence[VotesCast]) -> list[float]:
    """How often the seat changed its vote from one team to the next, and on a team it had voted on before."""
    cast = [bool(action.votes[seat]) for action in votes]
    turns = float(np.mean([a != b for a, b in pairwise(cast)])) if len(cast) > 1 else 0.5
    before: dict[Team, bool] = {}
    again = []
    for action, vote in zip(votes, cast, strict=True):
        if action.members in before:
            again.append(before[action.members] == vote)
        before[action.members] = vote
    return [turns, float(np.mean(again)) if again else 0.5, len(again)]


def _leads(game: FinishedGame, seat: int, teams: Sequence[Team]) -> list[float]:
    """What kinds of teams the seat named."""
    named = [set(team) for team in teams]
    if not named:
        return [0.0] * 5
    own = float(np.mean([seat in team for team in named]))
    left, right = (float(np.mean([(seat + by) % game.players in team for team in named])) for by in (1, -1))
    return [len(named), own, left, right, float(len({frozenset(team) for team in named}) / len(named))]


Behaviour = dict[str, Floats]


def at_the_table(some: Sequence[Behaviour]) -> list[Behaviour]:
    """What the others at the table could see of it."""
    return [{name: part for name, part in one.items() if name not in SECRET} for one in some]


def one_seat(game: FinishedGame, number: int, turn: int = 0) -> int:
    """The seat that is taken of a game. `turn` 1 gives another one."""
    return (number + turn) % game.players


def of_people(games: Sequence[FinishedGame], weights: PeopleWeights, turn: int = 0) -> list[Behaviour]:
    """What the person did in the seat that is taken of each game."""
    seats = [one_seat(game, number, turn) for number, game in enumerate(games)]
    return [behaviour(game, seat, acts_of(game, seat), weights) for game, seat in zip(games, seats, strict=True)]


def of_level(
    level: str, games: Sequence[FinishedGame], weights: PeopleWeights, *, play_out: bool = False
) -> Iterator[Behaviour]:
    """What a level did in the seat that is taken of each game."""
    for number, game in enumerate(games):
        seat = one_seat(game, number)
        other = played_by(level, game, seat) if play_out else game
        yield behaviour(other, seat, acts_of(other, seat) if play_out else in_place(level, game, seat), weights)
        print(f"{level}: {number + 1} of {len(games)} games", end="\r", file=sys.stderr)


class Told(NamedTuple):
    """How often the classifier was right, and by how many points less when one part of what it is given is shuffled."""

    row: Row
    needs: dict[str, float]


def told_apart(name: str, games: Sequence[FinishedGame], people: list[Behaviour], level: list[Behaviour]) -> Told:
    """How often the classifier is right about games that it has not learnt from."""
    from turncoat.games.resistance.learning.policy_fit import Recipe, fit_answers

    recipe = Recipe(hidden=(32,), epochs=30, batch=256, dropout=0.3, decay=1e-2, networks=3)
    rows = [one for pair in zip(people, level, strict=True) for one in pair]
    inputs = np.array([np.concatenate(list(one.values())) for one in rows], np.float32)
    is_level, pair = np.tile([False, True], len(games)), np.repeat(np.arange(len(games)), 2)
    fold_of = np.repeat(folds(games, FOLDS), 2)
    networks = [
        fit_answers(Answers(*(part[fold_of != fold] for part in (inputs, is_level, pair))), recipe, fold)
        for fold in range(FOLDS)
    ]

    def right(shown: np.ndarray) -> Floats:
        return _right(networks, fold_of, shown, is_level)

    row = mean_row(name, right(inputs), pair)
    return Told(row, _needs(rows[0], inputs, lambda shown: row.value - float(right(shown).mean())))


def _right(networks: Sequence[Network], fold_of: np.ndarray, inputs: np.ndarray, is_level: np.ndarray) -> Floats:
    """For each case whether the network that has not learnt from it is right."""
    found = np.zeros(len(inputs))
    for fold, network in enumerate(networks):
        asked = fold_of == fold
        found[asked] = (apply(network, inputs[asked]) > 0) == is_level[asked]
    return found


def _needs(parts: Behaviour, inputs: np.ndarray, loss: Callable[[np.ndarray], float]) -> dict[str, float]:
    """How much is lost when a part of the inputs is taken from other cases."""
    luck, start, found = np.random.default_rng(0), 0, {}
    for name, part in parts.items():
        shown, columns = inputs.copy(), slice(start, start + len(part))
        shown[:, columns] = inputs[luck.permutation(len(inputs)), columns]
        found[name], start = loss(shown), columns.stop
    return found


def at_random(first: list[Behaviour], second: list[Behaviour]) -> tuple[list[Behaviour], list[Behaviour]]:
    """Two seats of each game in a random order."""
    luck = np.random.default_rng(0)
    pairs = [(a, b) if luck.random() < 0.5 else (b, a) for a, b in zip(first, second, strict=True)]
    return [a for a, _ in pairs], [b for _, b in pairs]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--levels", nargs="+", default=["beginner", "casual", "typical", PEOPLE])
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0, help="which games are drawn")
    parser.add_argument("--play-out", action="store_true")
    parser.add_argument("--at-the-table", action="store_true", help="without roles and what depends on them")
    parser.add_argument("--needs", action="store_true", help="what the classifier goes by")
    chosen = parser.parse_args()
    games = people_games(chosen.file)
    drawn = np.random.default_rng(chosen.seed).permutation(len(games))[: chosen.games]
    some, weights = [games[at] for at in sorted(drawn.tolist())], shipped_weights()
    people = of_people(some, weights)
    print("| level | told from people, % | 95 % interval | games |")
    print("|---|---|---|---|")
    for level in chosen.levels:
        if level == PEOPLE:
            both = at_random(people, of_people(some, weights, turn=1))
        else:
            both = people, list(of_level(level, some, weights, play_out=chosen.play_out))
        if chosen.at_the_table:
            both = at_the_table(both[0]), at_the_table(both[1])
        row, needs = told_apart(level, some, *both)
        interval = f"{100 * row.low:.1f} to {100 * row.high:.1f}"
        print(f"| `{level}` | {100 * row.value:.1f} | {interval} | {len(some):,} |", flush=True)
        if chosen.needs:
            print(*(f"    {100 * need:+5.1f} {name}" for name, need in needs.items()), sep="\n", flush=True)


if __name__ == "__main__":
    main()
