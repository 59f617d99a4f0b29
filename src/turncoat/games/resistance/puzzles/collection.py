"""The puzzles of the family: this module is the capability `turncoat.core.capabilities.Puzzles`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files

from turncoat.core.puzzles import Kind, Puzzle, load_puzzles
from turncoat.core.record import Record

kinds: tuple[Kind, ...] = ("facts", "best")


@cache
def shipped() -> Sequence[Puzzle]:
    """The puzzles of the package."""
    folder = files(__package__) / "data"
    return [puzzle for kind in kinds for puzzle in load_puzzles((folder / f"{kind}.jsonl.xz").read_bytes())]


def make(kind: Kind, seed: str) -> Iterator[Puzzle | None]:
    """New puzzles from games between bots."""
    from turncoat.games.resistance.puzzles import best, facts

    return facts.make(seed) if kind == "facts" else best.make(seed)


def from_record(record: Record) -> Sequence[Puzzle]:
    """What the Assassin missed in a game of people."""
    from turncoat.games.resistance.puzzles import people

    return people.from_record(record)


def check(puzzle: Puzzle) -> str | None:
    """What the second implementation has against a puzzle."""
    from turncoat.games.resistance.puzzles import check as checks

    return checks.check(puzzle)
