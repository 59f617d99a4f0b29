"""`turncoat analyse`: study a record."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
from cyclopts import Parameter

from turncoat.core import offered
from turncoat.games import find_game
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
    study = offered(find_game(played.ruleset).capabilities.study, "study")
    if html is not None:
        html.write_text(study.page(played), encoding="utf-8")
    if json:
        print(msgspec.json.encode(study.analyse(played)).decode())
    elif html is None:
        print(study.summary(played))
