"""`turncoat verify`: was the deal honest?"""

from __future__ import annotations

from pathlib import Path

from turncoat.core import verify as find_problems
from turncoat.games import find_game
from turncoat.terminal.record_files import read_record

NOT_PROVED = 1


def verify(file: Path) -> int:
    """Check that the chance of a record follows from the seed its table committed to.

    Exit code 0: it does. 1: it does not, or the record does not tell. 2: there is no such record.

    Parameters
    ----------
    file
        The record.
    """
    record = read_record(file)
    problems = find_problems(record, find_game)
    if problems:
        print(f"The deal is not proved: {'; '.join(problems)}.")
        return NOT_PROVED
    print("The deal is proved: everything that chance decided follows from the seed committed to.")
    if record.fixed:
        print(f"Set by hand, not drawn: {', '.join(record.fixed)}.")
    return 0
