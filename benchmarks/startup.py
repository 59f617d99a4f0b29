"""How long the command line takes to answer, from a new process to its end: the best of several runs.

The yardstick is an interpreter that does nothing. The aim for `turncoat --help` is 0.3 seconds.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator, Sequence

from benchmarks.report import Row, options, show

TURNCOAT = (sys.executable, "-c", "from turncoat.cli import main; main()")
COMMANDS = {
    "python -c pass": (sys.executable, "-c", "pass"),
    "turncoat --help": (*TURNCOAT, "--help"),
    "turncoat play --help": (*TURNCOAT, "play", "--help"),
    "turncoat rulesets": (*TURNCOAT, "rulesets"),
    "turncoat serve --help": (*TURNCOAT, "serve", "--help"),
}


def _seconds(command: Sequence[str]) -> float:
    begin = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - begin


def _rows(runs: int) -> Iterator[Row]:
    for name, command in COMMANDS.items():
        yield Row(name, min(_seconds(command) for _ in range(runs)), "s")


def main(arguments: Sequence[str] | None = None) -> None:
    """The benchmark."""
    chosen = options("startup", arguments)
    show(_rows(5 if chosen.quick else 20), chosen.json)
