"""Group commit: what many tables did in the same few milliseconds is stored in one transaction."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, insert, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from turncoat.server.store.database import Database
from turncoat.server.store.schema import entries, people, players, records, tables

_LOG = logging.getLogger("turncoat.store")
_RETRIES = 5
_INSERT = insert(entries)


class Conflict(Exception):
    """Another process has appended first."""


class Write(msgspec.Struct):
    """One table's part of a transaction. `done` is called with None, or with what went wrong.

    `public` is the number of entries that everybody at the table is told of. Nothing else is counted.
    """

    table: str
    entries: list[dict[str, Any]]
    done: Callable[[Exception | None], None]
    public: int = 0
    summary: dict[str, Any] | None = None
    people: frozenset[str] | None = None
    records: list[tuple[dict[str, Any], list[dict[str, Any]]]] = []


Collect = Callable[[], Write | None]
"""Gives what a table has to store now, if anything."""


class Committer:
    """Stores what tables have, group by group. At most one group is on its way."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._marked: dict[Collect, None] = {}
        self._wake = asyncio.Event()
        self._idle = asyncio.Event()
        self._idle.set()
        self._task: asyncio.Task[None] | None = None
        self.groups = 0
        self.appended = 0

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name="committer")

    async def stop(self) -> None:
        """Store what is waiting, then end."""
        await self._idle.wait()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def mark(self, collect: Collect) -> None:
        """Ask `collect` for what it has when the next group is stored."""
        self._marked[collect] = None
        self._idle.clear()
        self._wake.set()

    async def _run(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            marked, self._marked = self._marked, {}
            group = [write for collect in marked if (write := _collected(collect)) is not None]
            if group:
                await self._store(group)
            if not self._marked:
                self._idle.set()

    async def _store(self, group: list[Write]) -> None:
        try:
            await self._attempt(group)
        except IntegrityError:
            await self._one_by_one(group)
        except Exception as error:  # noqa: BLE001 - whatever happens to one group, the next must be stored
            _LOG.error("the store does not answer: %s", type(error).__name__)
            _finish(group, error)
        else:
            public = sum(write.public for write in group)
            self.groups += public > 0
            self.appended += public
            _finish(group, None)

    async def _attempt(self, group: list[Write]) -> None:
        for attempt in range(_RETRIES):
            try:
                await self._transact(group)
            except IntegrityError:
                raise
            except (SQLAlchemyError, OSError):
                if attempt == _RETRIES - 1:
                    raise
                await asyncio.sleep(0.05 * 4**attempt)
            else:
                return

    async def _one_by_one(self, group: list[Write]) -> None:
        """Store each write by itself, because one table of the group has lost a race."""
        for write in group:
            error: Exception | None = None
            try:
                await self._attempt([write])
            except IntegrityError:
                error = None if await self._is_ours(write) else Conflict()
            except (SQLAlchemyError, OSError) as failure:
                error = failure
            _finish([write], error)

    async def _is_ours(self, write: Write) -> bool:
        """Whether the rows in conflict are our own, from an attempt whose answer was lost."""
        stored = await self._database.load(write.table, write.entries[0]["seq"] - 1)
        wanted = [(row["seq"], row["node"], row["body"]) for row in write.entries]
        return stored[: len(wanted)] == wanted

    async def _transact(self, group: list[Write]) -> None:
        await self._database.write(lambda connection: _write(connection, group))


def _collected(collect: Collect) -> Write | None:
    try:
        return collect()
    except Exception:  # noqa: BLE001 - one table's trouble must not keep the others from being stored
        _LOG.exception("a table could not be stored")
        return None


def _finish(group: list[Write], error: Exception | None) -> None:
    for write in group:
        write.done(error)


def _write(connection: Connection, group: list[Write]) -> None:
    connection.execute(_INSERT, [row for write in group for row in write.entries])
    for write in group:
        if write.summary is not None:
            connection.execute(update(tables).where(tables.c.id == write.table).values(write.summary))
        if write.people is not None:
            _write_people(connection, write.table, write.people)
        for record, seats in write.records:
            connection.execute(insert(records), record)
            if seats:
                connection.execute(insert(players), seats)


def _write_people(connection: Connection, table: str, visitors: frozenset[str]) -> None:
    connection.execute(delete(people).where(people.c.table_id == table))
    rows = [{"table_id": table, "visitor": visitor} for visitor in sorted(visitors)]
    connection.execute(insert(people), rows)
