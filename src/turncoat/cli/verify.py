"""`turncoat verify`: was the deal honest?"""

from __future__ import annotations

from pathlib import Path

from turncoat.core import verify as find_problems
from turncoat.games import find_game
from turncoat.terminal.record_files import read_record

NOT_PROVED = 1


def verify(record: Path, /, *, game: str | None = None) -> int:
    """Check that everything chance decided in a game follows from the seed that was committed to before the deal.

    The exit code is 0 if the deal is proved, 1 if it is not, and 2 if the record cannot be read.

    Args:
        record: The file with the record of the game.
        game: Which game, if the file holds several: its number, from 1, or its id.
    """
    played = read_record(record, game)
    problems = find_problems(played, find_game)
    if problems:
        print(f"The deal is not proved: {'; '.join(problems)}.")
        return NOT_PROVED
    print("The deal is proved: everything that chance decided follows from the seed committed to.")
    if played.fixed:
        print(f"Set by hand, not drawn: {', '.join(played.fixed)}.")
    return 0
