"""`turncoat analyse`: study a record."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
from cyclopts import Parameter

from turncoat.games.resistance.belief.study import Analysis, Note
from turncoat.games.resistance.belief.study import analyse as study
from turncoat.games.resistance.belief.study_page import page
from turncoat.terminal.record_files import read_record


def analyse(
    record: Path, /, *, json: Annotated[bool, Parameter(negative=())] = False, html: Path | None = None
) -> None:
    """Study a record: beliefs, surprises, turning points.

    Parameters
    ----------
    record
        The file that holds the record.
    json
        Print everything as one JSON object.
    html
        Write a page with curves and tables to this file.
    """
    played = read_record(record)
    found = study(played)
    if html is not None:
        html.write_text(page(played), encoding="utf-8")
    if json:
        print(msgspec.json.encode(found).decode())
    elif html is None:
        _tell(found)


def _tell(found: Analysis) -> None:
    print(f"{found.ruleset}, {found.players} players: {found.winner or 'nobody'} won ({found.reason or 'not over'})")
    print("seats: " + ", ".join(f"{seat} {role}" for seat, role in enumerate(found.roles)))
    _notes("Turning points", found.turning)
    _notes("Merlin", found.merlin)
    _notes("Missed", found.missed)


def _notes(title: str, notes: tuple[Note, ...]) -> None:
    if notes:
        print(f"\n{title}")
        for note in notes:
            print(f"  {note.words}")
