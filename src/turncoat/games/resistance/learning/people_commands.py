"""`turncoat people fit` and `turncoat bench people`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from math import isfinite
from pathlib import Path
from typing import Literal

import msgspec
from rich.console import Console
from rich.progress import Progress

from turncoat.bots import make_bot, roster
from turncoat.extras import need_extra
from turncoat.games.resistance.belief.people.weights import SHIPPED, PeopleWeights
from turncoat.games.resistance.learning.people_bench import (
    Row,
    belief_rows,
    beliefs_of,
    policy_rows,
    shot_rows,
    shots_of,
)
from turncoat.games.resistance.learning.people_decisions import Weigh
from turncoat.games.resistance.learning.people_games import PeopleGame, folds, people_games
from turncoat.games.resistance.learning.people_pictures import draw
from turncoat.terminal.errors import UsageError

Report = Callable[[int, int], None]


def people(task: Literal["fit"], file: Path, /, *, out: Path = Path("people.npz"), seed: int = 0) -> None:
    """Fit the model of people to recorded games. Needs the extra `jax`.

    Args:
        task: What to do: `fit`.
        file: Games in the form of `turncoat import --format jsonl`, plain or compressed with gzip.
        out: The file to write the fitted numbers to. Equal games and seeds give equal numbers.
        seed: Seed of the order in which the games are learnt from.
    """
    games = _games(file)
    with _progress("fitting") as report:
        weights = _fit()(games, seed, report)
    try:
        weights.save(out)
    except OSError as error:
        raise UsageError("NO_FILE", f"Cannot write {out}: {error.strerror or error}.") from None
    print(f"{len(games)} games fitted, {out} written", file=sys.stderr)


def bench(
    what: Literal["people"],
    file: Path,
    /,
    *,
    json: bool = False,
    weights: Path | None = None,
    cross_validate: int | None = None,
    bots: Sequence[str] | None = None,
    reading_of_bots: bool = True,
    pictures: Path | None = None,
) -> None:
    """Measure beliefs and Assassins on recorded games of people.

    Args:
        what: What to measure: `people`.
        file: Games in the form of `turncoat import --format jsonl`, plain or compressed with gzip.
        json: Print one JSON object for each figure.
        weights: Fitted numbers to measure. The default is those of the package.
        cross_validate: Split the tables into so many folds, and measure each fold with numbers that were fitted on the
            others. Needs the extra `jax`.
        bots: The bots whose Assassins are measured. The default is every bot of the game.
        reading_of_bots: Measure also how the bots read each other. This takes most of the time.
        pictures: Draw the results into this folder, as SVG files.
    """
    games = _games(file)
    weigh = _weigh(games, weights, cross_validate)
    named = list(roster(games[0].record.ruleset).bots) if bots is None else list(bots)
    check_bots(named)
    with _progress("beliefs") as report:
        beliefs = beliefs_of(games, weigh, reading_of_bots, report)
    with _progress("decisions") as report:
        decided = list(policy_rows(games, weigh, report))
    shots = None
    if any(game.shot for game in games):
        with _progress("shots") as report:
            shots = shots_of(games, weigh, named, report)
    if pictures is not None:
        draw(pictures, games, beliefs, shots)
    found = [*belief_rows(beliefs), *decided, *(shot_rows(shots) if shots else ())]
    for row in found:
        print(msgspec.json.encode(row).decode() if json else line(row))


def check_bots(names: Sequence[str]) -> None:
    """Raise UsageError if one of them is no bot."""
    for name in names:
        try:
            make_bot(name, "")
        except LookupError as error:
            raise UsageError("BAD_BOT", f"{error}.") from None


def line(row: Row) -> str:
    """A figure for people to read."""
    interval = f"{row.low:.4f} to {row.high:.4f}" if isfinite(row.low) else "no interval"
    return f"{row.name:44} {row.value:8.4f}  ({interval}, n {row.n})"


def _weigh(games: Sequence[PeopleGame], weights: Path | None, count: int | None) -> Weigh:
    """Which fitted numbers each game is measured with."""
    if count is not None:
        return _cross_validated(games, count)
    path = weights or SHIPPED
    try:
        loaded = PeopleWeights.load(path)
    except (OSError, ValueError, KeyError):
        raise UsageError("BAD_WEIGHTS", f"{path} holds no fitted numbers.") from None
    return lambda _: loaded


def _cross_validated(games: Sequence[PeopleGame], count: int) -> Weigh:
    fold_of = folds(games, count)
    found = []
    with _progress("fitting") as report:
        for fold in range(count):
            rest = [game for game, at in zip(games, fold_of, strict=True) if at != fold]
            found.append(_fit()(rest, 0, lambda _, __: None))
            report(fold + 1, count)
    by_table = {game.table: found[at] for game, at in zip(games, fold_of, strict=True)}
    return lambda game: by_table[game.table]


def _games(file: Path) -> list[PeopleGame]:
    size = file.stat().st_size if file.is_file() else 0
    with _progress("games") as report:
        read = 0

        def advance(more: int) -> None:
            nonlocal read
            read += more
            report(read, size)

        return people_games(file, advance)


def _fit() -> Callable[[Sequence[PeopleGame], int, Report], PeopleWeights]:
    need_extra("jax", "jax")
    from turncoat.games.resistance.learning.people_fit import fit

    return fit


@contextmanager
def _progress(name: str) -> Iterator[Report]:
    """A bar on standard error, where that is a terminal."""
    with Progress(console=Console(stderr=True), disable=not sys.stderr.isatty(), transient=True) as bar:
        task = bar.add_task(name, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
