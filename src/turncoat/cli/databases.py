"""Opening the database of a server from the command line."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from turncoat.core.errors import Refused
from turncoat.extras import need_extra

if TYPE_CHECKING:
    from turncoat.server.store import Database


async def open_existing(address: str) -> Database:
    """The database at this address. Raises Refused. A file that is not there is refused: SQLite would make it."""
    from sqlalchemy.exc import SQLAlchemyError

    from turncoat.server.store import open_database

    _check(address)
    try:
        return await open_database(address)
    except (SQLAlchemyError, OSError) as error:
        raise Refused("UNAVAILABLE", f"The database cannot be opened: {type(error).__name__}.") from None


def _check(address: str) -> None:
    from sqlalchemy.engine import make_url
    from sqlalchemy.exc import ArgumentError

    try:
        url = make_url(address)
    except ArgumentError:
        raise Refused("USAGE", "A database is named by sqlite:///FILE or postgresql://….") from None
    if url.get_backend_name() == "sqlite" and not Path(url.database or "").is_file():
        raise Refused("NOT_FOUND", "There is no such database.")
    if url.get_backend_name() == "postgresql":
        need_extra("postgres", "asyncpg")
