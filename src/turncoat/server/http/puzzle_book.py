"""All puzzles that a server offers: those of its games, and those of the files that its owner has named."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import cached_property, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from turncoat.core import CorruptRecord, Refused, parse_record, replay
from turncoat.core.puzzles import Puzzle, read_puzzles
from turncoat.games import find_game, games
from turncoat.server.tables.resources import PuzzleListing, PuzzlePosition

_LOG = logging.getLogger("turncoat.app")


class PuzzleBook:
    """The puzzles by id. They are read when the first one is asked for."""

    def __init__(self, paths: Sequence[str]) -> None:
        self._paths = paths

    @cached_property
    def _own(self) -> dict[str, Puzzle]:
        makers = [game.capabilities.puzzles() for game in games() if game.capabilities.puzzles is not None]
        return {puzzle.id: puzzle for maker in makers for puzzle in maker.shipped()}

    @cached_property
    def puzzles(self) -> dict[str, Puzzle]:
        """Every puzzle that is offered."""
        return self._own | {puzzle.id: puzzle for path in self._paths for puzzle in _from_file(path)}

    @cached_property
    def listings(self) -> tuple[PuzzleListing, ...]:
        """Every puzzle as a line of a list."""
        return tuple(listing_of(puzzle) for puzzle in self.puzzles.values())

    def find(self, name: str) -> Puzzle:
        """The puzzle of that id. Raises Refused."""
        puzzle = self.puzzles.get(name)
        if puzzle is None:
            raise Refused("NOT_FOUND", "There is no such puzzle.")
        return puzzle

    def of_day(self, date: str) -> Puzzle:
        """The puzzle of a day: the same wherever the same puzzles are shipped. Raises Refused."""
        names = sorted(self._own)
        if not names:
            raise Refused("NOT_FOUND", "There are no puzzles here.")
        number = int.from_bytes(sha256(f"puzzle of {date}".encode()).digest()[:8])
        return self._own[names[number % len(names)]]


def _from_file(path: str) -> Sequence[Puzzle]:
    try:
        return read_puzzles(Path(path))
    except (OSError, CorruptRecord) as error:
        _LOG.error("the puzzles of a file cannot be used: %s", error)
        return ()


@lru_cache(maxsize=8192)
def _ruleset(record: str) -> str:
    for line in record.split("\n"):
        key, _, value = line.strip("[]").partition(" ")
        if key == "ruleset":
            return str(msgspec.json.decode(value))
    raise CorruptRecord("a puzzle's record does not name its ruleset")


def listing_of(puzzle: Puzzle) -> PuzzleListing:
    """A puzzle as a line of a list."""
    return PuzzleListing(id=puzzle.id, kind=puzzle.kind, ruleset=_ruleset(puzzle.record), rating=puzzle.rating)


@lru_cache(maxsize=256)
def _view(record: str, seat: int | None, ruleset: str) -> Any:
    game = find_game(ruleset)
    return msgspec.to_builtins(game.view(replay(game, parse_record(record, find_game)), seat), str_keys=True)


def position_of(puzzle: Puzzle) -> PuzzlePosition:
    """A puzzle without its answer. The view is what the seat may see, so the deal is not in it."""
    listing = listing_of(puzzle)
    return PuzzlePosition(
        **msgspec.structs.asdict(listing),
        seat=puzzle.seat,
        view=_view(puzzle.record, puzzle.seat, listing.ruleset),
        question=dict(puzzle.question),
        choices=puzzle.choices,
    )
