"""What a bot loses to an opponent that was trained against it alone, at a fixed budget:

    python -m tools.best_response CHECKPOINT OUT --recipe plain --updates 300 --games 10000 [--bot net:]

For each side that learns, a network is trained from the checkpoint itself for so many updates against the other side.
Then it plays against that side, and so does the checkpoint, on the same deals. Whatever is finished is kept in OUT: the
same command continues after an interruption, and plays more games if it is asked to. Prints a Markdown table.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from turncoat.arena.contest import Cell, Teams
from turncoat.arena.play import Played
from turncoat.arena.runner import run
from turncoat.arena.stats import Gain, Rate, gain, rate
from turncoat.games.resistance.learning.__main__ import main as train
from turncoat.games.resistance.learning.recipes import RECIPES

SIDES = ("evil", "good")


class Row(NamedTuple):
    """One game of the recipe: how often the bot's side wins against its own kind and against the response."""

    game: str
    bot_plays: str
    own: Rate
    against_response: Rate
    change: Gain


def respond(checkpoint: Path, out: Path, side: str, options: argparse.Namespace) -> Path:
    """The network that was trained to beat the checkpoint's other side; trained now where there is none yet."""
    folder = out / side
    found = folder / f"last-{options.seed}.npz"
    if not (folder / "finished").exists():
        words = f"{options.recipe} {folder} --updates {options.updates} --seed {options.seed} --side {side} --slots 1"
        given = ["--respond-to", str(checkpoint), "--from", str(checkpoint), "--resume", *options.training]
        train([*words.split(), *given])
        (folder / "finished").touch()
    return found


def measure(bot: str, response: str, side: str, options: argparse.Namespace) -> Iterator[Row]:
    """Both against the bot's other side, on the same deals, in every game of the recipe."""
    plays = SIDES[1 - SIDES.index(side)]
    for _, ruleset, players, roles, given in RECIPES[options.recipe].setups:
        lineups = [Teams(bot, other) if plays == "good" else Teams(other, bot) for other in (bot, response)]
        cells = [
            Cell(
                lineup=lineup, ruleset=ruleset, players=players, roles=roles, options=given, games=options.games,
                seed="best-response",
            )
            for lineup in lineups
        ]  # fmt: skip
        own, against = run(cells, workers=options.workers, journal=options.out / "journal.jsonl")
        title = ", ".join([ruleset, str(players), *roles, *(f"{name}={value}" for name, value in given.items())])
        yield Row(title, plays, _wins(own, plays), _wins(against, plays), _change(own, against, plays))


def _wins(games: Sequence[Played], side: str) -> Rate:
    return rate(sum(game.winner == side for game in games), len(games))


def _change(own: Sequence[Played], against: Sequence[Played], side: str) -> Gain:
    pairs = zip(own, against, strict=True)
    return gain([(later.winner == side) - (before.winner == side) for before, later in pairs])


def markdown(rows: Iterator[Row]) -> Iterator[str]:
    """The table, line by line."""
    yield "| game | the bot plays | wins against its own kind % | against the response % | change |"
    yield "|---|---|---|---|---|"
    for row in rows:
        yield f"| {row.game} | {row.bot_plays} | {row.own} | {row.against_response} | {row.change} |"


def main(argv: Sequence[str] | None = None) -> None:
    """Train and measure what the arguments say."""
    parser = argparse.ArgumentParser(prog="python -m tools.best_response", description=__doc__)
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--recipe", choices=RECIPES, default="plain")
    parser.add_argument("--updates", type=int, default=300, help="the budget of each response")
    parser.add_argument("--sides", nargs="+", choices=SIDES, default=SIDES, help="which sides learn")
    parser.add_argument("--bot", help="the bot that is measured; the network of the checkpoint alone if not said")
    parser.add_argument("--games", type=int, default=10_000, help="a cell")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, help="processes; all cores if not said")
    options, passed_on = parser.parse_known_args(argv)
    options.training = passed_on
    options.out.mkdir(parents=True, exist_ok=True)

    def rows() -> Iterator[Row]:
        for side in options.sides:
            response = respond(options.checkpoint, options.out, side, options)
            yield from measure(options.bot or f"net:{options.checkpoint}", f"net:{response}", side, options)

    for line in markdown(rows()):
        sys.stdout.write(line + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
