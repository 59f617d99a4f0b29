"""The tables of the database. A change here needs a migration; a test compares the two."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, LargeBinary, MetaData, String, Table

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("code", String(8), unique=True),
    Column("public", Boolean, nullable=False),
    Column("status", String(8), nullable=False),
    Column("listing", LargeBinary, nullable=False),
    Column("solo", Boolean, nullable=False),
    Column("daily", String(48)),
    Column("updated", BigInteger, nullable=False),
    Index("tables_public", "public", "updated"),
)
"""What lists of tables show. Everything else about a table is in its entries."""

entries = Table(
    "entries",
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("node", String(16), nullable=False),
    Column("body", LargeBinary, nullable=False),
)
"""The logs. The primary key keeps two processes from appending the same number; `node` says who appended."""

REMOVED = "removed"
"""The status of a table that was removed, and the `node` of the empty row that stands in its log instead of all others.
The row has the next number, so that a process that still runs the table cannot append and finds out."""

people = Table(
    "people",
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("visitor", String(32), primary_key=True),
    Index("people_visitor", "visitor"),
)
"""Who holds a chair at, or hosts, which table."""

records = Table(
    "records",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("ruleset", String(64), nullable=False),
    Column("public", Boolean, nullable=False),
    Column("solo", Boolean, nullable=False),
    Column("daily", String(48)),
    Column("finished", BigInteger, nullable=False),
    Column("listing", LargeBinary, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Index("records_public", "public", "finished"),
    Index("records_daily", "daily"),
)
"""Finished games."""

players = Table(
    "players",
    metadata,
    Column("record_id", String(24), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("visitor", String(32), nullable=False),
    Index("players_visitor", "visitor"),
)
"""Who sat where in a finished game."""

nodes = Table(
    "nodes",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("expires", BigInteger, nullable=False),
    Column("presence", LargeBinary, nullable=False),
)
"""The server processes that are alive, and who is connected to their tables. It decides who runs bots and clocks.

`expires` changes with every heartbeat. Nobody compares it with a clock, because clocks differ and can be set."""

server_keys = Table(
    "server_keys",
    metadata,
    Column("name", String(16), primary_key=True),
    Column("value", LargeBinary, nullable=False),
)
"""Secrets that all processes share. Migrations draw them."""
