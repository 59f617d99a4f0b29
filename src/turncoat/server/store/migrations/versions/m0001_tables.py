"""Tables, entries, people, records, players, nodes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("code", sa.String(8), unique=True),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("listing", sa.LargeBinary, nullable=False),
        sa.Column("solo", sa.Boolean, nullable=False),
        sa.Column("daily", sa.String(48)),
        sa.Column("updated", sa.BigInteger, nullable=False),
    )
    op.create_index("tables_public", "tables", ["public", "updated"])
    op.create_table(
        "entries",
        sa.Column("table_id", sa.String(16), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("node", sa.String(16), nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "people",
        sa.Column("table_id", sa.String(16), primary_key=True),
        sa.Column("visitor", sa.String(32), primary_key=True),
    )
    op.create_index("people_visitor", "people", ["visitor"])
    op.create_table(
        "records",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("ruleset", sa.String(64), nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("solo", sa.Boolean, nullable=False),
        sa.Column("daily", sa.String(48)),
        sa.Column("finished", sa.BigInteger, nullable=False),
        sa.Column("listing", sa.LargeBinary, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
    op.create_index("records_public", "records", ["public", "finished"])
    op.create_index("records_daily", "records", ["daily"])
    op.create_table(
        "players",
        sa.Column("record_id", sa.String(24), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("visitor", sa.String(32), nullable=False),
    )
    op.create_index("players_visitor", "players", ["visitor"])
    op.create_table(
        "nodes",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("expires", sa.BigInteger, nullable=False),
        sa.Column("presence", sa.LargeBinary, nullable=False),
    )


def downgrade() -> None:
    for name in ("nodes", "players", "records", "people", "entries", "tables"):
        op.drop_table(name)
