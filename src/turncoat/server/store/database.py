"""Every query of the server, and whether the database can be written to."""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any, TypeVar

from sqlalchemy import Connection, Select, and_, delete, insert, select, update

from turncoat.server.store.errors import StoreDown
from turncoat.server.store.schema import REMOVED, entries, nodes, people, players, records, server_keys, tables

_LOG = logging.getLogger("turncoat.store")
ADD_ENTRIES = insert(entries)
PATIENCE = 5.0
"""For how many seconds the database may be locked, or silent, before it counts as down."""
_LIVELY = 5000  # databases limit the number of values in one statement
Heartbeat = tuple[int, bytes]
"""A number that changes with every beat, and who is connected to the process."""
News = dict[str, list[tuple[int, bytes]]]
"""For each table the numbers and bodies of its new entries, in order."""
T = TypeVar("T")


class Database:
    """Every query of the server. Only appending to logs is elsewhere (`Committer`).

    Statements are plain SQLAlchemy Core; `run` and `write` execute them without blocking the event loop.
    """

    def __init__(self) -> None:
        self._is_down = False
        self._written_at = time.monotonic()

    async def run(self, work: Callable[[Connection], T]) -> T:
        """Do some work in one transaction. Raises StoreDown."""
        try:
            return await self._read(work)
        except StoreDown as error:
            self._note_failure(error)
            raise

    async def write(self, work: Callable[[Connection], T]) -> T:
        """The same, for work that changes something."""
        return await self._noted(self._write(work))

    async def append(self, rows: list[dict[str, Any]]) -> None:
        """Add rows to logs in one transaction. Raises StoreDown, Duplicate."""
        await self._noted(self._append(rows))

    async def _noted(self, writing: Awaitable[T]) -> T:
        try:
            result = await writing
        except StoreDown as error:
            self._note_failure(error)
            raise
        self._note_success()
        return result

    async def _append(self, rows: list[dict[str, Any]]) -> None:
        await self._write(lambda connection: connection.execute(ADD_ENTRIES, rows))

    async def _beyond(self, known: Mapping[str, int]) -> Sequence[tuple[str, int, bytes]]:
        raise NotImplementedError

    async def _read(self, work: Callable[[Connection], T]) -> T:
        raise NotImplementedError

    async def _write(self, work: Callable[[Connection], T]) -> T:
        raise NotImplementedError

    async def close(self) -> None:
        """Give all connections back."""
        raise NotImplementedError

    def takes_writes(self, within: float) -> bool:
        """Whether the last write succeeded, and was in the last `within` seconds. Heartbeats are writes."""
        return not self._is_down and time.monotonic() - self._written_at < within

    def _note_failure(self, error: StoreDown) -> None:
        """Say once that the database is down, not for everything that fails because of it."""
        if not self._is_down:
            self._is_down = True
            _LOG.error("the store does not answer: %s", error.cause)

    def _note_success(self) -> None:
        self._written_at = time.monotonic()
        if self._is_down:
            self._is_down = False
            _LOG.warning("the store answers again")

    # tables

    async def free_code(self, code: str, before: int) -> None:
        """Take the code from a table that has not been used since `before`."""
        stale = update(tables).where(tables.c.code == code, tables.c.updated < before).values(code=None)
        await self.write(lambda connection: connection.execute(stale).rowcount)

    async def find_table(self, name: str) -> str | None:
        """A table's id, by id or code."""
        named = (tables.c.id == name) | (tables.c.code == name.upper())
        ids = await self._column(select(tables.c.id).where(named, tables.c.status != REMOVED).limit(1))
        return ids[0] if ids else None

    async def load(self, table: str, after: int = 0) -> list[tuple[int, str, bytes]]:
        """A table's log beyond `after`: number, node, body."""
        wanted = (
            select(entries.c.seq, entries.c.node, entries.c.body)
            .where(entries.c.table_id == table, entries.c.seq > after)
            .order_by(entries.c.seq)
        )
        return [(seq, node, body) for seq, node, body in await self._rows(wanted)]

    async def news(self, known: Mapping[str, int]) -> News:
        """What the logs of these tables hold beyond the number of the last entry that is known of each."""
        try:
            rows = await self._beyond(known)
        except StoreDown as error:
            self._note_failure(error)
            raise
        found: News = {}
        for table, seq, body in rows:
            found.setdefault(table, []).append((seq, body))
        return found

    async def public_tables(self, since: int, limit: int, lively: Iterable[str] = ()) -> list[bytes]:
        """Listings of public tables: the `lively` ones, then the others; of each the newest first."""
        is_lively = tables.c.id.in_(list(islice(lively, _LIVELY)))
        wanted = (
            select(tables.c.listing)
            .where(tables.c.public.is_(True), tables.c.updated > since, tables.c.status != "over")
            .order_by(is_lively.desc(), tables.c.updated.desc())
            .limit(limit)
        )
        return await self._column(wanted)

    async def tables_of(self, visitor: str, *, solo: bool, limit: int) -> list[bytes]:
        """Listings of the tables where a visitor sits or hosts."""
        wanted = (
            select(tables.c.listing)
            .join(people, people.c.table_id == tables.c.id)
            .where(people.c.visitor == visitor, tables.c.solo.is_(solo), tables.c.status != "over")
            .order_by(tables.c.updated.desc())
            .limit(limit)
        )
        return await self._column(wanted)

    async def daily_table(self, visitor: str, daily: str) -> str | None:
        """The table where a visitor plays a day's deal."""
        wanted = (
            select(tables.c.id)
            .join(people, people.c.table_id == tables.c.id)
            .where(people.c.visitor == visitor, tables.c.daily == daily)
        )
        found = await self._column(wanted)
        return found[0] if found else None

    # visitors

    async def server_key(self, name: str) -> bytes:
        """A secret that all processes share."""
        (key,) = await self._column(select(server_keys.c.value).where(server_keys.c.name == name))
        return bytes(key)

    async def is_known(self, visitor: str) -> bool:
        """Whether a visitor hosts, has a chair at a table, or had one in a finished game."""
        wanted = select(people.c.visitor).where(people.c.visitor == visitor).limit(1)
        played = select(players.c.visitor).where(players.c.visitor == visitor).limit(1)
        return bool(await self._column(wanted) or await self._column(played))

    # records

    async def record(self, name: str) -> bytes | None:
        """A finished game."""
        found = await self._column(select(records.c.body).where(records.c.id == name))
        return found[0] if found else None

    async def records_after(self, name: str, limit: int) -> list[tuple[str, bytes]]:
        """Finished games in the order of their ids, beyond that of `name`: id and body."""
        wanted = select(records.c.id, records.c.body).where(records.c.id > name).order_by(records.c.id).limit(limit)
        return [(found, body) for found, body in await self._rows(wanted)]

    async def public_records(self, ruleset: str | None, before: int, limit: int) -> list[bytes]:
        """Listings of the finished games of public tables, the newest first."""
        wanted = (
            select(records.c.listing)
            .where(_matching(ruleset, before), records.c.public.is_(True))
            .order_by(records.c.finished.desc())
            .limit(limit)
        )
        return await self._column(wanted)

    async def records_of(
        self, visitor: str, ruleset: str | None, before: int, limit: int, *, solo: bool | None = None
    ) -> list[tuple[bytes, int, str | None]]:
        """Listings of a visitor's finished games, with their seat and the day of the deal, the newest first."""
        wanted = (
            select(records.c.listing, players.c.seat, records.c.daily)
            .join(players, players.c.record_id == records.c.id)
            .where(_matching(ruleset, before), players.c.visitor == visitor)
            .order_by(records.c.finished.desc())
            .limit(limit)
        )
        if solo is not None:
            wanted = wanted.where(records.c.solo.is_(solo))
        return [(listing, seat, daily) for listing, seat, daily in await self._rows(wanted)]

    async def seat_in(self, visitor: str, record: str) -> int | None:
        """The chair that a visitor had at the end of a finished game."""
        wanted = select(players.c.seat).where(players.c.record_id == record, players.c.visitor == visitor)
        return next(iter(await self._column(wanted)), None)

    async def daily_records(self, daily: str, limit: int) -> list[bytes]:
        """The finished games of a day's deal."""
        return await self._column(select(records.c.body).where(records.c.daily == daily).limit(limit))

    # processes

    async def beat(self, node: str, number: int, presence: bytes) -> dict[str, Heartbeat]:
        """Say that this process is alive. Returns the last heartbeats of all other processes, dead ones among them."""
        row = {"expires": number, "presence": presence}
        others = select(nodes.c.id, nodes.c.expires, nodes.c.presence).where(nodes.c.id != node)

        def beat(connection: Connection) -> dict[str, Heartbeat]:
            if not connection.execute(update(nodes).where(nodes.c.id == node).values(row)).rowcount:
                connection.execute(insert(nodes), {"id": node, **row})
            return {other: (number, presence) for other, number, presence in connection.execute(others)}

        return await self.write(beat)

    async def leave(self, node: str) -> None:
        """Say that a process has ended."""
        gone = delete(nodes).where(nodes.c.id == node)
        await self.write(lambda connection: connection.execute(gone).rowcount)

    async def _rows(self, wanted: Select[Any]) -> list[Any]:
        return await self.run(lambda connection: list(connection.execute(wanted)))

    async def _column(self, wanted: Select[Any]) -> list[Any]:
        return await self.run(lambda connection: list(connection.execute(wanted).scalars()))


def _matching(ruleset: str | None, before: int) -> Any:
    earlier = records.c.finished < before
    return earlier if ruleset is None else and_(earlier, records.c.ruleset == ruleset)
