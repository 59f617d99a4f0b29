"""A server for a whole day: `python -m benchmarks soak [--hours 24] [--seconds 360] [--tables 2000] [--json]`.

The server's clock runs faster, so that a day passes in minutes. Meanwhile tables are opened, five people a table: a
fifth of them are left in the lobby, the others in the middle of a game or after it. What nobody uses any more must
leave the server's memory, so memory must not grow from hour to hour; the slope over the second half of the day is the
last row.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import httpx
import msgspec
import uvloop

from benchmarks.load import Seen, Table
from benchmarks.report import Row, show, yardstick
from benchmarks.server import Server, await_ready, free_port

IN_LOBBY = 0.2
SAMPLES = 12
PACE = 1.0
_FAST_CLOCK = """import runpy, time
real, start = time.time_ns, time.time_ns()
time.time_ns = lambda: start + int((real() - start) * {speed})
runpy.run_module('turncoat.server', run_name='__main__')"""


class Sample(msgspec.Struct):
    """What the server held at one moment of its day."""

    hour: float
    memory: float
    tables: int
    opened: int


@contextmanager
def _running(speed: float) -> Iterator[Server]:
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        environ = {
            **os.environ,
            "TURNCOAT_DATABASE": f"sqlite:///{folder}/soak.db",
            "TURNCOAT_PORT": str(port),
            "TURNCOAT_RATE_LIMITS": "0",
            "TURNCOAT_LOG_LEVEL": "error",
        }
        process = subprocess.Popen([sys.executable, "-c", _FAST_CLOCK.format(speed=speed)], env=environ)
        try:
            server = Server(process, port)
            await_ready(server)
            yield server
        finally:
            process.terminate()
            process.wait(30)


async def _visit(server: Server, web: httpx.AsyncClient, seen: Seen, stays: float) -> None:
    """Five people open a table, play for a while, and go."""
    table = Table(PACE, seen)
    in_lobby = random.random() < IN_LOBBY
    await table.open(server.address, [server.address], "classic", web, deal=not in_lobby)
    await asyncio.sleep(random.uniform(0.2, 1.0) * stays)
    table.leave()


async def _tables(server: Server, web: httpx.AsyncClient) -> int:
    lines = (await web.get(server.address + "/metrics")).text.splitlines()
    return next(int(float(line.split()[1])) for line in lines if line.startswith("turncoat_tables "))


async def _day(server: Server, hours: float, seconds: float, tables: int) -> tuple[list[Sample], Seen]:
    seen = Seen()
    samples: list[Sample] = []
    begin, opened = time.monotonic(), 0
    async with httpx.AsyncClient(timeout=60) as web, asyncio.TaskGroup() as visits:
        while (passed := time.monotonic() - begin) < seconds:
            if opened < tables * passed / seconds:
                visits.create_task(_visit(server, web, seen, stays=seconds / 40))
                opened += 1
            if len(samples) < SAMPLES * passed / seconds:
                count = await _tables(server, web)
                samples.append(Sample(hours * passed / seconds, server.memory(), count, opened))
            await asyncio.sleep(0.005)
    return samples, seen


def _slope(samples: Sequence[Sample]) -> float:
    """Megabytes an hour, by least squares."""
    mean_hour = sum(one.hour for one in samples) / len(samples)
    mean_memory = sum(one.memory for one in samples) / len(samples)
    over = sum((one.hour - mean_hour) * (one.memory - mean_memory) for one in samples)
    return over / sum((one.hour - mean_hour) ** 2 for one in samples)


def run(asked: argparse.Namespace) -> Iterator[Row]:
    """Every measurement."""
    yield yardstick(0.5)
    with (
        _running(asked.hours * 3600 / asked.seconds) as server,
        asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner,
    ):
        samples, seen = runner.run(_day(server, asked.hours, asked.seconds, asked.tables))
    for one in samples:
        yield Row(f"hour {one.hour:.0f}: memory, {one.opened} tables opened, {one.tables} running", one.memory, "MB")
    yield Row("decisions", len(seen.acknowledged), "")
    yield Row("answers refused", seen.refused, "")
    yield Row("connections lost", seen.lost, "")
    yield Row("growth in the second half", _slope(samples[len(samples) // 2 :]), "MB/hour")


def main(arguments: Sequence[str] | None = None) -> None:
    """Print every measurement."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks soak")
    parser.add_argument("--hours", type=float, default=24.0, help="on the server's clock")
    parser.add_argument("--seconds", type=float, default=360.0, help="on ours")
    parser.add_argument("--tables", type=int, default=2000)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args(arguments)
    if asked.quick:
        asked.hours, asked.seconds, asked.tables = 1.0, 15.0, 20
    show(run(asked), asked.json)


if __name__ == "__main__":
    main()
