"""The database: opening it, migrating it, and every question the server asks of it."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, and_, delete, event, func, insert, select, update
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from turncoat.server.store.schema import entries, keys, nodes, people, players, records, tables

_MIGRATIONS = Path(__file__).with_name("migrations")
_DRIVERS = {"postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg", "sqlite": "sqlite+aiosqlite"}


class Database:
    """Reads, and the writes that are not part of a table's log."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    async def close(self) -> None:
        await self.engine.dispose()

    async def alive(self) -> bool:
        """Whether the database answers."""
        try:
            async with asyncio.timeout(2), self.engine.connect() as connection:
                await connection.execute(select(1))
        except (DBAPIError, OSError, TimeoutError):
            return False
        return True

    # tables

    async def add_table(self, row: dict[str, Any], log: Sequence[dict[str, Any]], host: str) -> bool:
        """Keep a new table with the beginning of its log; False if its id or code is taken."""
        try:
            async with self.engine.begin() as connection:
                await connection.execute(insert(tables), row)
                await connection.execute(insert(entries), log)
                await connection.execute(insert(people), {"table_id": row["id"], "visitor": host})
        except IntegrityError:
            return False
        return True

    async def free_code(self, code: str, before: int) -> None:
        """Take a code from a table that nothing has happened at for long."""
        stale = update(tables).where(tables.c.code == code, tables.c.updated < before).values(code=None)
        async with self.engine.begin() as connection:
            await connection.execute(stale)

    async def find_table(self, name: str) -> str | None:
        """A table's id, by id or code."""
        found = select(tables.c.id).where((tables.c.id == name) | (tables.c.code == name.upper())).limit(1)
        async with self.engine.connect() as connection:
            row = (await connection.execute(found)).first()
        return row[0] if row else None

    async def load(self, table: str, after: int = 0) -> list[tuple[int, str, bytes]]:
        """A table's log beyond `after`: number, node, body."""
        wanted = (
            select(entries.c.seq, entries.c.node, entries.c.body)
            .where(entries.c.table_id == table, entries.c.seq > after)
            .order_by(entries.c.seq)
        )
        async with self.engine.connect() as connection:
            return [(seq, node, body) for seq, node, body in await connection.execute(wanted)]

    async def heads(self, ids: Iterable[str]) -> dict[str, int]:
        """The number of the last entry of each of these tables."""
        wanted = (
            select(entries.c.table_id, func.max(entries.c.seq))
            .where(entries.c.table_id.in_(list(ids)))
            .group_by(entries.c.table_id)
        )
        async with self.engine.connect() as connection:
            return dict((await connection.execute(wanted)).tuples().all())

    async def public_tables(self, since: int, limit: int) -> list[bytes]:
        """Listings of public tables, the newest first."""
        wanted = (
            select(tables.c.listing)
            .where(tables.c.public.is_(True), tables.c.updated > since, tables.c.status != "over")
            .order_by(tables.c.updated.desc())
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
        """Listings of a visitor's finished games, with his seat and the day, the newest first."""
        wanted = (
            select(records.c.listing, players.c.seat, records.c.daily)
            .join(players, players.c.record_id == records.c.id)
            .where(_matching(ruleset, before), players.c.visitor == visitor)
            .order_by(records.c.finished.desc())
            .limit(limit)
        )
        if solo is not None:
            wanted = wanted.where(records.c.solo.is_(solo))
        async with self.engine.connect() as connection:
            return [(listing, seat, daily) for listing, seat, daily in await connection.execute(wanted)]

    async def daily_records(self, daily: str, limit: int) -> list[bytes]:
        """The finished games of a day's deal."""
        return await self._column(select(records.c.body).where(records.c.daily == daily).limit(limit))

    async def key(self, name: str) -> bytes:
        """A secret of the installation; the first to ask makes it."""
        wanted = select(keys.c.value).where(keys.c.name == name)
        found = await self._column(wanted)
        if not found:
            try:
                async with self.engine.begin() as connection:
                    await connection.execute(insert(keys), {"name": name, "value": secrets.token_bytes(32)})
            except IntegrityError:
                pass  # another process was first
            found = await self._column(wanted)
        value: bytes = found[0]
        return value

    # processes

    async def beat(self, node: str, expires: int, presence: bytes, now: int) -> dict[str, bytes]:
        """Say that this process lives; learn who else does, and whom they have at their tables."""
        async with self.engine.begin() as connection:
            row = {"expires": expires, "presence": presence}
            done = await connection.execute(update(nodes).where(nodes.c.id == node).values(row))
            if not done.rowcount:
                await connection.execute(insert(nodes), {"id": node, **row})
                await connection.execute(delete(nodes).where(nodes.c.expires < now - 60_000))
            alive = select(nodes.c.id, nodes.c.presence).where(nodes.c.expires > now, nodes.c.id != node)
            return dict((await connection.execute(alive)).tuples().all())

    async def leave(self, node: str) -> None:
        """This process goes."""
        async with self.engine.begin() as connection:
            await connection.execute(delete(nodes).where(nodes.c.id == node))

    async def _column(self, wanted: Any) -> list[Any]:
        async with self.engine.connect() as connection:
            return list((await connection.execute(wanted)).scalars())


def _matching(ruleset: str | None, before: int) -> Any:
    earlier = records.c.finished < before
    return earlier if ruleset is None else and_(earlier, records.c.ruleset == ruleset)


async def open_database(address: str) -> Database:
    """Connect, and bring the tables up to date."""
    url = make_url(address)
    url = url.set(drivername=_DRIVERS.get(url.drivername, url.drivername))
    if url.get_backend_name() == "sqlite":
        engine = create_async_engine(url, connect_args={"timeout": 10})
        event.listen(engine.sync_engine, "connect", _configure_sqlite)
    else:
        engine = create_async_engine(url, pool_pre_ping=True, pool_size=8)
    async with engine.begin() as connection:
        await connection.run_sync(_migrate)
    return Database(engine)


def _configure_sqlite(connection: Any, record: object) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _migrate(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":  # two processes may start at once
        connection.exec_driver_sql("SELECT pg_advisory_xact_lock(8675309)")
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
