"""Where tables and records are kept: SQLite by default, PostgreSQL by address. One code path."""

from turncoat.server.store.commit import Committer, Conflict, Write
from turncoat.server.store.database import Database, open_database

__all__ = ["Committer", "Conflict", "Database", "Write", "open_database"]
