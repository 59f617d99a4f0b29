"""`turncoat self-play`: a great many games of the simulator as tables."""

from __future__ import annotations

import sys
from itertools import chain
from pathlib import Path
from typing import Literal

from turncoat.extras import need_extra
from turncoat.games.resistance.adapters.record_tables import columns
from turncoat.terminal.errors import UsageError
from turncoat.terminal.flags import Several, split
from turncoat.terminal.table_files import GAMES, TableFiles


def self_play(
    ruleset: str = "classic",
    /,
    *,
    out: Path,
    games: int = 100_000,
    players: int = 5,
    roles: Several = None,
    seed: int = 1,
    format: Literal["csv", "parquet"] = "parquet",  # noqa: A002 - an option
) -> None:
    """Play games at random in the vector simulator and write them as tables: games, seats, proposals, votes.

    The tables are those of `turncoat export`. Needs the extra `jax`, and `data` for Parquet.

    Args:
        ruleset: What to play.
        out: The folder for the tables, one file each.
        games: How many games.
        players: How many seats.
        roles: Optional roles to include: `--roles NAME,NAME`.
        seed: The same seed gives the same games.
        format: parquet or csv.
    """
    need_extra("jax", "jax")
    from turncoat.games.resistance.adapters.self_play import play_games

    if games < 1:
        raise UsageError("BAD_GAMES", "Play at least one game.")
    chosen = split(roles)
    same = {"ruleset": ruleset, "players": players, "roles": "+".join(chosen), "options": "{}", "bot": "random"}
    tables = {"games": GAMES, **{name: {"game": str, **kinds} for name, kinds in columns.items()}}
    pieces = play_games(ruleset, players, chosen, games, seed)
    first = next(pieces)  # refuses a bad set-up before a file is made
    with TableFiles(out, format, tables) as files:
        for piece in chain([first], pieces):
            for table, found in piece.items():
                files.add_columns(table, {**same, **found}, len(found["game"]))
    print(f"{games:,} games written to {out}", file=sys.stderr)
