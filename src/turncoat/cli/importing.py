"""`turncoat import`: convert games that were played elsewhere into records."""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from rich.console import Console
from rich.progress import Progress

from turncoat.core import Record, dump_record, offered
from turncoat.core.capabilities import LogFormat, NotImported
from turncoat.games import default_ruleset, find_game
from turncoat.terminal.errors import UsageError
from turncoat.terminal.log_files import Advance, log_files, read_log

EXAMPLES = 3


def import_log(log: Path, /, *, format: str | None = None, out: Path | None = None) -> int:  # noqa: A002 - an option
    """Convert a log of games played elsewhere into records, one per line.

    A game that cannot be converted is skipped. How many were, and why, is printed on standard error.

    Args:
        log: A file, plain or compressed with gzip, or a folder of such files.
        format: The form of the log. `docs/study.md` describes `jsonl`, the default, and the others.
        out: The file to write the records to. The default is standard output.
    """
    form = _form(format)
    try:
        with _progress(log) as advance:
            games = read_log(log, form, advance)
            if out is None:
                return _import(games, sys.stdout.buffer)
            with out.open("wb") as target:
                return _import(games, target)
    except OSError as error:
        raise UsageError("NO_FILE", f"Cannot open {error.filename}: {error.strerror or error}.") from None


def _form(name: str | None) -> LogFormat:
    """The form of that name, of the first game that reads logs."""
    forms = offered(find_game(default_ruleset()).capabilities.game_logs, "way to read logs").formats
    if name is not None and name not in forms:
        raise UsageError("BAD_FORMAT", f"There is no format {name[:40]!r}. Formats: {', '.join(forms)}.")
    return forms[name or next(iter(forms))]


@contextmanager
def _progress(log: Path) -> Iterator[Advance]:
    """A bar on standard error, where that is a terminal, over the bytes of the files."""
    total = sum(file.stat().st_size for file in log_files(log))
    with Progress(console=Console(stderr=True), disable=not sys.stderr.isatty(), transient=True) as bar:
        task = bar.add_task("games", total=total)
        yield lambda size: bar.advance(task, size)


def _import(games: Iterable[Record | NotImported], target: BinaryIO) -> int:
    done = 0
    refused: dict[str, list[NotImported]] = defaultdict(list)
    for found in games:
        if isinstance(found, NotImported):
            refused[re.sub(r"\d+", "#", found.reason)].append(found)
        else:
            done += 1
            target.write(dump_record(found) + b"\n")
    count = sum(map(len, refused.values()))
    print(f"{done} imported, {count} refused", file=sys.stderr)
    for group in sorted(refused.values(), key=len, reverse=True):
        where = ", ".join(f"{one.id} line {one.line}".strip() for one in group[:EXAMPLES])
        more = ", …" if len(group) > EXAMPLES else ""
        print(f"  {len(group)} × {group[0].reason} ({where}{more})", file=sys.stderr)
    return 0 if done or not count else 1
