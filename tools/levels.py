"""Whether the levels are ordered among people: python -m tools.levels [--games 400] [--seed fresh]

A level plays every seat of one side (with --alone: one seat of it), and `typical`, the model of people, plays all
others. All levels play the same deals, so each is compared with the one below it game by game. A game that comes to the
shot at Merlin counts as the chance that good has of surviving it, which takes the luck of the shot out of the
comparison. Prints a Markdown table. With --journal a run that was interrupted goes on where it stopped.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise, product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from turncoat.bots import make_bot
from turncoat.core import Match, Seed, Setup
from turncoat.games import find_game
from turncoat.games.resistance.belief.people.policy import PeoplePolicy
from turncoat.games.resistance.bots.levels import PeopleBot
from turncoat.games.resistance.rules.view import View

LEVELS = ("beginner", "casual", "regular", "expert")
FIELD = "typical"
ROLES = {
    5: ("percival", "morgana"),
    7: ("percival", "morgana", "mordred"),
    10: ("percival", "morgana", "mordred", "oberon"),
}
"""The characters beside Merlin and the Assassin, by number of players."""


class Contest(NamedTuple):
    """Who plays: a level on one side (or in one seat of it), and the model of people elsewhere."""

    players: int
    side: str
    level: str
    seed: str
    alone: bool = False

    def seats(self, number: int, sides: Sequence[str]) -> list[int]:
        """The seats of the level in a game."""
        own = [seat for seat, side in enumerate(sides) if side == self.side]
        return [own[number % len(own)]] if self.alone else own


class Result(NamedTuple):
    """How often a level won, and by how much more than the level below it on the same deals; with standard errors."""

    players: int
    side: str
    level: str
    games: int
    wins: float
    error: float
    gain: float = np.nan
    gain_error: float = np.nan

    def row(self) -> str:
        """A row of the table."""
        step = "" if np.isnan(self.gain) else f"{100 * self.gain:+.1f} ± {100 * self.gain_error:.1f} ({self.steps:.1f})"
        wins = f"{100 * self.wins:.1f} ± {100 * self.error:.1f}"
        return f"| {self.players} | {self.side} | `{self.level}` | {wins} | {step} | {self.games:,} |"

    @property
    def steps(self) -> float:
        """The gain in standard errors."""
        return self.gain / max(self.gain_error, 1e-9)


def won(contest: Contest, number: int) -> float:
    """How surely the level's side wins a game: 1, 0, or what the Assassin's aim leaves to chance.

    The deal follows from the seed and the number alone.
    """
    setup = Setup(ruleset="avalon", players=contest.players, roles=ROLES[contest.players])
    match: Match[Any] = Match(find_game(setup.ruleset), setup, Seed.of(f"levels {contest.seed} {number}"))
    sides = [match.state.rules.sides[role] for role in match.state.deal.roles]
    own = contest.seats(number, sides)
    names = [contest.level if seat in own else FIELD for seat in range(setup.players)]
    bots = [make_bot(name, f"{contest.seed} {number} {seat}") for seat, name in enumerate(names)]
    missed = None
    while asks := match.asks:
        views = [match.game.view(match.state, ask.seat) for ask in asks]
        together = asks[0].kind == "vote" and all(isinstance(bot, PeopleBot) for bot in bots)
        first = bots[asks[0].seat or 0]
        if asks[0].kind == "assassinate" and isinstance(first, PeopleBot):
            missed = _missed(match, first, views[0])
        policies = PeoplePolicy.of_voters(views) if together else [None] * len(asks)
        for ask, view, policy in zip(asks, views, policies, strict=True):
            assert ask.seat is not None
            bot = bots[ask.seat]
            match.play(ask.seat, bot.answer(view, ask, policy) if isinstance(bot, PeopleBot) else bot.answer(view, ask))
    if missed is not None:
        return missed if contest.side == "good" else 1.0 - missed
    outcome = match.game.outcome(match.state)
    return float(outcome is not None and outcome.winner == contest.side)


def _missed(match: Match[Any], assassin: PeopleBot, view: View) -> float:
    """How likely the Assassin is to miss Merlin: the same on average as the shot itself, without its luck."""
    ask = match.asks[0]
    named = [match.state.deal.roles[move.seat] for move in ask.moves]
    return 1.0 - float(assassin.shots(view, ask)[named.index("merlin")])


class Journal:
    """Games that were played already, in a file if there is one: a line of JSON each."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._won: dict[tuple[Contest, int], float] = {}
        lines = path.read_text().splitlines() if path is not None and path.exists() else []
        for *contest, number, good in map(json.loads, lines):
            self._won[Contest(*contest), number] = good

    def won(self, contest: Contest, number: int) -> float:
        """How surely the level won, played now if it was not before."""
        if (contest, number) not in self._won:
            self._won[contest, number] = won(contest, number)
            if self._path is not None:
                with self._path.open("a") as file:
                    file.write(json.dumps([*contest, number, self._won[contest, number]]) + "\n")
        return self._won[contest, number]


def compared(players: int, side: str, levels: Sequence[str], games: Sequence[Sequence[float]]) -> Iterator[Result]:
    """The results of the levels on one side, each compared with the one before it; `games` tell what they won."""
    wins = [np.array(some, float) for some in games]
    found = [Result(players, side, level, len(some), *_mean(some)) for level, some in zip(levels, wins, strict=True)]
    yield found[0]
    for (below, above), result in zip(pairwise(wins), found[1:], strict=True):
        gain, error = _mean(above - below)
        yield result._replace(gain=gain, gain_error=error)


def _mean(values: np.ndarray) -> tuple[float, float]:
    """A mean and its standard error."""
    return float(values.mean()), float(values.std(ddof=1) / np.sqrt(len(values)))


def measure(
    settings: Sequence[tuple[int, str]],
    levels: Sequence[str],
    games: int,
    contest: Callable[[int, str, str], Contest],
    journal: Journal,
) -> Iterator[Result]:
    """Every level in every setting, which is a number of players and a side."""
    for players, side in settings:
        rows = []
        for number in range(games):
            rows.append([journal.won(contest(players, side, level), number) for level in levels])
            print(f"{players} players, {side}: {number + 1} of {games} deals", end="\r", file=sys.stderr)
        yield from compared(players, side, levels, list(zip(*rows, strict=True)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--players", type=int, nargs="+", choices=sorted(ROLES), default=sorted(ROLES))
    parser.add_argument("--sides", nargs="+", choices=("good", "evil"), default=("good", "evil"))
    parser.add_argument("--levels", nargs="+", default=LEVELS)
    parser.add_argument("--alone", action="store_true")
    parser.add_argument("--journal", type=Path)
    chosen = parser.parse_args()
    print("| players | side | level | wins, % | above the level below (standard errors) | games |")
    print("|---|---|---|---|---|---|")
    found = measure(
        list(product(chosen.players, chosen.sides)),
        chosen.levels,
        chosen.games,
        lambda players, side, level: Contest(players, side, level, chosen.seed, chosen.alone),
        Journal(chosen.journal),
    )
    for result in found:
        print(result.row(), flush=True)


if __name__ == "__main__":
    main()
