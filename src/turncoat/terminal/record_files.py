"""Records in files: JSON, JSON lines with a record each, or the compact text notation; plain or compressed by gzip."""

from __future__ import annotations

import gzip
import re
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain, islice
from pathlib import Path
from typing import IO, cast

import msgspec

from turncoat.core import CorruptRecord, Record, dump_record, load_record, parse_record, print_record
from turncoat.core.capabilities import NotImported
from turncoat.games import find_game
from turncoat.terminal.errors import UsageError
from turncoat.terminal.log_files import BROKEN, log_files, read_log

_GZIP = b"\x1f\x8b"
_LIST = re.compile(rb"\s*\[\s*[\[{\]]")


def read_record(path: Path, game: str | None = None) -> Record:
    """Read a record. `game` names one of several: its number, from 1, or its id. Raises UsageError or CorruptRecord."""
    try:
        with _open(path) as file:
            return _read(file, path, game)
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise CorruptRecord(f"the file is damaged: {error}") from None
    except OSError as error:
        raise UsageError("NO_FILE", f"Cannot read {path}: {error.strerror or error}.") from None


@contextmanager
def _open(path: Path) -> Iterator[IO[bytes]]:
    with path.open("rb") as raw:
        is_compressed = raw.read(2) == _GZIP
        raw.seek(0)
        yield cast(IO[bytes], gzip.GzipFile(fileobj=raw)) if is_compressed else raw


def _read(file: IO[bytes], path: Path, game: str | None) -> Record:
    lines = (line for line in file if line.strip())
    first = list(islice(lines, 2))
    every: Iterator[bytes] = chain(first, lines)
    if not first or not _is_whole(first[0]):
        every = iter([b"".join(every)])  # one record over several lines
    elif game is None and len(first) > 1:
        count = sum(1 for _ in every)
        raise UsageError("WHICH_GAME", f"{path} holds {count} games. Name one by its number or id: --game 1.")
    found = _find(every, game or "1")
    if found is None:
        raise UsageError("NO_GAME", f"{path} holds no game {(game or '1')[:40]!r}.")
    return _parse(found)


def _find(lines: Iterator[bytes], game: str) -> bytes | None:
    """The game with that number, or else the first with that id: logs may number their games in another way."""
    number = int(game) if game.isdecimal() else None
    named = None
    for at, line in enumerate(lines, 1):
        if at == number:
            return line
        if named is None and game.encode() in line and _id_of(line) == game:
            named = line
    return named


def _id_of(line: bytes) -> str | None:
    """The name that the game had in the log from which it comes, as text: there it may be a number."""
    meta = _fields((_fields(line) or {}).get("meta", b""))
    imported = (meta or {}).get("imported")
    return None if imported is None else str(msgspec.json.decode(imported))


def _is_whole(line: bytes) -> bool:
    """Whether a line is a JSON object by itself, so that the file has one in each line."""
    return _fields(line) is not None


def _fields(text: bytes | msgspec.Raw) -> dict[str, msgspec.Raw] | None:
    """The fields of a JSON object, not decoded; None if the text is no such object."""
    try:
        return msgspec.json.decode(text, type=dict[str, msgspec.Raw])
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        return None


def _parse(data: bytes) -> Record:
    if _LIST.match(data):
        raise CorruptRecord("not a record but a list: give each record a line of its own")
    if not data.lstrip().startswith(b"["):
        return _load(data)
    try:
        return parse_record(data.decode(), find_game)
    except UnicodeDecodeError:
        raise CorruptRecord("not a record: the text is not UTF-8") from None


def _load(data: bytes) -> Record:
    """A record of JSON. Raises CorruptRecord, which says what to do with an object that is none."""
    if (fields := _fields(data)) and "format" not in fields:
        raise CorruptRecord("not a record: it has no `format`. Make records of other logs with `turncoat import`")
    return load_record(data, find_game)


class _Lines:
    """The form of a file with a record in each line."""

    fills_file = False

    def read(self, text: bytes, name: str) -> Record:
        return _load(text)


def read_records(path: Path) -> Iterator[Record | NotImported]:
    """Every record of a file, or of the files in a folder, or why it cannot be read. Raises UsageError."""
    for file in log_files(path):
        if _has_lines(file):
            yield from read_log(file, _Lines())
            continue
        try:
            yield read_record(file)
        except CorruptRecord as error:
            yield NotImported(1, file.name, str(error))


def _has_lines(file: Path) -> bool:
    """Whether each line holds a record. True for a damaged file too: reading it by lines shows where it breaks off."""
    try:
        with _open(file) as found:
            return _is_whole(next((line for line in found if line.strip()), b""))
    except BROKEN:
        return True


def write_record(path: Path, record: Record) -> None:
    """Write a record to a file. Raises UsageError."""
    data = print_record(record).encode() if path.suffix == ".txt" else dump_record(record) + b"\n"
    try:
        path.write_bytes(data)
    except OSError as error:
        raise UsageError("NO_FILE", f"Cannot write {path}: {error.strerror or error}.") from None
