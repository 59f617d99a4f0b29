"""The work of the store in PostgreSQL.

What every vote needs goes by the driver alone, on two connections that are kept for it: through SQLAlchemy it costs the
server several times as much (`python -m benchmarks load`, row "servers, processor time").
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from asyncpg import InterfaceError, PostgresError, UniqueViolationError
from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from turncoat.server.store.database import PATIENCE, Database
from turncoat.server.store.errors import Duplicate, InDoubt, StoreDown, name_of, translated

_ADD_ENTRIES = """
INSERT INTO entries (table_id, seq, node, body)
SELECT * FROM unnest($1::text[], $2::integer[], $3::text[], $4::bytea[])
"""
# OFFSET 0 keeps the planner from reading the whole log instead of a few rows of each table.
_NEWS = """
SELECT known.id, new.seq, new.body FROM unnest($1::text[], $2::integer[]) AS known (id, seq)
CROSS JOIN LATERAL (SELECT * FROM entries WHERE table_id = known.id AND seq > known.seq ORDER BY seq OFFSET 0) AS new
"""
_DRIVER_ERRORS = (PostgresError, InterfaceError, OSError)
T = TypeVar("T")


class PostgresDatabase(Database):
    """PostgreSQL by asyncpg, for rare statements through SQLAlchemy."""

    def __init__(self, engine: AsyncEngine) -> None:
        super().__init__()
        self._engine = engine
        self._appending = _KeptConnection(engine)
        self._following = _KeptConnection(engine)

    async def _append(self, rows: list[dict[str, Any]]) -> None:
        columns = ([row[name] for row in rows] for name in ("table_id", "seq", "node", "body"))
        async with self._appending.driver() as driver:
            transaction = driver.transaction()
            async with asyncio.timeout(PATIENCE):
                await transaction.start()
                try:
                    await driver.execute(_ADD_ENTRIES, *columns)
                except UniqueViolationError:
                    await transaction.rollback()
                    raise Duplicate from None
            try:
                async with asyncio.timeout(PATIENCE):
                    await transaction.commit()
            except _DRIVER_ERRORS as error:
                raise InDoubt(name_of(error)) from None

    async def _beyond(self, known: Mapping[str, int]) -> Sequence[tuple[str, int, bytes]]:
        async with self._following.driver() as driver, asyncio.timeout(PATIENCE):
            return list(await driver.fetch(_NEWS, list(known), list(known.values())))

    async def _read(self, work: Callable[[Connection], T]) -> T:
        with translated():
            async with asyncio.timeout(PATIENCE), self._connected() as connection:
                return await connection.run_sync(work)

    async def _write(self, work: Callable[[Connection], T]) -> T:
        with translated():
            async with self._connected() as connection:
                async with asyncio.timeout(PATIENCE):
                    result = await connection.run_sync(work)
                await self._commit(connection)
        return result

    async def _commit(self, connection: AsyncConnection) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                await connection.commit()
        except (SQLAlchemyError, OSError) as error:
            raise InDoubt(name_of(error)) from None

    @asynccontextmanager
    async def _connected(self) -> AsyncIterator[AsyncConnection]:
        connection = await _connected(self._engine.connect())
        try:
            yield connection
        finally:
            await connection.close()

    async def close(self) -> None:
        for kept in (self._appending, self._following):
            kept.drop()
        await self._engine.dispose()


class _KeptConnection:
    """A connection that is opened when it is first needed, and again after an error."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._driver: Any = None
        self._in_use = asyncio.Lock()

    @asynccontextmanager
    async def driver(self) -> AsyncIterator[Any]:
        """The driver's connection, for one at a time. Its errors become ours; after one the connection is dropped."""
        async with self._in_use:
            if self._driver is None or self._driver.is_closed():
                pooled = await _connected(self._engine.raw_connection())
                self._driver = pooled.driver_connection
                pooled.detach()
            try:
                yield self._driver
            except Duplicate:
                raise
            except _DRIVER_ERRORS as error:
                self.drop()
                raise StoreDown(name_of(error)) from None
            except BaseException:
                self.drop()
                raise

    def drop(self) -> None:
        """End the connection without a word to the database, which may not answer."""
        driver, self._driver = self._driver, None
        if driver is not None:
            driver.terminate()


async def _connected(connecting: Awaitable[T]) -> T:
    try:
        async with asyncio.timeout(PATIENCE):
            return await connecting
    except Exception as error:  # noqa: BLE001 - while connecting, SQLAlchemy lets the driver's own errors through
        raise StoreDown(name_of(error)) from None
