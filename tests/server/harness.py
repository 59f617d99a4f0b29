"""Real servers in processes of their own, and players with real sockets."""

from __future__ import annotations

import asyncio
import os
import random
import resource
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import httpx

from tests.machine import PATIENCE
from turncoat.client import Ask, Client, Seat, ServerRefused

A_DAY_LATER = "real() + 86_400 * 10**9"
A_DAY_EARLIER = "real() - 86_400 * 10**9"
_OTHER_CLOCK = """import runpy, time
real, start = time.time_ns, time.time_ns()
time.time_ns = lambda: {clock}
runpy.run_module('turncoat.server', run_name='__main__')"""


def free_port() -> int:
    """A port that nobody uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class ServerProcess:
    """`python -m turncoat.server`, to be started, killed and started again.

    `clock` is what its clock says, in nanoseconds: an expression of `real()` and of `start`, when the process began.
    """

    def __init__(self, database: str, log: Path, *, clock: str = "", **settings: Any) -> None:
        self._arguments = ("-c", _OTHER_CLOCK.format(clock=clock)) if clock else ("-m", "turncoat.server")
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.log = log
        self._environ = {
            **os.environ,
            "TURNCOAT_PORT": str(self.port),
            "TURNCOAT_DATABASE": database,
            "TURNCOAT_RATE_LIMITS": "0",
            "TURNCOAT_FIXED_DEALS": "1",
            "TURNCOAT_TEST_SECRET": "server tests",
            **{f"TURNCOAT_{name.upper()}": str(value) for name, value in settings.items()},
        }
        self.file_limit = resource.RLIM_INFINITY
        self._process: subprocess.Popen[bytes] | None = None

    def limit_files(self, size: int) -> None:
        """Let the process write no file beyond this size, now and after the next start: as on a full disk."""
        self.file_limit = size
        if self._process is not None:
            resource.prlimit(self._process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

    def start(self) -> None:
        """Start, and wait until it answers."""
        with self.log.open("ab") as out:
            self._process = subprocess.Popen(
                [sys.executable, *self._arguments], env=self._environ, stdout=out, stderr=out
            )
        self.limit_files(self.file_limit)
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            try:
                httpx.get(f"{self.address}/api/info")
            except httpx.TransportError:
                if self._process.poll() is not None:
                    break
                time.sleep(0.05)
            else:
                return
        raise RuntimeError(f"the server did not start:\n{self.log.read_text()}")

    def kill(self) -> None:
        """As a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Politely."""
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(PATIENCE)
            self._process = None


@contextmanager
def running(database: str, log: Path, **settings: Any) -> Iterator[ServerProcess]:
    """A server for the length of a block."""
    with all_running([ServerProcess(database, log, **settings)]) as (server,):
        yield server


@contextmanager
def all_running(servers: list[ServerProcess]) -> Iterator[list[ServerProcess]]:
    """Several servers for the length of a block."""
    try:
        for server in servers:
            server.start()
        yield servers
    finally:
        for server in servers:
            server.stop()


def visitor(server: ServerProcess) -> Client:
    """A fresh visitor."""
    return Client(server.address)


@asynccontextmanager
async def seated(server: ServerProcess, players: int, **settings: Any) -> AsyncIterator[list[Seat]]:
    """A table full of people, ready; the first hosts. Seats are in order."""
    people = [visitor(server) for _ in range(players)]
    wanted = {"ruleset": "classic", "players": players, "name": "P0", **settings}
    table = await asyncio.to_thread(lambda: people[0].create(**wanted))
    async with AsyncExitStack() as stack:
        seats = [await stack.enter_async_context(person.sit(table)) for person in people]
        for number, seat in enumerate(seats[1:], 1):
            await seat.do("join", name=f"P{number}", seat=number)
        for number, seat in enumerate(seats):
            await seat.until(lambda seat=seat, number=number: seat.you["seat"] == number)
            await seat.do("ready", contract=seat.table["contract"])
        yield seats


@asynccontextmanager
async def dealt(server: ServerProcess, players: int = 5, **settings: Any) -> AsyncIterator[list[Seat]]:
    """The same, dealt."""
    async with seated(server, players, **settings) as seats:
        await seats[0].do("start")
        for seat in seats:
            await seat.until(lambda seat=seat: seat.view is not None)
        yield seats


Chooser = Callable[[Seat | None, Ask], Any]


def at_random(seed: object) -> Chooser:
    """Choose any legal answer."""
    generator = random.Random(str(seed))
    return lambda seat, ask: generator.choice(ask.choices())


async def play_on(seat: Seat, choose: Chooser) -> None:
    """Answer everything a seat is asked until the game is over."""
    async for asks in seat.questions():
        try:
            await seat.answer(asks[0], choose(seat, asks[0]))
        except ServerRefused as refusal:
            assert refusal.code in ("ALREADY_ANSWERED", "STALE_ASK", "GAME_OVER"), refusal  # noqa: PT017 - a late answer


async def play_out(seats: list[Seat], seed: object = 0, patience: float = PATIENCE) -> None:
    """Let every seat play to the end."""
    async with asyncio.timeout(patience):
        await asyncio.gather(*(play_on(seat, at_random((seed, i))) for i, seat in enumerate(seats)))
