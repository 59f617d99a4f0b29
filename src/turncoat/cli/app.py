"""The list of commands. Here every error becomes one sentence and an exit code."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence

from cyclopts import App, CycloptsError

from turncoat import __version__
from turncoat.core.errors import CorruptRecord, Refused
from turncoat.games import games

COMMANDS = {
    "play": ("turncoat.cli.play:play", "Play a game in this terminal, against bots or with others at the keyboard."),
    "replay": ("turncoat.cli.replay:replay", "Step through a recorded game as one of its players saw it."),
    "verify": ("turncoat.cli.verify:verify", "Check that the deal of a recorded game was honest."),
    "referee": ("turncoat.cli.referee:referee", "Run games for another program, with JSON lines in and out."),
    "rulesets": ("turncoat.cli.rulesets:rulesets", "List everything that can be played, with its options."),
    "serve": ("turncoat.cli.serve:serve", "Host games over the network, for people and for bots."),
    "mcp": ("turncoat.cli.mcp:mcp", "Let an agent play at a server, through the Model Context Protocol."),
    "admin": (
        "turncoat.cli.admin:admin",
        "Look after the tables of a server: list, close one, remove old ones.",
    ),
    "backup": ("turncoat.cli.backup:backup", "Copy everything that a server has stored into a file, while it runs."),
    "restore": ("turncoat.cli.backup:restore", "Put a backup into a new database."),
    "migrate": ("turncoat.cli.migrate:migrate", "Bring a server's database up to date, or say whether it is."),
    "doctor": ("turncoat.cli.doctor:doctor", "Examine a server: what is wrong, and what to do about it."),
    "arena": ("turncoat.cli.arena:arena", "Let bots play against each other, and measure how often they win."),
    "analyse": ("turncoat.cli.analyse:analyse", "Study a finished game: beliefs, surprises, turning points."),
    "simulate": ("turncoat.cli.simulate:simulate", "Measure how balanced a set-up is when bots play it."),
    "import": ("turncoat.cli.importing:import_log", "Convert a log of games played elsewhere into records."),
    "export": ("turncoat.cli.exporting:export", "Turn records into tables, for people who study many games."),
    "scribe": ("turncoat.cli.scribe:scribe", "Write down a game that is played at a real table."),
    "puzzles": ("turncoat.cli.puzzles:puzzles", "Make puzzles from games, or check a file of puzzles."),
    "script": ("turncoat.cli.script:script", "Print what to say aloud before a game at a real table."),
    "sheet": ("turncoat.cli.sheet:sheet", "Make a PDF page to print, for a game at a real table."),
    "version": ("turncoat.cli.app:version", "Print the version."),
}
"""For each command its `module:function` and a summary. The module is imported only when the command is called."""

BAD_INPUT = 2
INTERRUPTED = 130


def version() -> None:
    """Print the version."""
    print(__version__)


def make_app(called: str = "") -> App:
    """The command line with every command of `COMMANDS` and of the games.

    The command that is `called` takes its help from its docstring. The others get a summary, without being imported.
    The list of commands is plain text: what renders Markdown takes longer to load than everything else here.
    """
    of_games = {name: found for game in games() for name, found in game.capabilities.commands.items()}
    commands = COMMANDS | of_games
    app = App(
        name="turncoat",
        help="Play, host, record and study hidden-loyalty games.",
        help_format=None if called in commands else "plaintext",
        version=__version__,
        suppress_keyboard_interrupt=False,
        result_action="return_value",
    )
    for name, (path, summary) in commands.items():
        app.command(path, name=name, help=None if name == called else summary)
    return app


def run(arguments: Sequence[str]) -> int:
    """Run one command line and return its exit code. Bad input is answered with a sentence, never a traceback."""
    try:
        chosen = _chosen(arguments)
        if chosen is None:
            return 0
        code = make_app(*chosen[:1])(chosen, exit_on_error=False, print_error=False)
        sys.stdout.flush()
    except (CycloptsError, Refused, CorruptRecord) as error:
        print(f"turncoat: {_sentence(error)}", file=sys.stderr)
        return BAD_INPUT
    except BrokenPipeError:
        _drop_output()
        return 0
    except KeyboardInterrupt:
        return INTERRUPTED
    return code if isinstance(code, int) else 0


def _chosen(arguments: Sequence[str]) -> Sequence[str] | None:
    """The command line itself. A person who types nothing but `turncoat` chooses one; None means that they leave."""
    if arguments or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return arguments
    from turncoat.cli.menu import choose_command
    from turncoat.terminal.screen import Screen

    return choose_command(Screen.standard())


def _sentence(error: Exception) -> str:
    """One line with a code for programs and a sentence for people."""
    if isinstance(error, Refused):
        code, text = error.code, error.message
    elif isinstance(error, CorruptRecord):
        code, text = "CORRUPT_RECORD", f"The record cannot be used: {error}."
    else:
        code, text = "USAGE", str(error)
    return f"{code}: {' '.join(text.split())}"


def _drop_output() -> None:
    """Discard the rest of the output, so that the interpreter does not complain at exit that nobody reads it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def main() -> None:
    """The entry point of the `turncoat` program."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that lacks a character shows "?" instead of failing
    sys.exit(run(sys.argv[1:]))
