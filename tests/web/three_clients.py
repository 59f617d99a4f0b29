"""What the terminal prints and the printed sheet says, about a set-up or a moment of a game, to compare pages with."""

from __future__ import annotations

import json
from contextlib import redirect_stdout
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

from cyclopts import App
from pypdf import PdfReader

from tests.cli.typist import Typist
from tests.web.reveal import Said
from turncoat.cli.script import script
from turncoat.core import Match, Refused, Setup
from turncoat.core.capabilities import offered
from turncoat.games import find_game
from turncoat.terminal.order import Order
from turncoat.terminal.record_files import write_record


def one_line(text: str) -> str:
    """The words of a page, without the frames and the breaks between them."""
    return " ".join(text.translate(dict.fromkeys(map(ord, "│┃║|"), " ")).split())


def printed_script(setup: Setup, language: str) -> list[Said]:
    """What `turncoat script` prints."""
    app, out = App(result_action="return_value"), StringIO()
    app.command(script)
    options = [f"{name}={json.dumps(value)}" for name, value in setup.options.items()]
    flags = ["--ruleset", setup.ruleset, "--players", str(setup.players), "--language", language]
    flags += ["--roles", ",".join(setup.roles)] if setup.roles else []
    with redirect_stdout(out):
        app(["script", *flags, *(["--option", *options] if options else [])], exit_on_error=False, print_error=False)
    lines = out.getvalue().splitlines()
    if len(lines) == 1:
        return []  # a sentence that says that there is nothing to say
    pauses = [int(line.strip(" (s)")) for line in lines[1::2]]
    return list(zip(lines[::2], [*pauses, 0], strict=True))


def printed_sheet(setup: Setup, language: str) -> str | None:
    """The text of the printed sheet; None where an ordinary deck cannot deal this game."""
    printer = offered(find_game(setup.ruleset).capabilities.print, "sheet")
    try:
        data = printer.sheet([setup], language)
    except Refused:
        return None
    (page,) = PdfReader(BytesIO(data)).pages
    return " ".join(page.extract_text().split())


class Sitting:
    """The first person's pages in the terminal at this moment of a game: the question, their role and the help."""

    def __init__(self, match: Match[Any], names: tuple[str, ...], folder: Path) -> None:
        saved = folder / "game.json"
        write_record(saved, match.record(reveal=True, names=list(names)))
        answers = iter(("r", "", "?", ""))
        typist = Typist(width=160, height=60, answer=lambda page, chance: next(answers), leave_after=4)
        seats = ("human", *["random"] * (len(names) - 1))
        pages = typist.play(Order(ruleset="", seats=seats, names=names, quick=True, save="/dev/null"), resume=saved)
        self.question, self.role, _, self.help = map(one_line, pages[:4])
