"""What lists of tables and records show, and the database rows that hold it."""

from __future__ import annotations

from typing import Any

import msgspec

from turncoat.core import AnyGame, Record, dump_record
from turncoat.server.tables.resources import RecordListing, TableListing
from turncoat.server.tables.table_info import TableInfo

encode = msgspec.json.encode


def people_of(table: TableInfo) -> frozenset[str]:
    """Who finds the table in the list of their own tables: everybody with a chair, and the host."""
    return frozenset({chair.visitor for chair in table.chairs if chair.visitor is not None} | {table.host})


def listing(table: TableInfo, game: AnyGame, state: Any, now: int) -> TableListing:
    """The table in a list."""
    settings = table.settings
    host = table.seat_of(table.host)
    overview = game.capabilities.overview
    return TableListing(
        id=table.id,
        code=table.code,
        ruleset=settings.ruleset,
        players=len(table.chairs),
        taken=sum(not chair.empty for chair in table.chairs),
        bots=sum(chair.visitor is None and chair.bot is not None for chair in table.chairs),
        host=(table.chairs[host].name or "") if host is not None else "",
        status=table.status,
        locked=table.locked,
        watch=settings.watch,
        score=None if overview is None or state is None else overview().score(state),
        at=now,
    )


def summary_row(table: TableInfo, game: AnyGame, state: Any, now: int) -> dict[str, Any]:
    """The part of a table's row that changes."""
    return {
        "public": table.settings.public,
        "status": table.status,
        "listing": encode(listing(table, game, state, now)),
        "updated": now,
    }


def table_row(table: TableInfo, game: AnyGame, now: int) -> dict[str, Any]:
    """The row of a new table."""
    solo = len(table.chairs) == 1
    row = summary_row(table, game, None, now)
    return {"id": table.id, "code": table.code, "solo": solo, "daily": table.daily, **row}


def record_rows(table: TableInfo, record: Record) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The row of a finished game, and the rows of its players."""
    name, meta = table.records[-1], record.meta
    line = RecordListing(
        id=name,
        ruleset=record.ruleset,
        players=record.players,
        names=tuple(meta["names"]),
        winner=meta["winner"],
        reason=meta["reason"],
        at=meta["finished"],
        points=meta.get("points"),
        grade=meta.get("grade"),
    )
    row = {
        "id": name,
        "ruleset": record.ruleset,
        "public": table.settings.public,
        "solo": record.players == 1,
        "daily": table.daily,
        "finished": meta["finished"],
        "listing": encode(line),
        "body": dump_record(record),
    }
    seats = [
        {"record_id": name, "seat": seat, "visitor": chair.visitor}
        for seat, chair in enumerate(table.chairs)
        if chair.visitor is not None
    ]
    return row, seats
