"""The database: opening it, migrating it, and every query of the server."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine, Select, and_, create_engine, delete, event, func, insert, select, update
from sqlalchemy.engine import make_url
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from turncoat.server.store.private_file import make_private
from turncoat.server.store.schema import entries, nodes, people, players, records, server_keys, tables

_MIGRATIONS = Path(__file__).with_name("migrations")
_DRIVERS = {"postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
_LIVELY = 5000  # databases limit the number of values in one statement
T = TypeVar("T")


class Database:
    """Every query of the server. Only appending to logs is elsewhere (`Committer`).

    Statements are plain SQLAlchemy Core; `run` and `write` execute them without blocking the event loop.
    """

    async def run(self, work: Callable[[Connection], T]) -> T:
        """Do some work in one transaction."""
        raise NotImplementedError

    async def write(self, work: Callable[[Connection], T]) -> T:
        """The same, for work that changes something."""
        return await self.run(work)

    async def tidy(self) -> None:
        """Maintenance, to be done now and then."""

    async def close(self) -> None:
        """Give all connections back."""
        raise NotImplementedError

    async def alive(self) -> bool:
        """Whether the database answers."""
        try:
            async with asyncio.timeout(2):
                await self.run(lambda connection: connection.execute(select(1)).scalar())
        except (SQLAlchemyError, OSError):
            return False
        return True

    # tables

    async def add_table(self, row: dict[str, Any], log: Sequence[dict[str, Any]], host: str) -> bool:
        """Store a new table with the start of its log; False if its id or code is taken."""

        def add(connection: Connection) -> None:
            connection.execute(insert(tables), row)
            connection.execute(insert(entries), list(log))
            connection.execute(insert(people), {"table_id": row["id"], "visitor": host})

        try:
            await self.write(add)
        except IntegrityError:
            return False
        return True

    async def free_code(self, code: str, before: int) -> None:
        """Take the code from a table that has not been used since `before`."""
        stale = update(tables).where(tables.c.code == code, tables.c.updated < before).values(code=None)
        await self.write(lambda connection: connection.execute(stale).rowcount)

    async def find_table(self, name: str) -> str | None:
        """A table's id, by id or code."""
        found = select(tables.c.id).where((tables.c.id == name) | (tables.c.code == name.upper())).limit(1)
        ids = await self._column(found)
        return ids[0] if ids else None

    async def load(self, table: str, after: int = 0) -> list[tuple[int, str, bytes]]:
        """A table's log beyond `after`: number, node, body."""
        wanted = (
            select(entries.c.seq, entries.c.node, entries.c.body)
            .where(entries.c.table_id == table, entries.c.seq > after)
            .order_by(entries.c.seq)
        )
        return [(seq, node, body) for seq, node, body in await self._rows(wanted)]

    async def heads(self, ids: Iterable[str]) -> dict[str, int]:
        """The number of the last entry of each of these tables."""
        wanted = (
            select(entries.c.table_id, func.max(entries.c.seq).label("last"))
            .where(entries.c.table_id.in_(list(ids)))
            .group_by(entries.c.table_id)
        )
        return {row.table_id: row.last for row in await self._rows(wanted)}

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

    async def has_played(self, visitor: str, record: str) -> bool:
        """Whether a visitor had a chair at the end of a finished game."""
        wanted = select(players.c.seat).where(players.c.record_id == record, players.c.visitor == visitor)
        return bool(await self._column(wanted))

    async def daily_records(self, daily: str, limit: int) -> list[bytes]:
        """The finished games of a day's deal."""
        return await self._column(select(records.c.body).where(records.c.daily == daily).limit(limit))

    # processes

    async def beat(self, node: str, expires: int, presence: bytes, now: int) -> dict[str, bytes]:
        """Say that this process is alive. Returns who is connected to the tables of the other live processes."""
        row = {"expires": expires, "presence": presence}
        alive = select(nodes.c.id, nodes.c.presence).where(nodes.c.expires > now, nodes.c.id != node)

        def beat(connection: Connection) -> dict[str, bytes]:
            if not connection.execute(update(nodes).where(nodes.c.id == node).values(row)).rowcount:
                connection.execute(insert(nodes), {"id": node, **row})
                connection.execute(delete(nodes).where(nodes.c.expires < now - 60_000))
            return {row.id: row.presence for row in connection.execute(alive)}

        return await self.write(beat)

    async def leave(self, node: str) -> None:
        """Say that this process ends."""
        gone = delete(nodes).where(nodes.c.id == node)
        await self.write(lambda connection: connection.execute(gone).rowcount)

    async def _rows(self, wanted: Select[Any]) -> list[Any]:
        return await self.run(lambda connection: list(connection.execute(wanted)))

    async def _column(self, wanted: Select[Any]) -> list[Any]:
        return await self.run(lambda connection: list(connection.execute(wanted).scalars()))


class SqliteDatabase(Database):
    """SQLite in threads: one writes, two read. The write-ahead log is checkpointed apart from the writes."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._writer = ThreadPoolExecutor(1, "writer")
        self._others = ThreadPoolExecutor(2, "reader")

    async def run(self, work: Callable[[Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._others, self._do, work)

    async def write(self, work: Callable[[Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._writer, self._do, work)

    async def tidy(self) -> None:
        await self.run(lambda connection: connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)").first())

    def _do(self, work: Callable[[Connection], T]) -> T:
        with self._engine.begin() as connection:
            return work(connection)

    async def close(self) -> None:
        for threads in (self._writer, self._others):
            threads.shutdown()
        self._engine.dispose()


class AsyncDatabase(Database):
    """A database with an asynchronous driver: PostgreSQL."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def run(self, work: Callable[[Connection], T]) -> T:
        async with self._engine.begin() as connection:
            return await connection.run_sync(work)

    async def close(self) -> None:
        await self._engine.dispose()


def _matching(ruleset: str | None, before: int) -> Any:
    earlier = records.c.finished < before
    return earlier if ruleset is None else and_(earlier, records.c.ruleset == ruleset)


async def open_database(address: str) -> Database:
    """Connect, and bring the tables up to date."""
    url = make_url(address)
    database: Database
    if url.get_backend_name() == "sqlite":
        make_private(url.database)
        url = url.set(drivername="sqlite")
        engine = create_engine(url, connect_args={"timeout": 10}, pool_reset_on_return=None)
        event.listen(engine, "connect", _configure_sqlite)
        database = SqliteDatabase(engine)
    else:
        url = url.set(drivername=_DRIVERS.get(url.drivername, url.drivername))
        database = AsyncDatabase(create_async_engine(url, pool_pre_ping=True, pool_size=8))
    await database.write(_migrate)
    return database


def _configure_sqlite(connection: Any, record: object) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "wal_autocheckpoint=0"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _migrate(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":  # two processes may start at once
        connection.exec_driver_sql("SELECT pg_advisory_xact_lock(8675309)")
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
