"""How strong a bot is against the others: python -m tools.ladder five|family [--bot net] [--games 10000]

For every game and every opponent there are four cells on the same deals: the opponent against itself, the bot's
good against the opponent's evil, the opponent's good against the bot's evil, and the bot against itself. It is
ahead where its good wins more, and its evil concedes less, than the opponent's own. Prints a Markdown table.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Mapping, Sequence
from itertools import tee
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple

from turncoat import charts as plots
from turncoat.arena.contest import Cell, Teams
from turncoat.arena.play import Played
from turncoat.arena.results import summary
from turncoat.arena.runner import run

OPPONENTS = ("bayes", "logic", "simple", "random")
ALL = ("percival", "morgana", "mordred", "oberon")


class Setting(NamedTuple):
    """A game that is measured, and what it is called."""

    title: str
    ruleset: str
    players: int
    roles: tuple[str, ...] = ()
    options: Mapping[str, Any] = {}

    def cell(self, good: str, evil: str, games: int, seed: str) -> Cell:
        """One cell of the table."""
        lineup = Teams(good=good, evil=evil)
        return Cell(
            lineup=lineup,
            ruleset=self.ruleset,
            players=self.players,
            roles=self.roles,
            options=self.options,
            games=games,
            seed=seed,
        )


FIVE = (Setting("5, Merlin", "avalon", 5),)
SIZES = (
    *(Setting(f"{players}, plain", "classic", players) for players in range(5, 11)),
    *(Setting(f"{players}, Merlin", "avalon", players) for players in range(5, 11)),
)
FAMILY = (
    *SIZES,
    Setting("5, Percival, Morgana", "avalon", 5, ("percival", "morgana")),
    Setting("6, Percival, Morgana", "avalon", 6, ("percival", "morgana")),
    Setting("7, Percival, Morgana", "avalon", 7, ("percival", "morgana")),
    Setting("7, Mordred", "avalon", 7, ("mordred",)),
    Setting("7, Percival, Morgana, Lady", "avalon", 7, ("percival", "morgana"), {"lady": True}),
    Setting("8, Percival, Morgana, Mordred", "avalon", 8, ("percival", "morgana", "mordred")),
    Setting("9, Percival, Morgana, Oberon", "avalon", 9, ("percival", "morgana", "oberon")),
    Setting("10, all characters", "avalon", 10, ALL),
    Setting("10, all characters, Lady", "avalon", 10, ALL, {"lady": True}),
)
SETTINGS = {"five": FIVE, "family": FAMILY}


class Row(NamedTuple):
    """Good's wins in the four cells of a game and an opponent."""

    setting: Setting
    opponent: str
    wins: tuple[float, float, float, float]
    games: int

    @property
    def leads(self) -> tuple[float, float]:
        """By how many standard errors the bot is ahead of the opponent as good, and as evil."""
        own, good, evil, _ = self.wins
        return _errors(good, own, self.games), _errors(own, evil, self.games)


def _errors(more: float, less: float, games: int) -> float:
    spread = sqrt((more * (1 - more) + less * (1 - less)) / games)
    return (more - less) / max(spread, 1e-9)


def measure(
    bot: str,
    settings: Sequence[Setting],
    opponents: Sequence[str],
    games: int,
    *,
    seed: str = "ladder",
    workers: int | None = None,
    journal: Path | None = None,
) -> Iterable[Row]:
    """Play all cells, game by game. Cells that several rows share are played once."""
    for setting in settings:
        pairs = [(bot, bot)]
        pairs += [pair for other in opponents for pair in ((other, other), (bot, other), (other, bot))]
        cells = [setting.cell(good, evil, games, seed) for good, evil in pairs]
        played = run(cells, workers=workers, journal=journal)
        rate = {pair: _good(found) for pair, found in zip(pairs, played, strict=True)}
        for other in opponents:
            wins = (rate[other, other], rate[bot, other], rate[other, bot], rate[bot, bot])
            yield Row(setting, other, wins, games)


def _good(games: Sequence[Played]) -> float:
    return summary(games).good.rate


def markdown(bot: str, rows: Iterable[Row]) -> Iterable[str]:
    """The table, line by line. `X` is the opponent; leads are in standard errors."""
    yield f"| game | X | X / X | **{bot}** / X | X / **{bot}** | {bot} / {bot} | lead as good | lead as evil |"
    yield "|---|---|---|---|---|---|---|---|"
    for row in rows:
        rates = " | ".join(f"{100 * share:.1f}" for share in row.wins)
        good, evil = row.leads
        yield f"| {row.setting.title} | {row.opponent} | {rates} | {good:+.0f} | {evil:+.0f} |"


def picture(bot: str, opponent: str, rows: Iterable[Row]) -> str:
    """Good's wins against one opponent, as dots: the bot's good to the right of X / X, its evil to the left."""
    colours = {
        f"{opponent} / {bot}": plots.colour("evil", 0),
        f"{opponent} / {opponent}": plots.colour("good", 5),
        f"{bot} / {opponent}": plots.colour("good", 0),
    }
    items = [
        (row.setting.title, dict(zip(colours, (row.wins[2], row.wins[0], row.wins[1]), strict=True)))
        for row in rows
        if row.opponent == opponent
    ]
    return plots.alone(plots.dots(items, colours, f"{bot} and {opponent}: good's wins by game, good / evil"))


def main() -> None:
    """Measure what the arguments say."""
    parser = argparse.ArgumentParser(prog="python -m tools.ladder", description=__doc__)
    parser.add_argument("settings", choices=SETTINGS)
    parser.add_argument("--bot", default="net", help="also net:CHECKPOINT@TEMPERATURE")
    parser.add_argument("--against", nargs="+", default=OPPONENTS)
    parser.add_argument("--games", type=int, default=10_000, help="a cell")
    parser.add_argument("--workers", type=int, help="processes; all cores if not said")
    parser.add_argument("--journal", type=Path, help="keep what is done, and go on from there")
    parser.add_argument("--pictures", type=Path, help="a folder for one picture an opponent")
    args = parser.parse_args()
    rows = measure(
        args.bot, SETTINGS[args.settings], args.against, args.games, workers=args.workers, journal=args.journal
    )
    sys.stdout.write("Good's wins in percent: good / evil\n\n")
    shown, drawn = tee(rows)
    for line in markdown(args.bot, shown):
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
    if args.pictures is not None:
        found = list(drawn)
        for opponent in args.against:
            (args.pictures / f"ladder-{opponent}.svg").write_text(picture(args.bot, opponent, found))


if __name__ == "__main__":
    main()
