"""Plays cells on all cores or on a Ray cluster. A journal keeps finished games, so that a run can be continued."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from turncoat.arena.contest import Cell, bots_of
from turncoat.arena.play import Played, forget_late_answers, play_games
from turncoat.bots import is_remote
from turncoat.core import Record, Refused, dump_record
from turncoat.extras import need_extra

CHUNK = 25
"""How many games a worker plays side by side."""


class Job(NamedTuple):
    """Some games of a cell, for one worker."""

    at: int  # the place of the cell in the list of cells
    cell: Cell
    numbers: range
    keeps_records: bool = False


class Done(NamedTuple):
    """What came of a job. `records` are lines of JSON."""

    at: int
    games: list[Played]
    records: bytes = b""


class Line(msgspec.Struct, frozen=True):
    """A line of a journal: the key of a cell, and finished games of it."""

    cell: str
    games: list[Played]


Report = Callable[[int, int], None]
"""Is told how many games are finished, and how many there are in all."""


def play_job(job: Job) -> Done:
    """Play the games of a job, in a worker."""
    if not job.keeps_records:
        return Done(job.at, play_games(job.cell, job.numbers))
    kept: list[Record] = []
    games = play_games(job.cell, job.numbers, kept)
    return Done(job.at, games, b"".join(dump_record(record) + b"\n" for record in kept))


def run(
    cells: Sequence[Cell],
    *,
    workers: int | None = None,
    journal: Path | None = None,
    records: Path | None = None,
    ray: str | None = None,
    report: Report | None = None,
) -> list[list[Played]]:
    """Play the games of every cell and return them in order. Games that are in the journal are not played again.

    `records` is a file to which whole games are added, one a line.

    >>> from turncoat.arena import Teams
    >>> from turncoat.games import default_ruleset
    >>> cell = Cell(lineup=Teams("random", "random"), ruleset=default_ruleset(), players=5, games=3)
    >>> [len(games) for games in run([cell], workers=1)]
    [3]
    """
    forget_late_answers()
    found = [_done(cell, journal) for cell in cells]
    jobs = [
        job._replace(keeps_records=records is not None)
        for at, cell in enumerate(cells)
        for job in _jobs(at, cell, found[at])
    ]
    total = sum(cell.games for cell in cells)
    done = total - sum(len(job.numbers) for job in jobs)
    if report is not None:
        report(done, total)
    with _appending(journal) as write, _appending(records) as keep:
        for at, games, lines in _results(jobs, workers, ray):
            found[at].update((game.number, game) for game in games)
            keep(lines)  # first: what is in the journal is not played again
            write(msgspec.json.encode(Line(cells[at].key, games)) + b"\n")
            done += len(games)
            if report is not None:
                report(done, total)
    return [
        [games[number] for number in sorted(games) if number < cell.games]
        for cell, games in zip(cells, found, strict=True)
    ]


def _jobs(at: int, cell: Cell, done: dict[int, Played]) -> Iterator[Job]:
    waits = any(map(is_remote, bots_of(cell.lineup)))
    size = 1 if waits else CHUNK  # a game in which one waits for others takes minutes, and is kept as soon as it ends
    for start in range(0, cell.games, size):
        numbers = range(start, min(cell.games, start + size))
        missing = [number for number in numbers if number not in done]
        if missing:  # a run with fewer games may have played the first of them
            yield Job(at, cell, range(missing[0], numbers.stop))


def _done(cell: Cell, journal: Path | None) -> dict[int, Played]:
    if journal is None or not journal.exists():
        return {}
    decode = msgspec.json.Decoder(Line).decode
    key = cell.key
    found: dict[int, Played] = {}
    with journal.open("rb") as lines:
        for text in lines:
            if not text.endswith(b"\n"):  # the run was interrupted while it wrote this line
                break
            line = decode(text)
            if line.cell == key:
                found.update((game.number, game) for game in line.games)
    return found


@contextmanager
def _appending(path: Path | None) -> Iterator[Callable[[bytes], None]]:
    if path is None:
        yield lambda lines: None
        return
    _trim(path)
    with path.open("ab") as file:

        def write(lines: bytes) -> None:
            file.write(lines)
            file.flush()

        yield write


def _trim(path: Path) -> None:
    """Remove a last line that was not finished."""
    if path.exists():
        data = path.read_bytes()
        keep = data.rfind(b"\n") + 1
        if keep < len(data):
            path.write_bytes(data[:keep])


def _results(jobs: list[Job], workers: int | None, ray: str | None) -> Iterable[Done]:
    if ray is not None:
        return _on_ray(jobs, ray)
    count = min(workers or os.cpu_count() or 1, max(1, len(jobs)))
    if count == 1:
        return map(play_job, jobs)
    return _on_cores(jobs, count)


def _on_cores(jobs: list[Job], workers: int) -> Iterator[Done]:
    others = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), _quiet)
    try:
        for job in as_completed([pool.submit(play_job, job) for job in jobs]):
            yield job.result()
    except BrokenProcessPool:
        what = "A process in which games are played has ended: a bot ended it, or there was too little memory."
        raise Refused("WORKER_ENDED", what) from None
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for process in set(multiprocessing.active_children()) - others:
            process.terminate()


def _quiet() -> None:
    """Let only the parent process handle an interrupt."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _on_ray(jobs: list[Job], address: str) -> Iterator[Done]:
    need_extra("ray", "ray")
    import ray

    ray.init(address=None if address == "local" else address, log_to_driver=False)
    try:
        remote: Any = ray.remote(play_job)
        waiting = [remote.remote(job) for job in jobs]
        while waiting:
            ready, waiting = ray.wait(waiting)
            yield from ray.get(ready)
    finally:
        ray.shutdown()
