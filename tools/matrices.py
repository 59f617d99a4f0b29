"""The tables of docs/results/: python -m tools.matrices [NAME ...] [--scale 1.0] [--journal FOLDER]

Every table is a list of cells on the same deals; what a journal holds is not played again. Prints Markdown.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

import msgspec

from tools.ladder import ALL, FIVE, SIZES, Setting
from turncoat.arena.contest import Cell
from turncoat.arena.results import summary
from turncoat.arena.runner import run
from turncoat.games.resistance.belief.plain_plan import plan_for
from turncoat.games.resistance.rules.ruleset import charts

_SEED = "1"
_COIN = {"table_coin": True}
_VALUES = {players: Fraction(*plan_for(players).value) for players in charts().teams}
_RUNGS = ("random", "simple", "logic", "bayes")
_LEVELS = ("beginner", "casual", "regular", "expert")
_CHARACTERS = (
    Setting("5, Percival, Morgana", "avalon", 5, ("percival", "morgana")),
    Setting("5, Mordred", "avalon", 5, ("mordred",)),
    Setting("6, Percival, Morgana", "avalon", 6, ("percival", "morgana")),
    Setting("7, Percival, Morgana", "avalon", 7, ("percival", "morgana")),
    Setting("7, Percival, Morgana, Lady", "avalon", 7, ("percival", "morgana"), {"lady": True}),
    Setting("7, Mordred", "avalon", 7, ("mordred",)),
    Setting("7, Oberon", "avalon", 7, ("oberon",)),
    Setting("7, Percival, Mordred", "avalon", 7, ("percival", "mordred")),
    Setting("7, Percival, Morgana, Mordred", "avalon", 7, ("percival", "morgana", "mordred")),
    Setting("7, all characters, Assassin by duty", "avalon", 7, ALL, {"assassin_duty": True}),
    Setting("8, Percival, Morgana, Mordred", "avalon", 8, ("percival", "morgana", "mordred")),
    Setting("9, Percival, Morgana, Oberon", "avalon", 9, ("percival", "morgana", "oberon")),
    Setting("10, all characters", "avalon", 10, ALL),
)
_TALKED = ("7, Percival, Morgana", "7, Percival, Morgana, Lady", "7, all characters, Assassin by duty")


class Row(NamedTuple):
    """A line of a table: what it is about, and a cell for each column."""

    title: str
    cells: tuple[Cell, ...]


class Table(NamedTuple):
    """Good's wins, cell by cell."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]


def _row(title: str, setting: Setting, pairs: Iterable[tuple[str, str]], games: int) -> Row:
    return Row(title, tuple(setting.cell(good, evil, games, _SEED) for good, evil in pairs))


def five() -> Table:
    """All pairs of the ladder's first rungs with Merlin and the Assassin."""
    rows = (_row(good, FIVE[0], [(good, evil) for evil in _RUNGS], 10_000) for good in _RUNGS)
    return Table("5 players, Merlin and Assassin: good (rows) against evil (columns)", _RUNGS, tuple(rows))


def sets() -> Table:
    """`bayes` and `logic` against each other, and `bayes` against itself, at every size."""
    pairs = ("bayes", "logic"), ("logic", "bayes"), ("bayes", "bayes")
    rows = (_row(one.title, one, pairs, 2_000) for one in (*SIZES, *_CHARACTERS))
    return Table("`bayes` and `logic`: good / evil", tuple(" / ".join(pair) for pair in pairs), tuple(rows))


def exact() -> Table:
    """`optimal` against itself: the values of the plain game."""
    pairs = (("optimal", "optimal"),)
    rows = (
        _row(f"{players} players, exact {value}", _plain(players), pairs, 10_000) for players, value in _VALUES.items()
    )
    return Table("`optimal` against `optimal`, plain, with the table coin", ("good wins % (95 %)",), tuple(rows))


def holds() -> Table:
    """`optimal` against every other rung, either way."""
    rows = []
    for players, games in ((5, 4_000), (7, 2_000), (10, 2_000)):
        for other in _RUNGS:
            pairs = ("optimal", other), (other, "optimal")
            rows.append(_row(f"{players} players (exact {_VALUES[players]}), {other}", _plain(players), pairs, games))
    columns = "`optimal` good", "`optimal` evil"
    return Table("`optimal` against the others, plain, with the table coin", columns, tuple(rows))


def levels() -> Table:
    """The levels for people, against `logic` and against `bayes`."""
    columns = "level / logic", "logic / level", "level / bayes", "bayes / level"
    rows = []
    for setting in (FIVE[0], Setting("7, Percival, Morgana", "avalon", 7, ("percival", "morgana"))):
        for level in _LEVELS:
            pairs = (level, "logic"), ("logic", level), (level, "bayes"), ("bayes", level)
            rows.append(_row(f"{setting.title}: {level}", setting, pairs, 1_000))
    return Table("The levels: good / evil", columns, tuple(rows))


def talk() -> Table:
    """`bayes` tables in silence and with claims, on the same deals."""
    rows = []
    for setting in (*SIZES[::6], SIZES[2], *(one for one in _CHARACTERS if one.title in _TALKED)):
        cell = setting.cell("bayes", "bayes", 4_000, _SEED)
        rows.append(Row(setting.title, (cell, msgspec.structs.replace(cell, talk=True))))
    return Table("`bayes` against `bayes`, silent and with talk", ("silent", "with talk"), tuple(rows))


TABLES: dict[str, Callable[[], Table]] = {
    "five": five,
    "exact": exact,
    "holds": holds,
    "sets": sets,
    "levels": levels,
    "talk": talk,
}


def _plain(players: int) -> Setting:
    return Setting(f"{players}, plain", "classic", players, (), _COIN)


def scaled(table: Table, scale: float) -> Table:
    """The table with more or fewer games a cell."""

    def cell(one: Cell) -> Cell:
        return msgspec.structs.replace(one, games=max(1, round(one.games * scale)))

    return table._replace(rows=tuple(row._replace(cells=tuple(map(cell, row.cells))) for row in table.rows))


def markdown(table: Table, *, workers: int | None = None, journal: Path | None = None) -> Iterable[str]:
    """Play a table and write it down: good's wins in percent with 95 % intervals, and the games a cell."""
    cells = [cell for row in table.rows for cell in row.cells]
    played = iter(run(cells, workers=workers, journal=journal))
    yield f"**{table.title}**\n"
    yield "| | " + " | ".join(table.columns) + " | games |"
    yield "|---" * (len(table.columns) + 2) + "|"
    for row in table.rows:
        rates = [str(summary(next(played)).good) for _ in row.cells]
        yield f"| {row.title} | " + " | ".join(rates) + f" | {row.cells[0].games:,} |"


def write(names: Sequence[str], scale: float, workers: int | None, journals: Path | None) -> None:
    """Print tables by name, each with its command."""
    for name in names:
        journal = None if journals is None else journals / f"{name}.jsonl"
        for line in markdown(scaled(TABLES[name](), scale), workers=workers, journal=journal):
            sys.stdout.write(line + "\n")
        more = "" if scale == 1 else f" --scale {scale:g}"
        sys.stdout.write(f"\n```\npython -m tools.matrices {name}{more}\n```\n\n")
        sys.stdout.flush()


def main() -> None:
    """Play what the arguments say."""
    parser = argparse.ArgumentParser(prog="python -m tools.matrices", description=__doc__)
    parser.add_argument("names", nargs="*", default=list(TABLES), help=", ".join(TABLES))
    parser.add_argument("--scale", type=float, default=1.0, help="so many times the games a cell")
    parser.add_argument("--workers", type=int, help="processes; all cores if not said")
    parser.add_argument("--journal", type=Path, help="a folder that keeps what is done, to go on from there")
    args = parser.parse_args()
    if unknown := set(args.names) - TABLES.keys():
        parser.error(f"no such table: {', '.join(sorted(unknown))}; there are {', '.join(TABLES)}")
    if args.journal is not None:
        args.journal.mkdir(parents=True, exist_ok=True)
    write(args.names, args.scale, args.workers, args.journal)


if __name__ == "__main__":
    main()
