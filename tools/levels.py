"""Whether the levels are ordered among people: python -m tools.levels [--games 1000] [--seed fresh]

A level plays every seat of one side, and `typical`, the model of people, plays the other side. All levels play the same
deals, so each is compared with the one below it game by game. Prints a Markdown table. With --journal a run that was
interrupted goes on where it stopped.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from itertools import pairwise, product
from pathlib import Path
from typing import NamedTuple

import numpy as np

from turncoat.arena.contest import Cell, Teams
from turncoat.arena.play import Played
from turncoat.arena.runner import run

LEVELS = ("beginner", "casual", "regular", "expert")
FIELD = "typical"
ROLES = {
    5: ("percival", "morgana"),
    7: ("percival", "morgana", "mordred"),
    10: ("percival", "morgana", "mordred", "oberon"),
}
"""The characters beside Merlin and the Assassin, by number of players."""


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


def cell(players: int, side: str, level: str, games: int, seed: str) -> Cell:
    """The games of a level on one side."""
    lineup = Teams(good=level, evil=FIELD) if side == "good" else Teams(good=FIELD, evil=level)
    return Cell(lineup=lineup, ruleset="avalon", players=players, roles=ROLES[players], games=games, seed=seed)


def compared(players: int, side: str, levels: Sequence[str], played: Sequence[Sequence[Played]]) -> Iterator[Result]:
    """The results of the levels on one side, each compared with the one before it."""
    wins = [np.array([game.winner == side for game in games], float) for games in played]
    found = [Result(players, side, level, len(won), *_mean(won)) for level, won in zip(levels, wins, strict=True)]
    yield found[0]
    for (below, above), result in zip(pairwise(wins), found[1:], strict=True):
        gain, error = _mean(above - below)
        yield result._replace(gain=gain, gain_error=error)


def _mean(values: np.ndarray) -> tuple[float, float]:
    """A mean and its standard error."""
    return float(values.mean()), float(values.std(ddof=1) / np.sqrt(len(values)))


def measure(
    sizes: Sequence[int], sides: Sequence[str], levels: Sequence[str], games: int, seed: str, **options: object
) -> Iterator[Result]:
    """Every level on every side with every number of players; `options` are those of `turncoat.arena.run`."""
    settings = list(product(sizes, sides))
    cells = [cell(*setting, level, games, seed) for setting in settings for level in levels]
    played = run(cells, **options)  # type: ignore[arg-type]
    for at, (players, side) in enumerate(settings):
        yield from compared(players, side, levels, played[at * len(levels) : (at + 1) * len(levels)])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--players", type=int, nargs="+", choices=sorted(ROLES), default=sorted(ROLES))
    parser.add_argument("--sides", nargs="+", choices=("good", "evil"), default=("good", "evil"))
    parser.add_argument("--levels", nargs="+", default=LEVELS)
    parser.add_argument("--workers", type=int)
    parser.add_argument("--journal", type=Path)
    chosen = parser.parse_args()
    found = measure(
        chosen.players,
        chosen.sides,
        chosen.levels,
        chosen.games,
        chosen.seed,
        workers=chosen.workers,
        journal=chosen.journal,
        report=lambda done, total: print(f"{done} of {total} games", end="\r", file=sys.stderr),
    )
    print("| players | side | level | wins, % | above the level below (standard errors) | games |")
    print("|---|---|---|---|---|---|")
    for result in found:
        print(result.row(), flush=True)


if __name__ == "__main__":
    main()
