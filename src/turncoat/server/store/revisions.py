"""Which revision a database has, which one this program needs, and the way from one to the other."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from turncoat.core import Refused

_MIGRATIONS = Path(__file__).with_name("migrations")
_LOCK = "SELECT pg_advisory_xact_lock(8675309)"
NEWEST = "head"


def newest() -> str:
    """The revision that this program needs."""
    return str(ScriptDirectory(_MIGRATIONS).get_current_head())


def revision(connection: Connection) -> str | None:
    """The revision of a database; None if it is empty. Raises Refused if a newer program has made it."""
    found = MigrationContext.configure(connection).get_current_revision()
    if found is not None and found not in _known():
        raise Refused(
            "NEWER_DATABASE",
            f"The database has revision {found}, and this program knows revisions up to {newest()}. "
            "Install the newer Turncoat that has used this database.",
        )
    return found


def _known() -> set[str]:
    return {script.revision for script in ScriptDirectory(_MIGRATIONS).walk_revisions()}


def migrate(connection: Connection, to: str = NEWEST) -> None:
    """Bring the tables of a database up to date, in the transaction of this connection. Raises Refused."""
    if connection.dialect.name == "postgresql":  # two processes may start at once
        connection.exec_driver_sql(_LOCK)
    revision(connection)
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, to)
