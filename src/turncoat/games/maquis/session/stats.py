"""Statistics of solo games, in a small SQLite file.

Only a first attempt at a deal counts: whoever plays it again knows the cards.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path

import msgspec

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


class Stats(msgspec.Struct, frozen=True):
    """How a player has done. A streak is of victories, from Minor Victory up."""

    games: int
    grades: dict[str, int]
    average_points: float
    streak: int
    best_streak: int
    losses: dict[str, int]


def _own_file() -> Path:
    import platformdirs  # only who keeps statistics needs it

    return platformdirs.user_data_path("turncoat", appauthor=False) / "solo.sqlite3"


class Statistics:
    """The results of every player of this machine."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path or _own_file()

    @contextmanager
    def _database(self) -> Iterator[sqlite3.Connection]:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(self._path)) as database, database:
            database.execute(_SCHEMA)
            yield database

    def add(
        self, player: str, deal: Deal, attempt: int, outcome: MaquisOutcome, rounds: int, finished: datetime
    ) -> bool:
        """Keep a result. A result of the same player, deal and attempt is kept once; says whether it was new."""
        row = (
            player,
            finished.isoformat(),
            str(deal),
            attempt,
            outcome.grade,
            outcome.reason,
            outcome.points,
            rounds,
        )
        with self._database() as database:
            places = ", ".join("?" * len(row))
            added = database.execute(
                "INSERT OR IGNORE INTO solo_result"
                f" (player, finished, deal, attempt, grade, reason, points, rounds) VALUES ({places})",
                row,
            )
            return added.rowcount == 1

    def attempts(self, player: str, deal: Deal) -> int:
        """How often the player has finished a deal."""
        with self._database() as database:
            found = database.execute(
                "SELECT COUNT(*) FROM solo_result WHERE player = ? AND deal = ?", (player, str(deal))
            )
            return int(found.fetchone()[0])

    def of(self, player: str) -> Stats:
        """The statistics of a player."""
        with self._database() as database:
            rows = database.execute(
                "SELECT grade, reason, points FROM solo_result WHERE player = ? AND attempt = 1 ORDER BY finished, id",
                (player,),
            ).fetchall()
        streak, best = _streaks([grade in WINS for grade, _, _ in rows])
        return Stats(
            games=len(rows),
            grades=dict(Counter(grade for grade, _, _ in rows)),
            average_points=sum(points for _, _, points in rows) / len(rows) if rows else 0.0,
            streak=streak,
            best_streak=best,
            losses=dict(Counter(reason for grade, reason, _ in rows if grade == "loss")),
        )


def _streaks(wins: list[bool]) -> tuple[int, int]:
    """The streak that is running, and the longest."""
    running = best = 0
    for won in wins:
        running = running + 1 if won else 0
        best = max(best, running)
    return running, best
