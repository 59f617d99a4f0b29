"""Item 24 of the threat model: another account of the machine cannot read the database, which holds running games."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from tests.server.harness import running, visitor


def rights(folder: Path) -> dict[str, int]:
    """The rights of the database and of what SQLite keeps beside it, while the server runs."""
    return {file.name: file.stat().st_mode & 0o777 for file in folder.glob("t.db*")}


def test_a_new_database_can_be_read_by_its_owner_alone(tmp_path: Path) -> None:
    with running(f"sqlite:///{tmp_path}/t.db", tmp_path / "log") as server:
        visitor(server).create(ruleset="classic")
        assert rights(tmp_path) == {"t.db": 0o600, "t.db-wal": 0o600, "t.db-shm": 0o600}


def test_an_older_database_is_closed_to_others_and_the_log_says_so(tmp_path: Path) -> None:
    file = tmp_path / "t.db"
    with closing(sqlite3.connect(file)) as other:
        other.execute("PRAGMA journal_mode=WAL")
        other.execute("CREATE TABLE earlier (n)")
        other.commit()
        for name in ("t.db", "t.db-wal", "t.db-shm"):
            (tmp_path / name).chmod(0o644)
        with running(f"sqlite:///{file}", tmp_path / "log") as server:
            visitor(server).create(ruleset="classic")
            assert rights(tmp_path) == {"t.db": 0o600, "t.db-wal": 0o600, "t.db-shm": 0o600}
    assert "only its owner" in (tmp_path / "log").read_text()
