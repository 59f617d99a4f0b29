"""`turncoat script`: the words that open a game at a real table."""

from __future__ import annotations

from typing import Annotated

import msgspec
from cyclopts import Parameter

from turncoat.cli.setups import Several, read_setup
from turncoat.core import offered
from turncoat.core.capabilities import Line
from turncoat.games import default_ruleset
from turncoat.terminal.terminals import known_game

_NOTHING = {
    "en": "Nobody learns anything in this game: there is nothing to say.",
    "es": "En esta partida nadie descubre nada: no hay nada que decir.",
    "fr": "Dans cette partie, personne n'apprend rien : il n'y a rien à dire.",
}


def script(
    *,
    ruleset: str | None = None,
    players: int = 5,
    roles: Several = None,
    option: Several = None,
    language: str = "en",
    json: Annotated[bool, Parameter(negative=())] = False,
) -> None:
    """Print the spoken reveal for a set-up, with the seconds to wait after each line.

    Parameters
    ----------
    ruleset
        What is played.
    players
        How many play.
    roles
        Optional characters: `--roles NAME,NAME`.
    option
        Rules that differ: `--option NAME=VALUE`.
    language
        en, es or fr.
    json
        One JSON object: the lines with their ids and pauses.
    """
    ruleset = ruleset or default_ruleset()
    narration = offered(known_game(ruleset).capabilities.narration, "spoken reveal")
    lines = narration.script(read_setup(ruleset, players, roles, option), language)
    if json:
        print(msgspec.json.encode({"ruleset": ruleset, "language": language, "lines": lines}).decode())
    else:
        print("\n".join(map(_print, lines)) if lines else _NOTHING[language])


def _print(line: Line) -> str:
    return f"{line.text}\n    ({line.pause} s)" if line.pause else line.text
