"""The one place where commands are listed, and where every error becomes one sentence and an exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from cyclopts import App, CycloptsError

from turncoat import __version__
from turncoat.core.errors import CorruptRecord, Refused
from turncoat.games import games

COMMANDS = {
    "play": ("turncoat.cli.play:play", "Play a game in this terminal, against bots or round one keyboard."),
    "replay": ("turncoat.cli.replay:replay", "Step through a record as one seat saw it."),
    "verify": ("turncoat.cli.verify:verify", "Check that the deal of a record was honest."),
    "referee": ("turncoat.cli.referee:referee", "Referee a game for other programs: JSON lines in and out."),
    "rulesets": ("turncoat.cli.rulesets:rulesets", "List what can be played, and with which options."),
    "serve": ("turncoat.cli.serve:serve", "Host tables for people and bots over the network."),
    "arena": ("turncoat.cli.arena:arena", "Let bots play bots, with intervals, matrices and ratings."),
    "analyse": ("turncoat.cli.analyse:analyse", "Study a record: beliefs, surprises, turning points."),
    "simulate": ("turncoat.cli.simulate:simulate", "Balance tables: who wins, by size, characters and cause."),
    "import": ("turncoat.cli.importing:import_log", "Turn a log of games played elsewhere into records."),
    "script": ("turncoat.cli.script:script", "Print the spoken reveal for a set-up."),
    "sheet": ("turncoat.cli.sheet:sheet", "Make a page to print for an ordinary deck of cards."),
    "version": ("turncoat.cli.app:version", "Print the version."),
}
"""By name: `module:function`, and what it does. The module is imported when its command is called."""

BAD_INPUT = 2
INTERRUPTED = 130


def version() -> None:
    """Print the version."""
    print(__version__)


def make_app() -> App:
    """The command line: every command of `COMMANDS`, and those of the games."""
    app = App(
        name="turncoat",
        help="Hidden-loyalty games: play them, replay them, referee them.",
        version=__version__,
        suppress_keyboard_interrupt=False,
        result_action="return_value",
    )
    of_games = {name: found for game in games() for name, found in game.capabilities.commands.items()}
    for name, (path, summary) in (COMMANDS | of_games).items():
        app.command(path, name=name, help=summary)
    return app


def run(arguments: Sequence[str]) -> int:
    """Run one command line and return its exit code. Bad input is answered with a sentence, never a traceback."""
    try:
        code = make_app()(arguments, exit_on_error=False, print_error=False)
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


def _sentence(error: Exception) -> str:
    """A code for programs and a sentence for people, on one line."""
    if isinstance(error, Refused):
        code, text = error.code, error.message
    elif isinstance(error, CorruptRecord):
        code, text = "CORRUPT_RECORD", f"The record cannot be used: {error}."
    else:
        code, text = "USAGE", str(error)
    return f"{code}: {' '.join(text.split())}"


def _drop_output() -> None:
    """Whoever read our output is gone: keep the interpreter from complaining about it at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def main() -> None:
    """The entry point of the `turncoat` program."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal without our letters shows "?", not a traceback
    sys.exit(run(sys.argv[1:]))
