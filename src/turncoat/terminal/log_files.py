"""Games in files of other programs: one file or a folder of files, plain or compressed with gzip.

What cannot be read is refused with a reason, one game at a time, and the rest is read.
"""

from __future__ import annotations

import gzip
import re
import zlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import IO, NamedTuple, cast

from turncoat.core import Record, TurncoatError
from turncoat.core.capabilities import LogFormat, NotImported
from turncoat.terminal.errors import UsageError

LONGEST = 1 << 20
"""The most bytes that a game may have. The longest games have about ten thousand."""

_GZIP = b"\x1f\x8b"
BROKEN = (OSError, EOFError, zlib.error)
"""What reading a file that is cut off or damaged raises."""

Advance = Callable[[int], None]
"""Told how many more bytes of the files have been dealt with."""


class LogPiece(NamedTuple):
    """The text of one game, or None and why there is none."""

    file: str
    line: int
    text: bytes | None
    problem: str = ""


def read_log(path: Path, form: LogFormat, advance: Advance = lambda _: None) -> Iterator[Record | NotImported]:
    """Every game of a file or of the files in a folder: its record, or why it was refused. Raises UsageError."""
    return convert(_pieces(log_files(path), form.fills_file, advance), form)


def convert(pieces: Iterable[LogPiece], form: LogFormat) -> Iterator[Record | NotImported]:
    """Each piece as a record, or as a refusal. Nothing is kept in memory between them."""
    for file, line, text, problem in pieces:
        if text is None:
            yield NotImported(line, file, problem)
            continue
        try:
            yield form.read(text, file)
        except (TurncoatError, ValueError, LookupError, RecursionError) as error:
            yield NotImported(line, file, str(error) or type(error).__name__)


def log_files(path: Path) -> list[Path]:
    """The file itself, or every file in the folder and the folders in it. Raises UsageError if there is none."""
    found = sorted(file for file in path.rglob("*") if file.is_file()) if path.is_dir() else [path]
    if not found or not (path.is_dir() or path.is_file()):
        raise UsageError("NO_FILE", f"Cannot open {path}: there is no such file, or the folder is empty.")
    return found


def _pieces(files: Iterable[Path], fills_file: bool, advance: Advance) -> Iterator[LogPiece]:
    for file in files:
        try:
            with file.open("rb") as raw:
                if fills_file:
                    yield _piece(file.name, 1, _uncompressed(raw).read(LONGEST + 1))
                    advance(file.stat().st_size)
                elif _is_spread(_uncompressed(raw)):
                    yield from _objects(file.name, _uncompressed(raw))
                    advance(file.stat().st_size)
                else:
                    yield from _lines(file.name, _uncompressed(raw), raw, advance)
        except BROKEN as error:
            yield LogPiece(file.name, 1, None, f"the file cannot be read: {error}")


def _uncompressed(raw: IO[bytes]) -> IO[bytes]:
    """What a file holds, from its beginning. A reader of gzip that has failed once does not fail again, so take a new
    one.
    """
    raw.seek(0)
    is_compressed = raw.read(2) == _GZIP
    raw.seek(0)
    return cast(IO[bytes], gzip.GzipFile(fileobj=raw)) if is_compressed else raw


def _is_spread(source: IO[bytes]) -> bool:
    """Whether games are spread over lines, as pretty-printers do it, or stand in a list."""
    try:
        first = source.readline(LONGEST).strip()
        return first == b"{" or first.startswith(b"[")
    except BROKEN:
        return False  # how far it can be read is seen line by line


def _lines(name: str, source: IO[bytes], raw: IO[bytes], advance: Advance) -> Iterator[LogPiece]:
    """The lines of a file that are not empty. A file that breaks off is a refusal after its last whole line."""
    number, told = 0, 0
    while True:
        number += 1
        try:
            text = source.readline(LONGEST + 1)
            piece = _piece(name, number, text)
            while len(text) > LONGEST and not text.endswith(b"\n"):
                text = source.readline(LONGEST + 1)
        except BROKEN as error:
            yield LogPiece(name, number, None, f"the file breaks off: {error}")
            return
        if piece.text == b"":
            return
        if piece.text is None or piece.text.strip():
            yield piece
        advance(raw.tell() - told)
        told = raw.tell()


def _objects(name: str, source: IO[bytes]) -> Iterator[LogPiece]:
    """The objects of a list, or those that follow each other. The last piece is what breaks off."""
    spread = _Spread()
    try:
        for text in _parts(source):
            yield from (_piece(name, line, found) for line, found in spread.read(text))
    except BROKEN as error:
        yield LogPiece(name, spread.line, None, f"the file breaks off: {error}")
        return
    if spread.game:
        yield _piece(name, spread.began, bytes(spread.game))
    if spread.is_more or not spread.began:
        yield LogPiece(name, 1, None, "not a list of games alone" if spread.began else "no game is in this list")


def _parts(source: IO[bytes]) -> Iterator[bytes]:
    """The lines of a file, and long ones in parts that do not end between a backslash and what it stands before."""
    while text := source.readline(LONGEST):
        while text.endswith(b"\\") and (more := source.read(1)):
            text += more
        yield text


class _Spread:
    """Finds the objects of a text: what is inside braces, where those inside quotation marks do not count."""

    def __init__(self) -> None:
        self.line = 1
        self.began = 0  # the line on which the last object began
        self.game = bytearray()  # an object that has not ended
        self.is_more = False  # whether something else than a list stands outside
        self._depth = 0
        self._is_quoted = False

    def read(self, text: bytes) -> Iterator[tuple[int, bytes]]:
        """The objects that end in this part of the text, each with the line on which it began."""
        begin = 0
        for sign in _SIGNS.finditer(text):
            before, self._depth = self._depth, self._depth_after(sign[0])
            if self._depth > before == 0:
                self._pass_over(text[begin : sign.start()])
                begin, self.began = sign.start(), self.line
            elif before > self._depth == 0:
                self._keep(text[begin : sign.end()])
                yield self.began, bytes(self.game)
                self.game.clear()
                begin = sign.end()
        (self._keep if self._depth else self._pass_over)(text[begin:])

    def _depth_after(self, sign: bytes) -> int:
        if sign == b"\n":
            self.line += 1
            self._is_quoted = False  # no text of JSON goes on in the next line
        elif sign == b'"':
            self._is_quoted = not self._is_quoted
        elif not self._is_quoted:
            return max(0, self._depth + _STEPS.get(sign, 0))
        return self._depth

    def _keep(self, text: bytes) -> None:
        """What is longer than a game may be is refused, so its end need not be kept."""
        self.game += text[: LONGEST + 1 - len(self.game)]

    def _pass_over(self, text: bytes) -> None:
        self.is_more |= bool(text.translate(None, b"[], \t\r\n"))


_SIGNS = re.compile(rb'\\.|["{}\n]', re.DOTALL)
_STEPS = {b"{": 1, b"}": -1}


def _piece(name: str, line: int, text: bytes) -> LogPiece:
    if len(text) > LONGEST:
        return LogPiece(name, line, None, f"longer than {LONGEST >> 20} MiB, which no game is")
    return LogPiece(name, line, text)
