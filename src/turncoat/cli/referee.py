"""`turncoat referee`: the rules, for programs in any language."""

from __future__ import annotations

import io
import sys

from turncoat.core.referee import serve
from turncoat.games import find_game


def referee() -> None:
    """Run games for another program.

    Requests are JSON objects on standard input, one per line. Answers are JSON objects on standard output. The program
    ends when the input ends. `docs/referee.md` describes the messages.
    """
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", newline="\n")
    serve(find_game, sys.stdin.buffer, sys.stdout)
