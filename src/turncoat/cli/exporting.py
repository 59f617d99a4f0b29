"""`turncoat export`: records as tables, for spreadsheets, data frames and databases."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import msgspec

from turncoat.core import CorruptRecord, Record, load_record, replay
from turncoat.core.capabilities import NotImported
from turncoat.core.errors import Refused
from turncoat.games import find_game, games
from turncoat.terminal.errors import UsageError
from turncoat.terminal.record_files import read_records
from turncoat.terminal.table_files import GAMES, Columns, TableFiles

_EXAMPLES = 5
_PAGE = 500


def export(source: str, /, *, out: Path, format: Literal["csv", "parquet"] = "csv") -> int:  # noqa: A002 - an option
    """Turn records into tables: `games`, and those that a game has beside, such as its seats, proposals and votes.

    A record that cannot be read is skipped. How many were, and why, is printed on standard error.

    Args:
        source: A file of records, a folder of such files, or the database of a server (sqlite:///FILE, postgresql://…).
        out: The folder for the tables, one file each.
        format: csv, or parquet, which needs the extra `data`.
    """
    problems: list[str] = []
    done = 0
    try:
        with TableFiles(out, format, _tables()) as tables:
            for name, record in _records(source, problems):
                try:
                    _add(tables, name, record)
                except CorruptRecord as error:
                    problems.append(f"{name}: {error}")
                else:
                    done += 1
    except OSError as error:
        raise UsageError("NO_FILE", f"Cannot write {error.filename}: {error.strerror or error}.") from None
    print(f"{done} exported, {len(problems)} refused", file=sys.stderr)
    for problem in problems[:_EXAMPLES]:
        print(f"  {problem}", file=sys.stderr)
    return 0 if done or not problems else 1


def _tables() -> dict[str, Columns]:
    found = {"games": GAMES}
    for game in games():
        if game.capabilities.record_tables is not None:
            for table, columns in game.capabilities.record_tables().columns.items():
                found[table] = {"game": str, **columns}
    return found


def _add(tables: TableFiles, name: str, record: Record) -> None:
    game = find_game(record.ruleset)
    offered = game.capabilities.record_tables
    rows = {} if offered is None else offered().rows(record)
    outcome = game.outcome(replay(game, record))
    row = (
        name,
        record.ruleset,
        record.players,
        "+".join(record.roles),
        msgspec.json.encode(record.options, order="sorted").decode(),
        outcome.winner if outcome else None,
        outcome.reason if outcome else None,
        len(record.moves),
        _time(record, "started"),
        _time(record, "finished"),
    )
    tables.add("games", [row])
    for table, found in rows.items():
        tables.add(table, [(name, *one) for one in found])


def _time(record: Record, name: str) -> int | None:
    found = record.meta.get(name)
    return found if isinstance(found, int) else None


def _records(source: str, problems: list[str]) -> Iterator[tuple[str, Record]]:
    """Every record that can be read, with its id: the one it had before, or its number."""
    found: Iterator[Any] = in_database(source) if "://" in source else read_records(Path(source))
    for number, one in enumerate(found, 1):
        if isinstance(one, NotImported):
            problems.append(f"{one.id} line {one.line}: {one.reason}")
        elif isinstance(one, Record):
            yield str(one.meta.get("imported") or number), one
        else:
            name, body = one
            try:
                yield name, load_record(body, find_game)
            except CorruptRecord as error:
                problems.append(f"{name}: {error}")


def in_database(address: str) -> Iterator[tuple[str, bytes]]:
    """The records of a server's database, each with its id. Raises UsageError."""
    from turncoat.cli.databases import open_existing

    with asyncio.Runner() as runner:
        database = runner.run(open_existing(address))
        try:
            last = ""
            while page := runner.run(database.records_after(last, _PAGE)):
                yield from page
                last = page[-1][0]
        except Refused as error:
            raise UsageError(error.code, error.message) from None
        finally:
            runner.run(database.close())
