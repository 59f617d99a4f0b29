"""The keys of the server, drawn once for a database: whatever process signs, every other process understands."""

from __future__ import annotations

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    table = op.create_table(
        "server_keys",
        sa.Column("name", sa.String(16), primary_key=True),
        sa.Column("value", sa.LargeBinary, nullable=False),
    )
    op.bulk_insert(table, [{"name": "visitors", "value": secrets.token_bytes(32)}])


def downgrade() -> None:
    op.drop_table("server_keys")
