"""What the owner of a server does with its tables: list them, remove one, and remove what is old."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import msgspec
from sqlalchemy import Connection, Select, delete, func, insert, select, update

from turncoat.server.config import Config
from turncoat.server.store.database import Database
from turncoat.server.store.errors import Duplicate
from turncoat.server.store.schema import REMOVED, entries, people, players, records, tables

_DAY_MS = 86_400_000
_AT_ONCE = 100
T = TypeVar("T")


class Rules(msgspec.Struct, frozen=True, kw_only=True):
    """After how many days something unused is removed; 0: never. `docs/server.md` explains them."""

    tables: int = 0
    records: int = 0
    visitors: int = 0


def rules_of(config: Config) -> Rules:
    """The rules that the owner has set."""
    return Rules(tables=config.keep_tables_days, records=config.keep_records_days, visitors=config.keep_visitors_days)


class Removed(msgspec.Struct, frozen=True, kw_only=True):
    """How much was removed."""

    tables: int = 0
    records: int = 0
    visitors: int = 0


class TableLine(msgspec.Struct, frozen=True, kw_only=True):
    """A table in the list of the owner."""

    id: str
    code: str | None
    status: str
    public: bool
    updated: int


async def list_tables(database: Database, limit: int) -> list[TableLine]:
    """The tables, those that were used last first."""
    wanted = (
        select(tables.c.id, tables.c.code, tables.c.status, tables.c.public, tables.c.updated)
        .where(tables.c.status != REMOVED)
        .order_by(tables.c.updated.desc())
        .limit(limit)
    )
    rows = await database.run(lambda connection: list(connection.execute(wanted).mappings()))
    return [TableLine(**row) for row in rows]


async def remove_table(database: Database, table: str, now: int) -> None:
    """Remove a table. Whoever plays there is disconnected; records of its finished games stay."""
    await _insist(database, lambda connection: _remove_tables(connection, [table], now))


async def prune(database: Database, rules: Rules, now: int) -> Removed:
    """Remove what is older than the rules allow, a little at a time so that players need not wait for it."""
    old_tables = select(tables.c.id).where(tables.c.status != REMOVED, tables.c.updated < now - rules.tables * _DAY_MS)
    old_records = select(records.c.id).where(records.c.finished < now - rules.records * _DAY_MS)
    old_visitors = _unseen_since(now - rules.visitors * _DAY_MS)
    forgotten = select(tables.c.id).where(tables.c.status == REMOVED, tables.c.updated < now - _DAY_MS)
    removed = Removed(
        tables=await _repeat(database, old_tables, lambda c, ids: _remove_tables(c, ids, now)) if rules.tables else 0,
        records=await _repeat(database, old_records, _remove_records) if rules.records else 0,
        visitors=await _repeat(database, old_visitors, _forget_visitors) if rules.visitors else 0,
    )
    await _repeat(database, forgotten, _forget_tables)
    return removed


async def _repeat(database: Database, wanted: Select[Any], remove: Callable[[Connection, Sequence[str]], None]) -> int:
    def some(connection: Connection) -> int:
        found = list(connection.execute(wanted.limit(_AT_ONCE)).scalars())
        if found:
            remove(connection, found)
        return len(found)

    total = 0
    while number := await _insist(database, some):
        total += number
    return total


async def _insist(database: Database, work: Callable[[Connection], T]) -> T:
    """Do it again if a process appends to the log of a table at the moment when it is removed."""
    while True:
        with contextlib.suppress(Duplicate):
            return await database.write(work)


def _remove_tables(connection: Connection, ids: Sequence[str], now: int) -> None:
    """Nothing is left but what keeps a process that still runs such a table from going on: see `REMOVED`."""
    of_these = entries.c.table_id.in_(ids)
    last = select(entries.c.table_id, func.max(entries.c.seq)).where(of_these).group_by(entries.c.table_id)
    markers = [
        {"table_id": table, "seq": seq + 1, "node": REMOVED, "body": b""} for table, seq in connection.execute(last)
    ]
    connection.execute(delete(entries).where(of_these))
    if markers:
        connection.execute(insert(entries), markers)
    connection.execute(delete(people).where(people.c.table_id.in_(ids)))
    row = {"status": REMOVED, "code": None, "public": False, "listing": b"{}", "updated": now}
    connection.execute(update(tables).where(tables.c.id.in_(ids)).values(row))


def _forget_tables(connection: Connection, ids: Sequence[str]) -> None:
    connection.execute(delete(entries).where(entries.c.table_id.in_(ids)))
    connection.execute(delete(tables).where(tables.c.id.in_(ids)))


def _remove_records(connection: Connection, ids: Sequence[str]) -> None:
    connection.execute(delete(players).where(players.c.record_id.in_(ids)))
    connection.execute(delete(records).where(records.c.id.in_(ids)))


def _forget_visitors(connection: Connection, visitors: Sequence[str]) -> None:
    """The records of their games stay, but nobody can tell any more which visitor played in them."""
    connection.execute(delete(players).where(players.c.visitor.in_(visitors)))


def _unseen_since(moment: int) -> Select[Any]:
    """Visitors who have neither finished a game nor had a table in use since then."""
    later = players.alias()
    played = (
        select(later.c.visitor)
        .join(records, records.c.id == later.c.record_id)
        .where(later.c.visitor == players.c.visitor, records.c.finished >= moment)
    )
    seated = (
        select(people.c.visitor)
        .join(tables, tables.c.id == people.c.table_id)
        .where(people.c.visitor == players.c.visitor, tables.c.updated >= moment)
    )
    return select(players.c.visitor).where(~played.exists(), ~seated.exists()).distinct()
