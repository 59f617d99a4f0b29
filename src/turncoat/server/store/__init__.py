"""Where tables and records are stored: SQLite by default, PostgreSQL by address, through the same code."""

from turncoat.server.store.commit import Committer, Conflict, Write
from turncoat.server.store.database import Database
from turncoat.server.store.engines import open_database
from turncoat.server.store.errors import StoreDown
from turncoat.server.store.schema import REMOVED

__all__ = ["REMOVED", "Committer", "Conflict", "Database", "StoreDown", "Write", "open_database"]
