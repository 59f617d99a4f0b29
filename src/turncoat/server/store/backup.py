"""A backup is one SQLite file with everything that a database holds, whichever database it was made from.

It is made while servers run, and shows the database as it was at one moment. It is written beside its place and moved
there when it is whole, has been checked and is on the disk, so that nobody finds half of one: the last thing that is
written into it is the note that it is whole. It can be restored into any database, so it is also the way from SQLite
to PostgreSQL and back.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
from sqlalchemy import Connection, MetaData, Table, create_engine, delete, insert, select
from sqlalchemy.engine import URL, make_url
from sqlalchemy.pool import NullPool

from turncoat.core import Refused
from turncoat.server.store.inspection import postgres
from turncoat.server.store.private_file import make_private
from turncoat.server.store.revisions import migrate, revision
from turncoat.server.store.schema import nodes

_AT_ONCE = 500
_OF_THE_MOMENT = {nodes.name, "alembic_version"}
"""Heartbeats of servers that ran then, and what the migrations write themselves."""
_NOTE = "turncoat_backup"
_MAKE_NOTE = f"CREATE TABLE {_NOTE} (made INTEGER NOT NULL, version TEXT NOT NULL)"
_NOT_WHOLE = "This is not a whole backup: it was not made by `turncoat backup`, or not to the end, or it is damaged."
_SNAPSHOT = "REPEATABLE READ"


class Contents(msgspec.Struct, frozen=True):
    """What a backup holds, and when it was made (milliseconds since 1970)."""

    made: int
    revision: str
    tables: int
    entries: int
    records: int


# making


async def back_up(address: str, file: Path, version: str) -> Contents:
    """Write a backup of the database at this address. Raises Refused, and the errors of the database."""
    with _in_one_step(file) as part:
        if _is_sqlite(address):
            await asyncio.to_thread(_copy_sqlite, _sqlite_file(address), part)
        else:
            await _copy_from_postgres(make_url(address), part)
        await asyncio.to_thread(_finish, part, version)
        return await asyncio.to_thread(contents, part)


@contextmanager
def _in_one_step(file: Path) -> Iterator[Path]:
    """A file beside its place, for its owner alone, which is moved there at the end. Raises Refused."""
    if file.exists():
        raise Refused("FILE_EXISTS", f"{file} is there already, and is not overwritten. Move it away, or name another.")
    part = file.with_name(f".{file.name}.{os.getpid()}.part")
    try:
        make_private(str(part))
        yield part
        _sync(part)
        part.rename(file)
        _sync(file.parent)
    except OSError as error:
        raise Refused("NO_FILE", f"Cannot write {file}: {error.strerror or error}.") from None
    finally:
        for rest in ("", "-journal", "-wal", "-shm"):
            with contextlib.suppress(OSError):
                Path(f"{part}{rest}").unlink(missing_ok=True)


def _sync(path: Path) -> None:
    """Wait until it is on the disk."""
    if os.name != "nt":  # Windows has no such thing for folders, and SQLite has done it for the file
        number = os.open(path, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


def _copy_sqlite(source: Path, into: Path) -> None:
    """By SQLite's own means, in one step: writers are not held up, and the copy is of one moment."""
    with _sqlite(source) as old, _sqlite(into) as new:
        old.backup(new)


async def _copy_from_postgres(url: URL, into: Path) -> None:
    engine = create_engine(f"sqlite:///{into}", poolclass=NullPool, hide_parameters=True)
    with engine.begin() as new:
        async with postgres(url, _SNAPSHOT) as connection:
            await connection.run_sync(_copy_all, new)


def _finish(part: Path, version: str) -> None:
    """Note that it is whole. Raises Refused if it is not."""
    with _sqlite(part) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")  # a backup is one file
        connection.execute(f"DELETE FROM {nodes.name}")
        if connection.execute("PRAGMA integrity_check").fetchone() != ("ok",):
            raise Refused("DAMAGED", "The database is damaged: `turncoat doctor` says more. No backup was made.")
        connection.execute(f"DROP TABLE IF EXISTS {_NOTE}")
        connection.execute(_MAKE_NOTE)
        connection.execute(f"INSERT INTO {_NOTE} VALUES (?, ?)", (time.time_ns() // 1_000_000, version))
        connection.commit()


def contents(file: Path) -> Contents:
    """What a backup holds. Raises Refused if it is not a whole one."""
    if not file.is_file():
        raise Refused("NO_FILE", f"There is no file {file}.")
    try:
        with _sqlite(file) as connection:
            ((made,),) = connection.execute(f"SELECT made FROM {_NOTE}").fetchall()
            ((found,),) = connection.execute("SELECT version_num FROM alembic_version").fetchall()
            if connection.execute("PRAGMA quick_check").fetchone() != ("ok",):
                raise ValueError
            counts = [
                connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0]
                for name in Contents.__struct_fields__[2:]
            ]
    except (sqlite3.Error, ValueError):
        raise Refused("NOT_A_BACKUP", _NOT_WHOLE) from None
    return Contents(made, found, *counts)


# restoring


async def restore(file: Path, address: str) -> Contents:
    """Put everything of a backup into an empty database, and bring that up to date. Raises Refused."""
    held = contents(file)
    if _is_sqlite(address):
        await asyncio.to_thread(_restore_sqlite, file, _sqlite_file(address))
    else:
        await _restore_postgres(file, make_url(address), held.revision)
    return held


def _restore_sqlite(file: Path, into: Path) -> None:
    with _in_one_step(into) as part:
        _copy_sqlite(file, part)
        engine = create_engine(f"sqlite:///{part}", poolclass=NullPool)
        with engine.begin() as connection:
            connection.exec_driver_sql(f"DROP TABLE {_NOTE}")
            migrate(connection)


async def _restore_postgres(file: Path, url: URL, old: str) -> None:
    engine = create_engine(f"sqlite:///{file}", poolclass=NullPool)
    with engine.connect() as held:
        async with postgres(url) as connection:

            def fill(into: Connection) -> None:
                if revision(into) is not None:
                    raise Refused("NOT_EMPTY", "That database has been used already. Make a new one, and name that.")
                _copy_all(held, into)
                migrate(into)

            await connection.run_sync(fill)
            await connection.commit()


# rows, from one kind of database to another


def _copy_all(source: Connection, into: Connection) -> None:
    """Give an empty database the tables of the source's revision, and its rows."""
    old = revision(source)
    if old is None:
        raise Refused("NOT_FOUND", "There are no tables of Turncoat in that database.")
    migrate(into, old)
    theirs, ours = _tables_of(source), _tables_of(into)
    for name, table in ours.items():
        if name not in _OF_THE_MOMENT:
            into.execute(delete(table))  # a migration may have drawn keys
            _copy_rows(source, theirs[name], into, table)


def _tables_of(connection: Connection) -> dict[str, Table]:
    found = MetaData()
    found.reflect(connection)
    return dict(found.tables)


def _copy_rows(source: Connection, table: Table, into: Connection, target: Table) -> None:
    rows = source.execution_options(yield_per=_AT_ONCE).execute(select(table)).mappings()
    for some in rows.partitions(_AT_ONCE):
        into.execute(insert(target), [dict(row) for row in some])


# connections


def _is_sqlite(address: str) -> bool:
    return make_url(address).get_backend_name() == "sqlite"


def _sqlite_file(address: str) -> Path:
    return Path(make_url(address).database or "")


@contextmanager
def _sqlite(file: Path) -> Iterator[sqlite3.Connection]:
    with contextlib.closing(sqlite3.connect(file, timeout=30)) as connection:
        yield connection
