"""Opening the database of a server from the command line."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from turncoat.core.errors import Refused
from turncoat.extras import need_extra

if TYPE_CHECKING:
    from sqlalchemy.engine import URL

    from turncoat.server.config import Config
    from turncoat.server.store import Database

_HOW = "A database is named by sqlite:///FILE or postgresql://…."


def read_settings(database: str | None, config: Path | None) -> Config:
    """The settings of the server, as it would read them itself. Raises Refused."""
    from turncoat.server.config import load_config

    try:
        return load_config({"database": database}, file=config)
    except (OSError, ValueError) as error:
        raise Refused("USAGE", str(error)) from None


async def open_existing(address: str) -> Database:
    """The database at this address. Raises Refused. A file that is not there is refused: SQLite would make it."""
    from turncoat.server.store import open_database

    need_existing(address)
    with clear_errors():
        return await open_database(address)


@contextmanager
def clear_errors() -> Iterator[None]:
    """Turn what a database that cannot be used raises into a sentence without its password and rows."""
    from sqlalchemy.exc import SQLAlchemyError

    from turncoat.server.store.errors import name_of

    try:
        yield
    except (SQLAlchemyError, OSError, sqlite3.Error, TimeoutError) as error:
        raise Refused("UNAVAILABLE", f"The database cannot be used: {name_of(error)}.") from None


def need_existing(address: str) -> None:
    """Raise Refused if no database can be there."""
    need_address(address)
    url = make_address(address)
    if url.get_backend_name() == "sqlite" and not Path(url.database or "").is_file():
        raise Refused("NOT_FOUND", "There is no such database.")


def need_address(address: str) -> None:
    """Raise Refused if this names no database, or one whose driver is missing."""
    kind = make_address(address).get_backend_name()
    if kind not in ("sqlite", "postgresql"):
        raise Refused("USAGE", _HOW)
    if kind == "postgresql":
        need_extra("postgres", "asyncpg")


def make_address(address: str) -> URL:
    """The parts of an address. Raises Refused."""
    from sqlalchemy.engine import make_url
    from sqlalchemy.exc import ArgumentError

    try:
        return make_url(address)
    except ArgumentError:
        raise Refused("USAGE", _HOW) from None
