"""The table server under load: `python -m benchmarks server [--json] [--quick]`.

Five seats a table, each with a socket of its own in another process. Closed loop: a seat votes again the moment
it sees the round end. Paced: after about a second. Every vote is stored (SQLite, synchronous=FULL) before anybody
hears of it. Server CPU is the server process's own user and system time; bytes are the text the sockets saw.
"""

from __future__ import annotations

import asyncio
import gc
import os
import random
import socket as sockets
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

from benchmarks import bare
from benchmarks.report import Row, options, show, yardstick
from turncoat.client import Client

SEATS = 5
TICKS = os.sysconf("SC_CLK_TCK")
BOARDGAME_CPU_MS = 0.32
CPU_GOAL_MS = 0.16
UNITS = {
    "rate": "votes/s",
    "CPU": "ms/vote",
    "out": "KB/vote",
    "messages": "/vote",
    "p50": "ms",
    "p90": "ms",
    "p99": "ms",
    "max": "ms",
    "memory": "MB",
    "sockets": "",
    "each": "KB",
}


class Mark(msgspec.Struct):
    """What the driver has seen since the warm-up."""

    votes: int = 0
    messages: int = 0
    size: int = 0
    latencies: list[float] = []


class Server:
    """A server process."""

    def __init__(self, process: subprocess.Popen[bytes], port: int) -> None:
        self.process = process
        self.address = f"http://127.0.0.1:{port}"

    def cpu(self) -> float:
        """Seconds of processor time used so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def memory(self) -> float:
        """Megabytes in memory now."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def free_port() -> int:
    """A port that nobody uses now."""
    with sockets.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def running(module: str = "benchmarks.ballot") -> Iterator[Server]:
    """A server on SQLite in a folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        environ = {
            **os.environ,
            "TURNCOAT_PORT": str(port),
            "TURNCOAT_DATABASE": f"sqlite:///{folder}/bench.db",
            "TURNCOAT_RATE_LIMITS": "0",
            "TURNCOAT_LOG_LEVEL": "error",
        }
        process = subprocess.Popen([sys.executable, "-m", module], env=environ)
        try:
            server = Server(process, port)
            await_ready(server)
            yield server
        finally:
            process.terminate()
            process.wait(15)


def await_ready(server: Server) -> None:
    """Wait until it answers."""
    for _ in range(200):
        try:
            httpx.get(f"{server.address}/api/info")
        except httpx.TransportError:
            time.sleep(0.05)
        else:
            return
    raise RuntimeError("the server does not start")


class Voter:
    """One seat: votes as soon as it is asked, or a while after."""

    def __init__(self, token: str, mark: Mark, pace: float) -> None:
        self.token = token
        self.mark = mark
        self.pace = pace
        self.sent = 0.0
        self.asked = ""
        self.seat = -1
        self.later: asyncio.Task[None] | None = None

    async def sit(self, address: str, table: str, number: int) -> ClientConnection:
        """Connect, take a chair and get ready."""
        where = f"ws{address[4:]}/api/tables/{table}/socket"
        socket = await connect(where, additional_headers={"authorization": f"Bearer {self.token}"}, compression=None)
        sync = msgspec.json.decode(await socket.recv())
        await socket.send(msgspec.json.encode({"do": "join", "name": f"P{number}"}), text=True)
        ready = {"do": "ready", "contract": sync["table"]["contract"]}
        await socket.send(msgspec.json.encode(ready), text=True)
        return socket

    async def play(self, socket: ClientConnection) -> None:
        """Vote until cancelled, then leave nothing behind."""
        try:
            async with socket:
                async for data in socket:
                    await self._hear(socket, data)
        finally:
            if self.later is not None:
                self.later.cancel()

    async def _hear(self, socket: ClientConnection, data: str | bytes) -> None:
        self.mark.messages += 1
        self.mark.size += len(data)
        message = msgspec.json.decode(data)
        if "you" in message:
            self.seat = message["you"]["seat"]
        for event in message.get("events", ()):
            if event["event"] == "voted" and event["seat"] == self.seat and self.sent:
                self.mark.latencies.append(time.perf_counter() - self.sent)
                self.mark.votes += 1
                self.sent = 0.0
        if message.get("asks") and message["asks"][0]["id"] != self.asked:
            self.asked = message["asks"][0]["id"]
            if self.pace:
                self.later = asyncio.create_task(self._vote_later(socket, self.asked))
            else:
                await self._vote(socket, self.asked)

    async def _vote_later(self, socket: ClientConnection, ask: str) -> None:
        await asyncio.sleep(self.pace * random.uniform(0.5, 1.5))
        await self._vote(socket, ask)

    async def _vote(self, socket: ClientConnection, ask: str) -> None:
        self.sent = time.perf_counter()
        choice = "true" if random.random() < 0.7 else "false"
        await socket.send(f'{{"do":"answer","ask":"{ask}","move":{{"move":"vote","approve":{choice}}}}}')


async def _open_tables(server: Server, tables: int, mark: Mark, pace: float) -> list[asyncio.Task[None]]:
    tasks: list[asyncio.Task[None]] = []
    at_once = asyncio.Semaphore(8)

    async def open_one() -> None:
        async with at_once:
            host, *others = [await asyncio.to_thread(Client, server.address) for _ in range(SEATS + 1)]
            table = await asyncio.to_thread(lambda: host.create(ruleset="ballot"))
            voters = [Voter(other.token, mark, pace) for other in others]
            places = [await voter.sit(server.address, table, i) for i, voter in enumerate(voters)]
            for voter, place in zip(voters, places, strict=True):
                tasks.append(asyncio.create_task(voter.play(place)))
            await _start(host, table)

    await asyncio.gather(*(open_one() for _ in range(tables)))
    return tasks


async def _start(host: Client, table: str) -> None:
    for _ in range(100):
        try:
            await asyncio.to_thread(host.do, table, "start")
        except Exception:  # noqa: BLE001 - not everybody is ready yet
            await asyncio.sleep(0.02)
        else:
            return
    raise RuntimeError("the table does not start")


async def measure(server: Server, tables: int, pace: float, seconds: float) -> dict[str, float]:
    """Open tables, warm up, measure."""
    gc.disable()  # the driver's own pauses are not the server's
    mark = Mark()
    tasks = await _open_tables(server, tables, mark, pace)
    await asyncio.sleep(min(3.0, seconds))
    mark.votes = mark.messages = mark.size = 0
    mark.latencies = []
    cpu, begin = server.cpu(), time.perf_counter()
    await asyncio.sleep(seconds)
    cpu, wall = server.cpu() - cpu, time.perf_counter() - begin
    votes, seen = max(1, mark.votes), sorted(mark.latencies) or [0.0]
    result = {
        "rate": votes / wall,
        "CPU": 1000 * cpu / votes,
        "out": mark.size / votes / 1000,
        "messages": mark.messages / votes,
        "p50": 1000 * seen[len(seen) // 2],
        "p90": 1000 * seen[int(len(seen) * 0.9)],
        "p99": 1000 * seen[int(len(seen) * 0.99)],
        "max": 1000 * seen[-1],
        "memory": server.memory(),
    }
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return result


@contextmanager
def running_bare() -> Iterator[tuple[Server, int]]:
    """The bare server and its port."""
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        process = subprocess.Popen([sys.executable, "-m", "benchmarks.bare", str(port), f"{folder}/bare.db"])
        try:
            yield Server(process, port), port
        finally:
            process.terminate()
            process.wait(15)


async def bare_cpu(server: Server, port: int, rate: float, seconds: float) -> float:
    """Milliseconds of processor time a vote, where 250 seats vote at this rate."""
    await asyncio.sleep(2.0)  # it starts
    seats = [asyncio.create_task(bare.vote(port, number // SEATS, 250 / rate)) for number in range(250)]
    await asyncio.sleep(min(3.0, seconds))
    cpu = server.cpu()
    await asyncio.sleep(seconds)
    cpu = server.cpu() - cpu
    for seat in seats:
        seat.cancel()
    await asyncio.gather(*seats, return_exceptions=True)
    return 1000 * cpu / (rate * seconds)


async def idle_memory(server: Server, count: int) -> dict[str, float]:
    """What idle sockets cost."""
    before = server.memory()
    table = Client(server.address).create(ruleset="ballot")
    where = f"ws{server.address[4:]}/api/tables/{table}/socket"
    headers = {"authorization": f"Bearer {Client(server.address).token}"}
    open_ = [await connect(where, additional_headers=headers, compression=None) for _ in range(count)]
    await asyncio.sleep(0.5)
    after = server.memory()
    await asyncio.gather(*(one.close() for one in open_))
    return {"sockets": float(count), "memory": after, "each": 1000 * (after - before) / count}


def run(*, quick: bool = False) -> Iterator[Row]:
    """Every measurement, as it is made."""
    seconds = 2.0 if quick else 10.0
    plans = [("closed 10 tables", 10, 0.0), ("paced 200 tables", 200, 1.0)]
    if quick:
        plans[1] = ("paced 20 tables", 20, 1.0)
    else:
        plans += [("closed 1 table", 1, 0.0), ("closed 50 tables", 50, 0.0), ("paced 50 tables", 50, 1.0)]
    yield yardstick(0.5)
    for name, tables, pace in plans:
        with running() as server:
            result = asyncio.run(measure(server, tables, pace, seconds))
        yield from (Row(f"server {name}: {key}", value, UNITS[key]) for key, value in result.items())
        if tables == 10:
            cpu = result["CPU"]
            yield Row(f"server {name}: CPU", cpu / BOARDGAME_CPU_MS, "x", "boardgame.io's 0.32 ms")
            yield Row(f"server {name}: CPU", cpu / CPU_GOAL_MS, "x", "the goal of 0.16 ms")
        if name == "paced 50 tables":
            with running_bare() as (server, port):
                least = asyncio.run(bare_cpu(server, port, result["rate"], seconds))
            yield Row("bare 50 tables: CPU", least, UNITS["CPU"])
            yield Row(f"server {name}: CPU", result["CPU"] / least, "x", "the bare server's")
    with running() as server:
        idle = asyncio.run(idle_memory(server, 200 if quick else 1000))
    yield from (Row(f"server idle: {key}", value, UNITS[key]) for key, value in idle.items())


def main(arguments: Sequence[str] | None = None) -> None:
    """Print every measurement."""
    wanted = options("server", arguments)
    show(run(quick=wanted.quick), wanted.json)


if __name__ == "__main__":
    main()
