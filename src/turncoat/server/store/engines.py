"""Opening the database, and how its work is done without blocking the event loop: in SQLite, in PostgreSQL."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import create_async_engine

from turncoat.server.store.database import PATIENCE, Database
from turncoat.server.store.errors import Duplicate, StoreDown, translated
from turncoat.server.store.private_file import make_private
from turncoat.server.store.revisions import migrate

_DRIVERS = {"postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
WAL_COPIED = 4 << 20
WAL_LIMIT = 16 << 20
"""The write-ahead log of SQLite is copied into the database whenever it has grown by the first number of bytes, and
emptied when it reaches the second."""
_READERS_LEAVE_MS = 100
_ADD_ENTRY = "INSERT INTO entries (table_id, seq, node, body) VALUES (:table_id, :seq, :node, :body)"
_NEWS = """
SELECT table_id, seq, body FROM json_each(?) AS known JOIN entries ON table_id = known.key AND seq > known.value
ORDER BY table_id, seq
"""
_json = msgspec.json.Encoder().encode
T = TypeVar("T")


async def open_database(address: str) -> Database:
    """Connect, and bring the tables up to date."""
    url = make_url(address)
    return await (_open_sqlite(url) if url.get_backend_name() == "sqlite" else _open_postgres(url))


# SQLite


async def _open_sqlite(url: URL) -> Database:
    make_private(url.database)
    # Parameters are hidden because errors end up in logs.
    engine = create_engine(url.set(drivername="sqlite"), pool_reset_on_return=None, hide_parameters=True)
    event.listen(engine, "connect", _configure_sqlite)

    def bring_up_to_date() -> None:
        with engine.begin() as connection:
            migrate(connection)

    await asyncio.to_thread(bring_up_to_date)
    database = SqliteDatabase(engine, Path(f"{url.database}-wal"))
    database.empty_wal()  # after a crash it may be long
    return database


def _configure_sqlite(connection: Any, record: object) -> None:
    cursor = connection.cursor()
    busy = f"busy_timeout={int(PATIENCE * 1000)}"
    for pragma in (busy, "journal_mode=WAL", "synchronous=FULL", "wal_autocheckpoint=0"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


class SqliteDatabase(Database):
    """SQLite in threads: one writes, two read.

    SQLite can empty its write-ahead log only when all of it has been copied and nobody writes. Copying beside a busy
    writer never gets there, and the log grows for ever. So a reading thread copies it without delaying any write, and
    the writing thread copies the small rest and empties it.
    """

    def __init__(self, engine: Engine, wal: Path) -> None:
        super().__init__()
        self._engine = engine
        self._wal = wal
        self._copy_at = WAL_COPIED
        self._empty_at = WAL_LIMIT
        self._writer = ThreadPoolExecutor(1, "writer")
        self._readers = ThreadPoolExecutor(2, "reader")
        self._driver: Any = None

    async def _read(self, work: Callable[[Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._do, work)

    async def _write(self, work: Callable[[Connection], T]) -> T:
        return await self._in_writer(partial(self._do, work))

    async def _append(self, rows: list[dict[str, Any]]) -> None:
        await self._in_writer(partial(self._add_entries, rows))

    async def _beyond(self, known: Mapping[str, int]) -> Sequence[tuple[str, int, bytes]]:
        return await self._read(
            lambda connection: connection.exec_driver_sql(_NEWS, (_json(known).decode(),)).fetchall()
        )

    async def _in_writer(self, do: Callable[[], T]) -> T:
        try:
            result = await asyncio.get_running_loop().run_in_executor(self._writer, do)
        except StoreDown:
            self._writer.submit(self.empty_wal)  # if the disk is full, this makes room
            raise
        self._bound_wal()
        return result

    def _do(self, work: Callable[[Connection], T]) -> T:
        with translated(), self._engine.begin() as connection:
            return work(connection)

    def _add_entries(self, rows: list[dict[str, Any]]) -> None:
        """By the driver alone: through SQLAlchemy a vote costs half as much again (`python -m benchmarks server`, rows
        "paced … CPU").
        """
        if self._driver is None:
            self._driver = self._engine.raw_connection()
        try:
            with self._driver.driver_connection as connection:  # commits, or rolls back
                connection.executemany(_ADD_ENTRY, rows)
        except sqlite3.IntegrityError:
            raise Duplicate from None
        except sqlite3.Error as error:
            raise StoreDown(f"{type(error).__name__}: {error.sqlite_errorname}") from None

    def _bound_wal(self) -> None:
        size = self._wal_size()
        if size > self._empty_at:
            self._writer.submit(self.empty_wal)
        elif size > self._copy_at:
            self._copy_at = size + WAL_COPIED
            self._readers.submit(self._checkpoint, "PASSIVE")

    def _wal_size(self) -> int:
        try:
            return self._wal.stat().st_size
        except OSError:
            return 0

    def empty_wal(self) -> None:
        """Copy the write-ahead log into the database and empty it. If somebody reads in it for long, try later."""
        if self._checkpoint("TRUNCATE"):
            self._empty_at, self._copy_at = WAL_LIMIT, WAL_COPIED
        else:
            self._empty_at = max(WAL_LIMIT, self._wal_size() + WAL_COPIED)

    def _checkpoint(self, mode: str) -> bool:
        """Whether all was done."""
        try:
            with self._engine.connect() as connection:
                connection.exec_driver_sql(f"PRAGMA busy_timeout={_READERS_LEAVE_MS}")
                try:
                    busy = connection.exec_driver_sql(f"PRAGMA wal_checkpoint({mode})").scalar()
                finally:
                    connection.exec_driver_sql(f"PRAGMA busy_timeout={int(PATIENCE * 1000)}")
        except SQLAlchemyError:  # what was stored is safe in the write-ahead log
            return False
        return busy == 0

    async def close(self) -> None:
        for threads in (self._writer, self._readers):
            threads.shutdown()
        if self._driver is not None:
            self._driver.close()
        self._engine.dispose()


# PostgreSQL


async def _open_postgres(url: URL) -> Database:
    from turncoat.server.store.postgres import PostgresDatabase  # asyncpg is an extra

    engine = create_async_engine(
        url.set(drivername=_DRIVERS.get(url.drivername, url.drivername)),
        pool_pre_ping=True,
        pool_size=8,
        pool_timeout=PATIENCE,
        hide_parameters=True,
    )
    async with engine.begin() as connection:
        await connection.run_sync(migrate)
    return PostgresDatabase(engine)
