"""The key from which the secret seeds of the deals of the day follow, drawn once for a database."""

from __future__ import annotations

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    keys = sa.table("server_keys", sa.column("name", sa.String), sa.column("value", sa.LargeBinary))
    op.bulk_insert(keys, [{"name": "daily", "value": secrets.token_bytes(32)}])


def downgrade() -> None:
    op.execute("DELETE FROM server_keys WHERE name = 'daily'")
