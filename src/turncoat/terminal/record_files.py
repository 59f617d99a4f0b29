"""Records in files. They are JSON, or the compact text notation if the name of the file ends in `.txt`."""

from __future__ import annotations

from pathlib import Path

from turncoat.core import CorruptRecord, Record, dump_record, load_record, parse_record, print_record
from turncoat.games import find_game
from turncoat.terminal.errors import UsageError


def read_record(path: Path) -> Record:
    """Read a record in either format. Raises UsageError or CorruptRecord."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UsageError("NO_FILE", f"Cannot read {path}: {error.strerror or error}.") from None
    if not data.lstrip().startswith(b"["):
        return load_record(data, find_game)
    try:
        return parse_record(data.decode(), find_game)
    except UnicodeDecodeError:
        raise CorruptRecord("not a record: the text is not UTF-8") from None


def write_record(path: Path, record: Record) -> None:
    """Write a record to a file. Raises UsageError."""
    data = print_record(record).encode() if path.suffix == ".txt" else dump_record(record) + b"\n"
    try:
        path.write_bytes(data)
    except OSError as error:
        raise UsageError("NO_FILE", f"Cannot write {path}: {error.strerror or error}.") from None
