"""`turncoat backup` and `turncoat restore`: everything that a server has stored, in one file."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from turncoat import __version__
from turncoat.cli.databases import clear_errors, need_address, need_existing, read_settings
from turncoat.core.errors import Refused
from turncoat.core.in_words import counted

if TYPE_CHECKING:
    from turncoat.server.store.backup import Contents

_PATTERN = "turncoat-*.backup"
_NAME = "turncoat-%Y%m%d-%H%M%S.backup"


def backup(
    file: Path = Path(),
    /,
    *,
    database: str | None = None,
    config: Path | None = None,
    keep: int | None = None,
) -> None:
    """Copy everything that a server has stored into a file. The server may be running meanwhile.

    The backup shows the database as it was at one moment. It can be restored into SQLite and into PostgreSQL, whichever
    it was made from. It holds the secrets of running games, and only you can read it: keep it so.

    Args:
        file: The file to write, or a folder, where the file is named after the time.
        database: sqlite:///FILE or postgresql://…. The default is the server's.
        config: The TOML file with the server's settings.
        keep: In a folder, remove older backups, so that so many remain.
    """
    from turncoat.server.run import database_address
    from turncoat.server.store.backup import back_up

    if keep is not None and (keep < 1 or not file.is_dir()):
        raise Refused("USAGE", "--keep is a number from 1, for backups in a folder.")
    address = database_address(read_settings(database, config))
    need_existing(address)
    target = file / datetime.now(UTC).strftime(_NAME) if file.is_dir() else file
    with clear_errors():
        made = asyncio.run(back_up(address, target, __version__))
    print(f"{target}: {_in_words(made)}")
    if keep is not None:
        _remove_older(file, keep)


def _remove_older(folder: Path, keep: int) -> None:
    for old in sorted(folder.glob(_PATTERN))[:-keep]:
        old.unlink()
        print(f"Removed {old}.")


def restore(file: Path, /, *, database: str | None = None, config: Path | None = None) -> None:
    """Put a backup into a new database. Whatever is there already is never overwritten.

    Stop the server, move its old database away, restore, and start the server again. Running games go on where they
    were when the backup was made.

    Args:
        file: The backup.
        database: sqlite:///FILE that does not exist, or postgresql://… that is empty. The default is the server's.
        config: The TOML file with the server's settings.
    """
    from turncoat.server.run import database_address
    from turncoat.server.store.backup import restore as put_back

    address = database_address(read_settings(database, config))
    need_address(address)
    with clear_errors():
        held = asyncio.run(put_back(file, address))
    print(f"Restored: {_in_words(held)}")


def _in_words(held: Contents) -> str:
    made = datetime.fromtimestamp(held.made / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S")
    tables, entries = counted(held.tables, "table"), counted(held.entries, "entry", "entries")
    return f"{tables} with {entries}, {counted(held.records, 'record')}, as of {made} UTC."
