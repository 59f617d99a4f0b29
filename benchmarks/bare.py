"""What a vote costs without WebSockets, rules or rights: the row "bare" of `python -m benchmarks server`.

A vote comes in over TCP, another thread stores it in a transaction of its own (SQLite, synchronous=FULL), and six
messages of the usual size go out: one to each of the five seats, and the reply. What our server costs beyond that is
what it does beyond that.
"""

from __future__ import annotations

import asyncio
import random
import sqlite3
import sys
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import uvloop

SEATS = 5
VOTE = b"v" * 90
TOLD = b"t" * 130
REPLY = b"r" * 30


class Store:
    """A table of votes, written by a thread of its own."""

    def __init__(self, file: Path) -> None:
        self._thread = ThreadPoolExecutor(1)
        self._database = sqlite3.connect(file, check_same_thread=False, isolation_level=None)
        for pragma in ("journal_mode=WAL", "synchronous=FULL"):
            self._database.execute(f"PRAGMA {pragma}")
        self._database.execute("CREATE TABLE votes (body BLOB)")

    def add(self, vote: bytes) -> Future[None]:
        return self._thread.submit(self._add, vote)

    def _add(self, vote: bytes) -> None:
        self._database.execute("BEGIN")
        self._database.execute("INSERT INTO votes VALUES (?)", (vote,))
        self._database.execute("COMMIT")


class Connection(asyncio.Protocol):
    """One seat. The first byte it sends is the number of its table."""

    def __init__(self, store: Store, tables: dict[int, list[Connection]]) -> None:
        self._store = store
        self._tables = tables
        self._table: list[Connection] | None = None
        self._transport: Any = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        if self._table is None:
            self._table = self._tables.setdefault(data[0], [])
            self._table.append(self)
        else:
            asyncio.wrap_future(self._store.add(data)).add_done_callback(self._tell)

    def _tell(self, _: object) -> None:
        for member in self._table or ():
            member._transport.write(TOLD)  # noqa: SLF001 - of the same class
        self._transport.write(REPLY)


async def serve(port: int, file: Path) -> None:
    store, tables = Store(file), dict[int, list[Connection]]()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: Connection(store, tables), "127.0.0.1", port)
    await server.serve_forever()


async def vote(port: int, table: int, pace: float) -> None:
    """Sit at a table and vote about every `pace` seconds, until cancelled."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(bytes([table]))
    hear = asyncio.create_task(reader.read())
    try:
        while not hear.done():
            await asyncio.sleep(pace * random.uniform(0.5, 1.5))
            writer.write(VOTE)
    finally:
        hear.cancel()
        writer.close()


if __name__ == "__main__":
    uvloop.run(serve(int(sys.argv[1]), Path(sys.argv[2])))
