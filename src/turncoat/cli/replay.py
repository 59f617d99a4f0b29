"""`turncoat replay`: a record, step by step."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from turncoat.terminal.record_files import read_record
from turncoat.terminal.screen import Screen
from turncoat.terminal.terminals import find_terminal


def replay(
    file: Path,
    *,
    seat: str | None = None,
    everything: Annotated[bool, Parameter(name="--all", negative=())] = False,
    print_: Annotated[bool, Parameter(name="--print", negative=())] = False,
) -> None:
    """Step through a record as one seat saw it, or as a spectator did.

    Parameters
    ----------
    file
        The record.
    seat
        The seat whose eyes to use: its number or its player's name.
    everything
        Hide nothing (only once the game is over).
    print_
        Print the whole story at once instead of stepping through it.
    """
    record = read_record(file)
    terminal = find_terminal(record.ruleset)
    screen = Screen.standard()
    if print_ or not (sys.stdin.isatty() and screen.console.is_terminal):
        terminal.tell(record, seat, everything, screen.console)
    else:
        terminal.replay(record, seat, everything, screen)
