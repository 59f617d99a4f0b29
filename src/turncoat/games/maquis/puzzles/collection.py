"""The puzzles of RESIST!: this module is the capability `turncoat.core.capabilities.Puzzles`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files

from turncoat.core.puzzles import Kind, Puzzle, load_puzzles
from turncoat.core.record import Record

kinds: tuple[Kind, ...] = ("best",)


@cache
def shipped() -> Sequence[Puzzle]:
    """The puzzles of the package."""
    folder = files(__package__) / "data"
    return [puzzle for kind in kinds for puzzle in load_puzzles((folder / f"{kind}.jsonl.xz").read_bytes())]


def make(kind: Kind, seed: str) -> Iterator[Puzzle | None]:
    """New puzzles from games that a bot plays."""
    from turncoat.games.maquis.puzzles import attacks

    return attacks.make(seed)


def from_record(record: Record) -> Sequence[Puzzle]:
    """None: a record of one person's game is that person's own."""
    return ()


def check(puzzle: Puzzle) -> str | None:
    """What the replay on the engine has against a puzzle."""
    from turncoat.games.maquis.puzzles import check as checks

    return checks.check(puzzle)
