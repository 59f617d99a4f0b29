"""Group commit: what many tables did in the same few milliseconds is stored in one transaction."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from bisect import bisect_left
from collections.abc import Callable
from itertools import count
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, insert, update

from turncoat.server.store.database import ADD_ENTRIES, Database
from turncoat.server.store.errors import Duplicate, InDoubt, StoreDown
from turncoat.server.store.schema import people, players, records, tables

_LOG = logging.getLogger("turncoat.store")
_PATIENCE = 5.0
_LONGEST_PAUSE = 1.0
DURATIONS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Seconds within which a transaction is stored are counted in these steps."""


class Conflict(Exception):
    """Another process has appended first."""


class Write(msgspec.Struct):
    """One table's part of a transaction. `done` is called with None, or with what went wrong: nothing is stored then.

    `opened` is the row of a new table. `public` is the number of entries that everybody at the table is told of: only
    these are counted.
    """

    table: str
    entries: list[dict[str, Any]]
    done: Callable[[Exception | None], None] = lambda error: None
    opened: dict[str, Any] | None = None
    public: int = 0
    summary: dict[str, Any] | None = None
    people: frozenset[str] | None = None
    records: list[tuple[dict[str, Any], list[dict[str, Any]]]] = []

    @property
    def only_appends(self) -> bool:
        """Whether there is nothing to store but entries, as with most votes."""
        return self.opened is None and self.summary is None and self.people is None and not self.records


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
        self.seconds = 0.0
        self.by_duration = [0] * (len(DURATIONS) + 1)

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name="committer")

    async def stop(self, patience: float = 4.0) -> None:
        """Store what is waiting, then end. What cannot be stored in time is not answered at all."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(patience):
                await self._idle.wait()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def store(self, write: Write) -> None:
        """Store a write of its own. Raises StoreDown or Conflict."""
        stored: asyncio.Future[Exception | None] = asyncio.get_running_loop().create_future()
        write.done = lambda error: None if stored.done() else stored.set_result(error)
        self.mark(lambda: write)
        error = await stored
        if error is not None:
            raise error

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

    async def _store(self, group: list[Write], *, in_doubt: bool = False) -> None:
        try:
            await self._settle(group, in_doubt)
        except Exception as error:  # noqa: BLE001 - whatever happens to one group, the next must be stored
            _LOG.exception("a transaction failed")
            _finish(group, error)

    async def _settle(self, group: list[Write], in_doubt: bool) -> None:
        """Offer a group to the database until it is certain whether it is stored, and say so.

        If the database is silent when it is told to commit, only the database knows whether it did. Then the same rows
        are offered again until it answers. If they are there already, they are duplicates.
        """
        clock = asyncio.get_running_loop().time
        begin = clock()
        deadline = begin + _PATIENCE
        for attempt in count():
            try:
                await self._transact(group)
            except InDoubt:
                in_doubt = True
            except StoreDown as error:
                if not in_doubt and clock() > deadline:
                    _finish(group, error)
                    return
            except Duplicate:
                await self._settle_duplicate(group, in_doubt)
                return
            else:
                self._stored(group, clock() - begin)
                return
            await asyncio.sleep(min(0.05 * 2**attempt, _LONGEST_PAUSE))

    async def _settle_duplicate(self, group: list[Write], in_doubt: bool) -> None:
        """One table of the group has lost a race, or the group is there, from an attempt whose answer was lost."""
        if len(group) > 1:
            for write in group:
                await self._store([write], in_doubt=in_doubt)
            return
        try:
            is_ours = await self._is_ours(group[0])
        except StoreDown:
            await self._settle(group, in_doubt=True)
            return
        if is_ours:
            self._stored(group)
        else:
            _finish(group, Conflict())

    async def _is_ours(self, write: Write) -> bool:
        stored = await self._database.load(write.table, write.entries[0]["seq"] - 1)
        wanted = [(row["seq"], row["node"], row["body"]) for row in write.entries]
        return stored[: len(wanted)] == wanted

    def _stored(self, group: list[Write], seconds: float | None = None) -> None:
        public = sum(write.public for write in group)
        if public:
            self.groups += 1
            self.appended += public
            if seconds is not None:
                self.seconds += seconds
                self.by_duration[bisect_left(DURATIONS, seconds)] += 1
        _finish(group, None)

    async def _transact(self, group: list[Write]) -> None:
        if all(write.only_appends for write in group):
            await self._database.append([row for write in group for row in write.entries])
        else:
            await self._database.write(lambda connection: _write(connection, group))


def _collected(collect: Collect) -> Write | None:
    try:
        return collect()
    except Exception:  # noqa: BLE001 - one table's trouble must not keep the others from being stored
        _LOG.exception("a table could not be stored")
        return None


def _finish(group: list[Write], error: Exception | None) -> None:
    for write in group:
        try:
            write.done(error)
        except Exception:  # noqa: BLE001 - the others must be told as well
            _LOG.exception("a table could not be told")


def _write(connection: Connection, group: list[Write]) -> None:
    connection.execute(ADD_ENTRIES, [row for write in group for row in write.entries])
    for write in group:
        if write.opened is not None:
            connection.execute(insert(tables), write.opened)
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
