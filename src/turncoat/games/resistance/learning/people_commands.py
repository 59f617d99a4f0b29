"""`turncoat people fit` and `turncoat bench people`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from math import isfinite
from pathlib import Path
from typing import Literal

import msgspec
import numpy as np
from rich.console import Console
from rich.progress import Progress

from turncoat.bots import make_bot, roster
from turncoat.extras import need_extra
from turncoat.games.resistance.belief.people.weights import SHIPPED, PeopleWeights
from turncoat.games.resistance.learning.figures import Row
from turncoat.games.resistance.learning.finished_games import FinishedGame
from turncoat.games.resistance.learning.people_bench import belief_rows, beliefs_of, policy_rows, shot_rows, shots_of
from turncoat.games.resistance.learning.people_decisions import Decisions, Weigh, decisions_of
from turncoat.games.resistance.learning.people_games import folds, people_games
from turncoat.games.resistance.learning.people_pictures import draw
from turncoat.terminal.errors import UsageError
from turncoat.terminal.flags import Flag, Several, split

Report = Callable[[int, int], None]


def people(
    task: Literal["fit"],
    file: Path,
    /,
    *,
    out: Path = Path("people.npz"),
    reading: Path | None = None,
    seed: int = 0,
) -> None:
    """Fit the model of people to recorded games. Needs the extra `jax`.

    Args:
        task: What to do: `fit`.
        file: Games in the form of `turncoat import --format jsonl`, plain or compressed with gzip.
        out: The file to write the fitted numbers to. Equal games and seeds give equal numbers.
        reading: Fitted numbers whose reading is kept: how evil sides and Merlin are found. Only what people do is
            fitted then. The default is to fit everything.
        seed: Seed of the order in which the games are learnt from.
    """
    kept = None if reading is None else _load(reading)
    games = _games(file)
    need_extra("jax", "jax")
    from turncoat.games.resistance.learning.people_fit import fit, fit_decisions

    with _progress("fitting") as report:
        weights = fit(games, seed, report) if kept is None else fit_decisions(games, kept, seed, report)
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
    json: Flag = False,
    weights: Path | None = None,
    cross_validate: int | None = None,
    bots: Several = None,
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
    named = split(bots) or tuple(roster(games[0].record.ruleset).bots)
    check_bots(named)
    weigh, decisions = _numbers(games, weights, cross_validate)
    decided = list(policy_rows(games, weigh, decisions))
    with _progress("beliefs") as report:
        beliefs = beliefs_of(games, weigh, reading_of_bots, report)
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


def _numbers(games: Sequence[FinishedGame], weights: Path | None, count: int | None) -> tuple[Weigh, Decisions]:
    """Which fitted numbers each game is measured with, and the decisions of the games as these numbers see them."""
    if count is not None:
        return _cross_validated(games, count)
    loaded = _load(weights or SHIPPED)
    with _progress("decisions") as report:
        return lambda _: loaded, decisions_of(games, lambda _: loaded, report)


def _load(path: Path) -> PeopleWeights:
    try:
        return PeopleWeights.load(path)
    except (OSError, ValueError, KeyError):
        raise UsageError("BAD_WEIGHTS", f"{path} holds no fitted numbers.") from None


def _cross_validated(games: Sequence[FinishedGame], count: int) -> tuple[Weigh, Decisions]:
    fold_of = np.array(folds(games, count))
    need_extra("jax", "jax")
    from turncoat.games.resistance.learning.people_fit import fit_without

    with _progress("fitting") as report:
        fitted = fit_without(games, [fold_of == fold for fold in range(count)], 0, report)
    by_game = {game: fitted.weights[fold] for game, fold in zip(games, fold_of.tolist(), strict=True)}
    return by_game.get, fitted.decisions


def _games(file: Path) -> list[FinishedGame]:
    size = file.stat().st_size if file.is_file() else 0
    with _progress("games") as report:
        read = 0

        def advance(more: int) -> None:
            nonlocal read
            read += more
            report(read, size)

        return people_games(file, advance)


@contextmanager
def _progress(name: str) -> Iterator[Report]:
    """A bar on standard error, where that is a terminal."""
    with Progress(console=Console(stderr=True), disable=not sys.stderr.isatty(), transient=True) as bar:
        task = bar.add_task(name, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
