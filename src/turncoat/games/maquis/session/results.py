"""The results of finished games, kept in a small SQLite file.

Only the first attempt at a deal counts in statistics, because afterwards the player knows the cards.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path

from turncoat.core.solitaire import Result, Summary, summarise
from turncoat.games.maquis import MaquisOutcome
from turncoat.games.maquis.rules.rounds import WINS
from turncoat.games.maquis.session.deals import Deal

_SCHEMA = """
CREATE TABLE IF NOT EXISTS solo_result (
    id INTEGER PRIMARY KEY,
    player TEXT NOT NULL,
    finished TEXT NOT NULL,
    deal TEXT NOT NULL,
    attempt INTEGER NOT NULL,
    grade TEXT NOT NULL,
    reason TEXT NOT NULL,
    points INTEGER NOT NULL,
    rounds INTEGER NOT NULL,
    UNIQUE (player, deal, attempt)
)
"""


class Results:
    """The finished games of every player who uses this file."""

    def __init__(self, path: Path) -> None:
        self._path = path

    @contextmanager
    def _database(self) -> Iterator[sqlite3.Connection]:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(self._path)) as database, database:
            database.execute(_SCHEMA)
            yield database

    def add(
        self, player: str, deal: Deal, attempt: int, outcome: MaquisOutcome, rounds: int, finished: datetime
    ) -> bool:
        """Keep a result. Returns False if the player's result of this attempt is there already."""
        row = {
            "player": player,
            "finished": finished.isoformat(),
            "deal": str(deal),
            "attempt": attempt,
            "grade": outcome.grade,
            "reason": outcome.reason,
            "points": outcome.points,
            "rounds": rounds,
        }
        columns, values = ", ".join(row), ", ".join(f":{name}" for name in row)
        with self._database() as database:
            added = database.execute(f"INSERT OR IGNORE INTO solo_result ({columns}) VALUES ({values})", row)
            return added.rowcount == 1

    def attempts(self, player: str, deal: Deal) -> int:
        """How often the player has finished a deal."""
        with self._database() as database:
            found = database.execute(
                "SELECT COUNT(*) FROM solo_result WHERE player = ? AND deal = ?", (player, str(deal))
            )
            return int(found.fetchone()[0])

    def statistics(self, player: str) -> Summary:
        """The statistics of a player's first attempts."""
        with self._database() as database:
            rows = database.execute(
                "SELECT grade, reason, points FROM solo_result WHERE player = ? AND attempt = 1 ORDER BY finished, id",
                (player,),
            ).fetchall()
        return summarise(
            Result(won=grade in WINS, lost=grade == "loss", reason=reason, grade=grade, points=points)
            for grade, reason, points in rows
        )
