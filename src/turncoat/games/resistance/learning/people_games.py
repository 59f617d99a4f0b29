"""Logs of games that people have played, and their split into folds."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from turncoat.core import Record
from turncoat.games.resistance.adapters.game_logs import JsonLines
from turncoat.games.resistance.belief.people.people_reading import basis_of
from turncoat.games.resistance.learning.finished_games import FinishedGame
from turncoat.terminal.errors import UsageError
from turncoat.terminal.log_files import Advance, read_log


def people_games(path: Path, advance: Advance = lambda _: None) -> list[FinishedGame]:
    """The games of a file in the form of `turncoat import`, in order. Those that cannot be used are left out.

    Raises UsageError if there is no game.
    """
    records = (found for found in read_log(path, JsonLines(), advance) if isinstance(found, Record))
    games = [game for game in map(FinishedGame, records) if basis_of(game.final.rules) == "people" and game.history]
    if not games:
        raise UsageError("NO_GAMES", f"There is no game of people in {path}.")
    return games


def folds(games: Sequence[FinishedGame], count: int) -> list[int]:
    """For each game the fold it is in. Games of one table are in one fold, and folds have about equally many games.

    Raises UsageError if there are fewer tables than folds.
    """
    tables: dict[str, int] = {}
    for game in games:
        tables[game.table] = tables.get(game.table, 0) + 1
    if not 2 <= count <= len(tables):
        raise UsageError("BAD_FOLDS", f"{len(tables)} tables cannot be split into {count} folds.")
    filled, fold_of = [0] * count, {}
    for table, size in sorted(tables.items(), key=lambda item: (-item[1], item[0])):
        fold_of[table] = filled.index(min(filled))
        filled[fold_of[table]] += size
    return [fold_of[game.table] for game in games]
