"""`turncoat analyse`: study a finished game."""

from __future__ import annotations

from pathlib import Path

import msgspec

from turncoat.core import offered
from turncoat.games import find_game
from turncoat.terminal.flags import Flag
from turncoat.terminal.record_files import read_record


def analyse(record: Path, /, *, game: str | None = None, json: Flag = False, html: Path | None = None) -> None:
    """Study a finished game: what every player could know, surprising moves, and turning points.

    Args:
        record: The file with the record of the game.
        game: Which game, if the file holds several: its number, from 1, or its id.
        json: Print the whole study as one JSON object.
        html: Write the study to this file, as an HTML page with charts and tables.
    """
    played = read_record(record, game)
    study = offered(find_game(played.ruleset).capabilities.study, "study")
    if html is not None:
        html.write_text(study.page(played), encoding="utf-8")
    if json:
        print(msgspec.json.encode(study.analyse(played)).decode())
    elif html is None:
        print(study.summary(played))
