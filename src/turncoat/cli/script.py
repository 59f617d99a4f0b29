"""`turncoat script`: the words that open a game at a real table."""

from __future__ import annotations

import msgspec

from turncoat.cli.setups import SetupFlags
from turncoat.core import offered
from turncoat.core.capabilities import Line
from turncoat.games import find_game
from turncoat.terminal.flags import Flag

_NOTHING = {
    "en": "Nobody learns anything in this game: there is nothing to say.",
    "es": "En esta partida nadie descubre nada: no hay nada que decir.",
    "fr": "Dans cette partie, personne n'apprend rien : il n'y a rien à dire.",
}


def script(*, flags: SetupFlags | None = None, language: str = "en", json: Flag = False) -> None:
    """Print what to say aloud before a game at a real table, with the seconds to wait after each line.

    Args:
        flags: The set-up.
        language: en, es or fr.
        json: Print one JSON object with the lines, their ids and their pauses.
    """
    setup = (flags or SetupFlags()).setup()
    narration = offered(find_game(setup.ruleset).capabilities.narration, "spoken reveal")
    lines = narration.script(setup, language)
    if json:
        print(msgspec.json.encode({"ruleset": setup.ruleset, "language": language, "lines": lines}).decode())
    else:
        print("\n".join(map(_print, lines)) if lines else _NOTHING[language])


def _print(line: Line) -> str:
    return f"{line.text}\n    ({line.pause} s)" if line.pause else line.text
