"""A SQLite database is for its owner alone: it holds the seeds of running games."""

from __future__ import annotations

import logging
from pathlib import Path

_LOG = logging.getLogger("turncoat.store")
_OWNER_ONLY = 0o600
_OTHERS = 0o077


def make_private(database: str | None) -> None:
    """Create the file so that only its owner may read it, or take the others' rights away from an existing one.

    SQLite gives the files that it makes beside it (`-wal`, `-shm`) the same rights; older ones are changed here.
    """
    if not database or database == ":memory:" or database.startswith("file:"):
        return
    if not Path(database).exists():
        Path(database).touch(_OWNER_ONLY)
    for name in (database, f"{database}-wal", f"{database}-shm"):
        file = Path(name)
        if file.exists() and file.stat().st_mode & _OTHERS:
            _close_to_others(file)


def _close_to_others(file: Path) -> None:
    try:
        file.chmod(_OWNER_ONLY)
    except PermissionError:
        _LOG.warning("others can read %s, and it is not ours to change that", file.name)
    else:
        _LOG.warning("others could read %s; now only its owner can", file.name)
