"""`turncoat replay`: a recorded game, step by step."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from turncoat.terminal.flags import Flag
from turncoat.terminal.record_files import read_record
from turncoat.terminal.screen import Screen
from turncoat.terminal.terminals import find_terminal


def replay(
    record: Path,
    /,
    *,
    game: str | None = None,
    seat: str | None = None,
    everything: Annotated[Flag, Parameter(name="--all")] = False,
    print_: Annotated[Flag, Parameter(name="--print")] = False,
) -> None:
    """Step through a recorded game as one of its players saw it, or as a spectator did.

    Args:
        record: The file with the record of the game.
        game: Which game, if the file holds several: its number, from 1, or its id.
        seat: The player whose view to show, by seat number or by name. Without it, you are a spectator.
        everything: Hide nothing. The game must be over.
        print_: Print the whole game at once instead of stepping through it.
    """
    played = read_record(record, game)
    terminal = find_terminal(played.ruleset)
    screen = Screen.standard()
    if print_ or not (sys.stdin.isatty() and screen.console.is_terminal):
        terminal.tell(played, seat, everything, screen.console)
    else:
        terminal.replay(played, seat, everything, screen)
