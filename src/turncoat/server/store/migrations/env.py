"""Alembic's entry: it gets its connection from the server."""

from alembic import context

from turncoat.server.store.schema import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
