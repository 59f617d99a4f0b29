"""One seat among strangers, in every game that counts: python -m tools.among_strangers net:guest [--games 1000]

Four or more seats of one kind of the league and one seat of the guest, at 5, 7 and 10 players, plain and with Merlin.
What the guest gains over the kind itself in the same seat of the same deals is given by kind over all games, and for
the cells that lie furthest from nothing. Prints Markdown. With --journal an interrupted run goes on where it stopped.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from itertools import product
from math import sqrt
from pathlib import Path
from typing import NamedTuple

from turncoat.arena import Cell, Replaced, run
from turncoat.arena.results import GuestGains, guest_gains
from turncoat.arena.stats import Gain
from turncoat.bots import expand

RULESETS = ("classic", "avalon")
SIDES = ("good", "evil")
FAR = 3.0
"""So many standard errors from nothing is counted as ahead or behind."""


class Game(NamedTuple):
    """Which game is played, among which kind."""

    kind: str
    ruleset: str
    players: int


def main(argv: Sequence[str] | None = None) -> None:
    """Play, and print what was found."""
    parser = argparse.ArgumentParser(prog="python -m tools.among_strangers", description=__doc__)
    parser.add_argument("guest", help="a bot")
    parser.add_argument("--among", nargs="+", default=["@measuring"], help="kinds, or a half of the league")
    parser.add_argument("--players", type=int, nargs="+", default=[5, 7, 10])
    parser.add_argument("--rulesets", nargs="+", default=RULESETS, choices=RULESETS)
    parser.add_argument("--games", type=int, default=1000, help="in each cell")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--workers", type=int)
    parser.add_argument("--journal", type=Path)
    args = parser.parse_args(argv)
    kinds = expand(args.among, RULESETS[0])
    games = [Game(*one) for one in product(kinds, args.rulesets, args.players)]
    cells = [_cell(game, bot, args) for game in games for bot in (args.guest, game.kind)]
    played = iter(run(cells, workers=args.workers, journal=args.journal))
    gains = {game: guest_gains(next(played), next(played)) for game in games}
    print("\n".join(_report(gains)))


def _cell(game: Game, guest: str, args: argparse.Namespace) -> Cell:
    lineup = Replaced(game.kind, guest)
    return Cell(lineup=lineup, ruleset=game.ruleset, players=game.players, games=args.games, seed=args.seed)


def pooled(gains: Sequence[Gain]) -> Gain:
    """The gain over all games of several cells. Each cell's own games vary about its own mean."""
    games = sum(one.games for one in gains)
    if not games:
        return Gain(0.0, 0.0, 0)
    mean = sum(one.games * one.mean for one in gains) / games
    return Gain(mean, sqrt(sum((one.games * one.error) ** 2 for one in gains)) / games, games)


def distance(one: Gain) -> float:
    """How many standard errors a gain is from nothing."""
    return one.mean / one.error if one.error else 0.0


def _report(gains: dict[Game, GuestGains]) -> list[str]:
    kinds = list(dict.fromkeys(game.kind for game in gains))
    sums = {
        kind: [pooled([getattr(one, side) for game, one in gains.items() if game.kind == kind]) for side in SIDES]
        for kind in kinds
    }
    lines = ["| among | gain as good | gain as evil |", "|---|---|---|"]
    lines += [f"| `{kind}` | {good} | {evil} |" for kind, (good, evil) in sums.items()]
    ahead = sum(all(distance(one) > FAR for one in both) for both in sums.values())
    cells = [
        (distance(getattr(one, side)), game, side, getattr(one, side)) for game, one in gains.items() for side in SIDES
    ]
    behind = sorted(cell for cell in cells if cell[0] < -FAR)
    lines += ["", "| game | gain as good | gain as evil |", "|---|---|---|"]
    for ruleset, players in dict.fromkeys((game.ruleset, game.players) for game in gains):
        here = [one for game, one in gains.items() if (game.ruleset, game.players) == (ruleset, players)]
        good, evil = (pooled([getattr(one, side) for one in here]) for side in SIDES)
        lines.append(f"| {ruleset}, {players} players | {good} | {evil} |")
    lines += ["", f"Ahead on both sides by {FAR:g} standard errors among {ahead} of {len(kinds)} kinds."]
    lines += [f"Behind by {FAR:g} standard errors in {len(behind)} of {len(cells)} cells."]
    return lines + [f"* {game.kind}, {game.ruleset}, {game.players}, as {side}: {one}" for _, game, side, one in behind]


if __name__ == "__main__":
    main()
