"""`turncoat admin`: what the owner of a server does with its tables."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from turncoat.cli.databases import open_existing, read_settings
from turncoat.core.errors import Refused
from turncoat.core.in_words import counted

if TYPE_CHECKING:
    from turncoat.server.config import Config
    from turncoat.server.store import Database

_DEFAULT_LIMIT = 100


def admin(
    action: Literal["list", "close", "prune"],
    table: str | None = None,
    /,
    *,
    database: str | None = None,
    config: Path | None = None,
    limit: int = _DEFAULT_LIMIT,
) -> None:
    """Look after the tables of a server. The server may be running meanwhile.

    `list` shows the tables, those that were used last first: id, code, status, whether it is public, last use. `close`
    ends a table: whoever plays there is disconnected, and records of finished games stay. `prune` removes what is older
    than the server's settings allow, as the server does every hour.

    Args:
        action: list, close or prune.
        table: The table to close, by its id or code.
        database: sqlite:///FILE or postgresql://…. The default is the server's.
        config: The TOML file with the server's settings.
        limit: How many tables to list.
    """
    settings = read_settings(database, config)
    if (table is not None) != (action == "close"):
        raise Refused("USAGE", "Name one table to close, and none otherwise.")
    asyncio.run(_act(settings, action, table or "", limit))


async def _act(settings: Config, action: str, table: str, limit: int) -> None:
    from turncoat.server.run import database_address

    database = await open_existing(database_address(settings))
    try:
        if action == "list":
            await _list(database, limit)
        elif action == "close":
            await _close(database, table)
        else:
            await _prune(database, settings)
    finally:
        await database.close()


async def _list(database: Database, limit: int) -> None:
    from turncoat.server.store.retention import list_tables

    tables = await list_tables(database, limit)
    if not tables:
        print("There are no tables.")
    for line in tables:
        used = datetime.fromtimestamp(line.updated / 1000, UTC).strftime("%Y-%m-%d %H:%M")
        public = "public" if line.public else "private"
        print(f"{line.id}  {line.code or '-':4}  {line.status:8}  {public:7}  {used}")


async def _close(database: Database, name: str) -> None:
    from turncoat.server.live.clock import now_ms
    from turncoat.server.store.retention import remove_table

    table = await database.find_table(name)
    if table is None:
        raise Refused("NOT_FOUND", f"There is no table {name}.")
    await remove_table(database, table, now_ms())
    print(f"Closed {table}.")


async def _prune(database: Database, settings: Config) -> None:
    from turncoat.server.live.clock import now_ms
    from turncoat.server.store.retention import prune, rules_of

    removed = await prune(database, rules_of(settings), now_ms())
    tables, records = counted(removed.tables, "table"), counted(removed.records, "record")
    print(f"Removed {tables} and {records}, forgot {counted(removed.visitors, 'visitor')}.")
