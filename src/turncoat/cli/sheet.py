"""`turncoat sheet`: a page to print, for playing at a real table."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import msgspec
from cyclopts import Parameter

from turncoat.cli.setups import read_options
from turncoat.core import Refused, Setup, offered
from turncoat.core.in_words import counted
from turncoat.games import default_ruleset
from turncoat.terminal.flags import Flag, Several
from turncoat.terminal.terminals import known_game


def sheet(
    *,
    ruleset: str | None = None,
    players: int | None = None,
    output: Annotated[Path, Parameter(name=["--output", "-o"])] = Path("sheet.pdf"),
    every: Annotated[Flag, Parameter(name="--all")] = False,
    option: Several = None,
    language: str = "en",
    paper: str = "a4",
) -> None:
    """Make a PDF page to print, with all you need to play at a real table.

    Args:
        ruleset: What to play. The default is the ruleset that is usually printed.
        players: Number of players.
        output: The PDF file to write.
        every: Make a booklet with a page for every number of players.
        option: Options to change: `--option NAME=VALUE NAME=VALUE`.
        language: en, es or fr.
        paper: a4 or letter.
    """
    if players is None and not every:
        raise Refused("PLAYER_COUNT", "Say for how many: --players 7, or --all for a booklet.")
    printer = offered(known_game(ruleset or default_ruleset()).capabilities.print, "page to print")
    setup = Setup(ruleset=ruleset or printer.rulesets[0], players=players or 0, options=read_options(option))
    setups = _every(setup) if every else [setup]
    write_whole(output, printer.sheet(setups, language, paper))
    print(f"{output}: {counted(len(setups), 'page')}")


def _every(setup: Setup) -> list[Setup]:
    seats = known_game(setup.ruleset).seats(setup.ruleset)
    return [msgspec.structs.replace(setup, players=players) for players in seats]


def write_whole(path: Path, data: bytes) -> None:
    """Write a file in one step, so that nobody ever finds half of it. Raises Refused."""
    part = path.parent / f".{path.name}.{os.getpid()}.part"
    try:
        part.write_bytes(data)
        part.replace(path)
    except OSError as error:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise Refused("NO_FILE", f"Cannot write {path}: {error.strerror or error}.") from None
