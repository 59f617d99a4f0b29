"""Reading a table's log from the store. A log that is damaged is refused as a whole."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from turncoat.core import Refused
from turncoat.server.store import REMOVED
from turncoat.server.tables.table_state import Effect, TableState, read_log

_LOG = logging.getLogger("turncoat.table")


class NoTable(Refused):
    """The table was never there, or was removed."""

    def __init__(self) -> None:
        super().__init__("NOT_FOUND", "There is no such table.")


class TableBroken(Refused):
    """The log of the table is damaged."""

    def __init__(self) -> None:
        super().__init__("TABLE_BROKEN", "This table was damaged in the store and cannot be played any more.")


def replay(rows: Sequence[tuple[int, str, bytes]], known: int = 0) -> tuple[TableState, list[Effect]]:
    """A table from the rows of its log, and the effects of the entries after number `known`.

    Raises NoTable if the log is gone, and TableBroken if a row is missing or cannot be read.
    """
    if not rows or rows[0][1] == REMOVED:
        raise NoTable
    if [seq for seq, _, _ in rows] != list(range(1, len(rows) + 1)):
        _LOG.error("a table is broken: rows of its log are missing")
        raise TableBroken
    try:
        return read_log([body for _, _, body in rows], known)
    except Exception as error:  # noqa: BLE001 - a damaged entry can lead to any error, and it is always the same trouble
        _LOG.error("a table is broken: %s", type(error).__name__)
        raise TableBroken from None
