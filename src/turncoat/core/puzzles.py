"""A puzzle: a position, a question about it with one right answer, and why. Also the files that puzzles are kept in.

What a question and its choices mean is the game's own affair, as with moves.
"""

from __future__ import annotations

import gzip
import lzma
from base64 import b32encode
from collections.abc import Iterable, Mapping
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal

import msgspec

from turncoat.core.errors import CorruptRecord
from turncoat.core.match import replay
from turncoat.core.notation import parse_record
from turncoat.core.record import FindGame, Record

Kind = Literal["facts", "best", "people"]
_ID_LENGTH = 8
_XZ = b"\xfd7zXZ"
_GZIP = b"\x1f\x8b"
_MOST_BYTES = 256 << 20


class Puzzle(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, dict=True):
    """A position with a question.

    `facts` puzzles follow from the rules alone. `best` ones ask for the best move, exactly or by a clear margin.
    `people` ones come from recorded games of people. `rating` is an estimate of how hard the puzzle is.
    """

    kind: Kind
    rating: int
    record: str
    """The game up to the position, in the text form of records."""
    seat: int | None = None
    """Who is asked; None is somebody who watches."""
    question: Mapping[str, Any]
    choices: tuple[Any, ...]
    right: int
    """The place of the right answer among the choices."""
    hint: Mapping[str, Any] = {}
    why: Mapping[str, Any] = {}

    @cached_property
    def id(self) -> str:
        """A short name that follows from what is asked."""
        asked = (self.record, self.seat, self.question, self.choices)
        digest = sha256(msgspec.json.encode(asked, order="sorted")).digest()
        return b32encode(digest).decode().lower()[:_ID_LENGTH]

    def game_so_far(self, find_game: FindGame) -> Record:
        """The record of the position. Raises CorruptRecord."""
        return parse_record(self.record, find_game)

    def position(self, find_game: FindGame) -> Any:
        """The game's state in the position. It holds secrets: show its view only. Raises CorruptRecord."""
        record = self.game_so_far(find_game)
        return replay(find_game(record.ruleset), record)


def dump_puzzles(puzzles: Iterable[Puzzle]) -> bytes:
    """The contents of a puzzle file: a line of JSON for each puzzle, compressed. Equal puzzles give equal bytes."""
    lines = b"".join(msgspec.json.encode(puzzle, order="deterministic") + b"\n" for puzzle in puzzles)
    return lzma.compress(lines, preset=9 | lzma.PRESET_EXTREME)


def load_puzzles(data: bytes) -> tuple[Puzzle, ...]:
    """The puzzles of a file, in order; plain, xz and gzip are read. Raises CorruptRecord."""
    decoder = msgspec.json.Decoder(Puzzle)
    try:
        found = tuple(decoder.decode(line) for line in _plain(data).splitlines() if line)
    except (msgspec.MsgspecError, UnicodeDecodeError, lzma.LZMAError, OSError, EOFError) as error:
        raise CorruptRecord(f"not a file of puzzles: {error}") from None
    if any(not 0 <= puzzle.right < len(puzzle.choices) for puzzle in found):
        raise CorruptRecord("not a file of puzzles: a right answer is not among the choices")
    return found


def _plain(data: bytes) -> bytes:
    if data.startswith(_XZ):
        unpacked = lzma.LZMADecompressor(memlimit=_MOST_BYTES).decompress(data, _MOST_BYTES)
    else:
        unpacked = gzip.decompress(data) if data.startswith(_GZIP) else data
    return unpacked


def read_puzzles(path: Path) -> tuple[Puzzle, ...]:
    """The puzzles of a file. Raises OSError and CorruptRecord."""
    return load_puzzles(path.read_bytes())
