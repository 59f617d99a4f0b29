"""`turncoat sheet`: a page to print, for playing with an ordinary deck of cards."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import msgspec
from cyclopts import Parameter

from turncoat.cli.setups import Several, read_setup
from turncoat.core import Refused, Setup, offered
from turncoat.games import default_ruleset, find_game
from turncoat.terminal.terminals import known_game


def sheet(
    *,
    ruleset: str | None = None,
    players: int | None = None,
    output: Annotated[Path, Parameter(name=["--output", "-o"])] = Path("sheet.pdf"),
    every: Annotated[bool, Parameter(name="--all", negative=())] = False,
    option: Several = None,
    language: str = "en",
    paper: str = "a4",
) -> None:
    """Make a printable page for playing with an ordinary deck of cards.

    Parameters
    ----------
    ruleset
        What is played; by default the form with playing cards.
    players
        How many play.
    output
        The PDF file to write.
    every
        One booklet with a page for every number of players.
    option
        Rules that differ: `--option NAME=VALUE`.
    language
        en, es or fr.
    paper
        a4 or letter.
    """
    if players is None and not every:
        raise Refused("PLAYER_COUNT", "Say for how many: --players 7, or --all for a booklet.")
    printer = offered(known_game(ruleset or default_ruleset()).capabilities.print, "page to print")
    setup = read_setup(ruleset or printer.rulesets[0], players or 0, None, option)
    setups = _every(setup) if every else [setup]
    write_whole(output, printer.sheet(setups, language, paper))
    print(f"{output}: {len(setups)} {'page' if len(setups) == 1 else 'pages'}")


def _every(setup: Setup) -> list[Setup]:
    try:
        seats = find_game(setup.ruleset).seats(setup.ruleset)
    except LookupError:
        raise Refused("BAD_REQUEST", f"There is no ruleset {setup.ruleset[:40]!r}.") from None
    return [msgspec.structs.replace(setup, players=players) for players in seats]


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that nobody ever finds half of it. Raises Refused."""
    part = path.parent / f".{path.name}.{os.getpid()}.part"
    try:
        part.write_bytes(data)
        part.replace(path)
    except OSError as error:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise Refused("NO_FILE", f"Cannot write {path}: {error.strerror or error}.") from None
