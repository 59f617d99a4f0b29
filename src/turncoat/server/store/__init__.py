"""Where tables and records are stored: SQLite by default, PostgreSQL by address, through the same code."""

from turncoat.server.store.commit import Committer, Conflict, Write
from turncoat.server.store.database import Database, open_database

__all__ = ["Committer", "Conflict", "Database", "Write", "open_database"]
