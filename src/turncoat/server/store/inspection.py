"""Looking at a database without changing it, for those who look after a server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

import msgspec
from sqlalchemy import Connection, create_engine, delete, func, select
from sqlalchemy.engine import URL, make_url
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine
from sqlalchemy.pool import NullPool

from turncoat.core import Refused
from turncoat.server.store.database import PATIENCE
from turncoat.server.store.errors import why_not_opened
from turncoat.server.store.revisions import revision
from turncoat.server.store.schema import nodes, records, tables

T = TypeVar("T")
_NOBODY = ""
_CLOCK = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint"


class Facts(msgspec.Struct, frozen=True):
    """What a database is like. Moments are milliseconds since 1970; `clock` is that of another machine."""

    revision: str | None
    tables: int = 0
    records: int = 0
    latest: int = 0
    clock: int | None = None
    is_damaged: bool = False


async def revision_at(address: str) -> str | None:
    """The revision of the database; None if it is empty. Raises Refused, and the errors of the database."""
    return await looked_at(address, revision)


async def looked_at(address: str, look: Callable[[Connection], T]) -> T:
    """What a look at the database finds. Whatever it changes is undone."""
    url = make_url(address)
    if url.get_backend_name() == "sqlite":
        return await asyncio.to_thread(_look_into_sqlite, url, look)
    async with asyncio.timeout(PATIENCE), postgres(url) as connection:
        return await connection.run_sync(look)


def _look_into_sqlite(url: URL, look: Callable[[Connection], T]) -> T:
    engine = create_engine(url.set(drivername="sqlite"), poolclass=NullPool, hide_parameters=True)
    with engine.connect() as connection:
        return look(connection)


@asynccontextmanager
async def postgres(url: URL, isolation: str = "READ COMMITTED") -> AsyncIterator[AsyncConnection]:
    """A connection of its own, for one piece of work. Raises Refused if it cannot be opened."""
    engine = create_async_engine(
        url.set(drivername="postgresql+asyncpg"), isolation_level=isolation, hide_parameters=True, poolclass=NullPool
    )
    try:
        connection = await engine.connect()
    except Exception as error:  # noqa: BLE001 - while connecting, SQLAlchemy lets the driver's own errors through
        raise Refused("UNAVAILABLE", f"The database does not answer: {why_not_opened(error)}.") from None
    try:
        yield connection
    finally:
        await connection.close()
        await engine.dispose()


def facts(connection: Connection) -> Facts:
    """What there is to know. Raises the errors of the database if it cannot be written to."""
    found = revision(connection)
    if found is None:
        return Facts(None)
    connection.execute(delete(nodes).where(nodes.c.id == _NOBODY))  # asks for the right to write, and removes nothing
    connection.rollback()
    is_sqlite = connection.dialect.name == "sqlite"
    return Facts(
        revision=found,
        tables=connection.scalar(select(func.count()).select_from(tables)) or 0,
        records=connection.scalar(select(func.count()).select_from(records)) or 0,
        latest=connection.scalar(select(func.max(tables.c.updated))) or 0,
        clock=None if is_sqlite else connection.exec_driver_sql(_CLOCK).scalar(),
        is_damaged=is_sqlite and connection.exec_driver_sql("PRAGMA quick_check(1)").scalar() != "ok",
    )
