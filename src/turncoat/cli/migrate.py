"""`turncoat migrate`: the tables of a database, brought up to date."""

from __future__ import annotations

import asyncio
from pathlib import Path

from turncoat.cli.databases import clear_errors, need_existing, open_existing, read_settings
from turncoat.terminal.flags import Flag

_OUT_OF_DATE = 1


def migrate(*, check: Flag = False, database: str | None = None, config: Path | None = None) -> int:
    """Bring the database of a server up to date. A server does this itself when it starts.

    With `--check` nothing is changed: the exit code is 0 if the database is up to date, and 1 if it is older.

    Args:
        check: Only say whether the database is up to date.
        database: sqlite:///FILE or postgresql://…. The default is the server's.
        config: The TOML file with the server's settings.
    """
    from turncoat.server.run import database_address
    from turncoat.server.store.inspection import revision_at
    from turncoat.server.store.revisions import newest

    address = database_address(read_settings(database, config))
    need_existing(address)
    with clear_errors():
        found = asyncio.run(revision_at(address))
    if found == newest():
        print(f"The database is up to date: revision {found}.")
        return 0
    if check:
        print(f"The database has revision {found or 'none'}; this version needs {newest()}: turncoat migrate")
        return _OUT_OF_DATE
    asyncio.run(_upgrade(address))
    print(f"The database now has revision {newest()}; it had {found or 'none'}.")
    return 0


async def _upgrade(address: str) -> None:
    await (await open_existing(address)).close()
