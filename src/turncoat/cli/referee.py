"""`turncoat referee`: the engine for any language."""

from __future__ import annotations

import io
import sys

from turncoat.core.referee import serve
from turncoat.games import find_game


def referee() -> None:
    """Speak JSON lines on standard input and output, until the input ends."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", newline="\n")
    serve(find_game, sys.stdin.buffer, sys.stdout)
