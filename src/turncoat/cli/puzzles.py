"""`turncoat puzzles`: make puzzles from games, and check puzzles with the second implementation."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Literal

from rich.console import Console
from rich.progress import Progress

from turncoat.cli.exporting import in_database
from turncoat.core import CorruptRecord, Record, load_record, offered
from turncoat.core.capabilities import GameLogs, Puzzles
from turncoat.core.in_words import counted
from turncoat.core.puzzles import Puzzle, dump_puzzles, read_puzzles
from turncoat.games import default_ruleset, find_game, games
from turncoat.terminal.errors import UsageError
from turncoat.terminal.flags import Several, split
from turncoat.terminal.log_files import read_log

_PROBLEMS = 5
Report = Callable[[int], None]


def puzzles(
    task: Literal["make", "check"],
    file: Path | None = None,
    /,
    *,
    kind: Literal["facts", "best"] = "facts",
    ruleset: str | None = None,
    count: int = 100,
    seed: str = "1",
    people: str | None = None,
    skip: Several = None,
    out: Path | None = None,
) -> int:
    """Make puzzles from games between bots or from recorded games, or check every puzzle of a file.

    A puzzle is written only if the second implementation confirms it. Equal arguments give equal puzzles.

    Args:
        task: What to do: `make` or `check`.
        file: The file to check. The default is the puzzles that come with the package.
        kind: What to make: `facts` follow from the rules, `best` asks for the best move.
        ruleset: A ruleset of the game to make puzzles for. The default is the game that is offered first.
        count: How many puzzles to make.
        seed: Seed of the games.
        people: Make puzzles of the kind `people` instead, from recorded games: a file in the form of `turncoat import`,
            or the database of a server (sqlite:///FILE, postgresql://…).
        skip: Leave out puzzles with this question, such as `vote`.
        out: The file to write the puzzles to.
    """
    if task == "check":
        return _check(file)
    if out is None:
        raise UsageError("USAGE", "Say with --out where to write the puzzles.")
    if not 1 <= count <= 100_000:
        raise UsageError("BAD_COUNT", "Make between 1 and 100000 puzzles.")
    try:
        game = find_game(ruleset or default_ruleset())
    except LookupError as error:
        raise UsageError("UNKNOWN_RULESET", f"{error}.") from None
    maker = offered(game.capabilities.puzzles, "puzzles")
    if people is None:
        return _write(_confirmed(maker, _made(maker, kind, seed), count, split(skip)), out)
    logs = offered(game.capabilities.game_logs, "way to read logs")
    return _write(_confirmed(maker, _from_people(maker, people, logs), count, split(skip)), out)


def _made(maker: Puzzles, kind: Literal["facts", "best"], seed: str) -> Iterator[Puzzle | None]:
    if kind not in maker.kinds:
        raise UsageError("NOT_OFFERED", f"This game makes only these kinds of puzzles: {', '.join(maker.kinds)}.")
    return maker.make(kind, seed)


def _from_people(maker: Puzzles, source: str, logs: GameLogs) -> Iterator[Puzzle | None]:
    for record in _records(source, logs):
        yield from maker.from_record(record)


def _records(source: str, logs: GameLogs) -> Iterator[Record]:
    """The records that can be read, without their players' names: a puzzle keeps none."""
    if "://" not in source:
        read = read_log(Path(source), next(iter(logs.formats.values())))
        yield from (record for record in read if isinstance(record, Record))
        return
    for _, body in in_database(source):
        with suppress(CorruptRecord):
            yield load_record(body, find_game)


def _confirmed(maker: Puzzles, found: Iterable[Puzzle | None], count: int, skip: Sequence[str]) -> list[Puzzle]:
    """So many different puzzles that pass the check, without some questions."""
    kept: dict[str, Puzzle] = {}
    with _progress("puzzles", count) as report:
        for puzzle in found:
            if puzzle is None or puzzle.question["ask"] in skip or puzzle.id in kept:
                continue
            if maker.check(puzzle) is None:
                kept[puzzle.id] = puzzle
                report(len(kept))
            if len(kept) == count:
                break
    return list(kept.values())


def _write(found: Sequence[Puzzle], out: Path) -> int:
    if not found:
        raise UsageError("NO_PUZZLES", "These games hold nothing to ask.")
    try:
        out.write_bytes(dump_puzzles(found))
    except OSError as error:
        raise UsageError("NO_FILE", f"Cannot write {out}: {error.strerror or error}.") from None
    asked = Counter(str(puzzle.question["ask"]) for puzzle in found)
    kinds = ", ".join(f"{name} {many}" for name, many in sorted(asked.items()))
    print(f"{counted(len(found), 'puzzle')} written: {kinds}")
    return 0


def _check(file: Path | None) -> int:
    problems = []
    found = _shipped() if file is None else _read(file)
    with _progress("checking", len(found)) as report:
        for number, puzzle in enumerate(found, 1):
            problem = _problem(puzzle)
            if problem is not None:
                problems.append(f"{puzzle.id}: {problem}")
            report(number)
    print(f"{counted(len(found), 'puzzle')} checked, {len(problems)} wrong")
    for line in problems[:_PROBLEMS]:
        print(f"  {line}")
    return 1 if problems else 0


def _problem(puzzle: Puzzle) -> str | None:
    game = find_game(puzzle.game_so_far(find_game).ruleset)
    return offered(game.capabilities.puzzles, "puzzles").check(puzzle)


def _shipped() -> list[Puzzle]:
    makers = [game.capabilities.puzzles() for game in games() if game.capabilities.puzzles is not None]
    return [puzzle for maker in makers for puzzle in maker.shipped()]


def _read(file: Path) -> Sequence[Puzzle]:
    try:
        return read_puzzles(file)
    except OSError as error:
        raise UsageError("NO_FILE", f"Cannot read {file}: {error.strerror or error}.") from None


@contextmanager
def _progress(name: str, total: int) -> Iterator[Report]:
    """A bar on standard error, where that is a terminal."""
    with Progress(console=Console(stderr=True), disable=not sys.stderr.isatty(), transient=True) as bar:
        task = bar.add_task(name, total=total)
        yield lambda done: bar.update(task, completed=done)
