"""`turncoat import`: convert games that were played elsewhere into records."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO

from turncoat.core import dump_record, offered
from turncoat.core.capabilities import NotImported
from turncoat.games import default_ruleset, find_game
from turncoat.terminal.errors import UsageError


def import_log(log: Path, /, *, out: Path | None = None) -> int:
    """Convert a log of games played elsewhere into records, one per line.

    A game that cannot be converted is skipped, and the reason is printed on standard error.

    Args:
        log: The log, with one JSON object per line. `docs/study.md` describes it.
        out: The file to write the records to. The default is standard output.
    """
    try:
        with log.open("rb") as lines:
            if out is None:
                return _import(lines, sys.stdout.buffer)
            with out.open("wb") as target:
                return _import(lines, target)
    except OSError as error:
        raise UsageError("NO_FILE", f"Cannot open {error.filename}: {error.strerror or error}.") from None


def _import(lines: Iterable[bytes], target: BinaryIO) -> int:
    done = refused = 0
    logs = offered(find_game(default_ruleset()).capabilities.game_logs, "way to read logs")
    for found in logs.read(lines):
        if isinstance(found, NotImported):
            refused += 1
            print(f"line {found.line} {found.id}: {found.reason}", file=sys.stderr)
        else:
            done += 1
            target.write(dump_record(found) + b"\n")
    print(f"{done} games imported, {refused} refused", file=sys.stderr)
    return 0 if done or not refused else 1
