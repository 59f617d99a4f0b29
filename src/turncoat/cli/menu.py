"""The first screen of a bare `turncoat`: what one can do here. A choice becomes a command line like any other."""

from __future__ import annotations

from collections.abc import Callable

from turncoat.cli.first_page import first_page
from turncoat.cli.network import EVERYBODY, free_port
from turncoat.terminal.screen import Left, Screen

Arguments = list[str]
OFFERS = (
    ("play", "here in the terminal, against bots or with others at this keyboard"),
    ("browser", "play in your browser, on this machine"),
    ("host", "a table for the phones and laptops in your network"),
    ("analyse", "a finished game: what everybody could know, and where it turned"),
)
LEAVE = ("q", "quit")
PROMPT = "Press Enter to play here, or type a number. q leaves; turncoat --help lists every command."
HOW_TO_ANALYSE = """\
Type the name of the file with the game. q leaves.

turncoat play --save game.json keeps a game that you play here.
After a game in the browser, its page has the record as a file."""


def choose_command(screen: Screen) -> Arguments | None:
    """Ask what to do. The answer is a command line without `turncoat`; None means leave."""
    complaint = ""
    with screen.opened():
        while True:
            screen.page(first_page(OFFERS, PROMPT, complaint))
            try:
                typed = screen.ask().lower()
                if typed in LEAVE:
                    return None
                make = _read(typed)
                if make is not None:
                    return make(screen)
            except Left:
                return None
            complaint = f"There is no {typed[:20]!r} here."


def _read(typed: str) -> Callable[[Screen], Arguments] | None:
    names = [name for name, _ in OFFERS]
    chosen = typed or names[0]
    if typed.isdecimal() and 0 < int(typed) <= len(names):
        chosen = names[int(typed) - 1]
    return _COMMANDS.get(chosen)


def _play(screen: Screen) -> Arguments:
    return ["play"]


def _browser(screen: Screen) -> Arguments:
    return ["serve", "--show", "--port", str(free_port())]


def _host(screen: Screen) -> Arguments:
    return ["serve", "--show", "--host", EVERYBODY, "--port", str(free_port())]


def _analyse(screen: Screen) -> Arguments:
    typed = ""
    while not typed:
        screen.page(first_page([], HOW_TO_ANALYSE))
        typed = screen.ask()
    if typed.lower() in LEAVE:
        raise Left
    return ["analyse", typed]


_COMMANDS = {"play": _play, "browser": _browser, "host": _host, "analyse": _analyse}
