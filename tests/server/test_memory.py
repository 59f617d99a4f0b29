"""What has left a server leaves its memory at once, because full garbage collections are rare there."""

from __future__ import annotations

import asyncio
import gc
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.machine import PATIENCE
from tests.server.harness import free_port
from turncoat.client import Client
from turncoat.server.config import Config
from turncoat.server.http.bounded_http import BoundedHttp
from turncoat.server.http.fast_frames import DirectProtocol
from turncoat.server.http.sockets import Connection
from turncoat.server.live import hub
from turncoat.server.live.table_runtime import TableRuntime
from turncoat.server.run import make_server

LEAVES = (BoundedHttp, Connection, DirectProtocol, TableRuntime)


def left() -> Counter[str]:
    """How many of everything that comes and goes are in memory."""
    return Counter(type(one).__name__ for one in gc.get_objects() if type(one) in LEAVES)


@pytest.fixture
def address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A server in this process, without a garbage collector. It closes a table as soon as nobody is there."""
    monkeypatch.setattr(hub, "_IDLE_MS", 0)
    gc.collect()
    gc.disable()
    config = Config(database=f"sqlite:///{tmp_path / 't.db'}", port=free_port(), beat_ms=100, rate_limits=False)
    server = make_server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        assert thread.is_alive()
        time.sleep(0.05)
    yield f"http://127.0.0.1:{config.port}"
    server.should_exit = True
    thread.join()
    gc.enable()


async def sit_down_and_leave(client: Client, table: str) -> None:
    async with client.sit(table) as seat:
        await seat.until(lambda: seat.table)
        await seat.do("chat", text="Hello!")


def test_sockets_and_tables_that_are_closed_are_gone_at_once(address: str) -> None:
    client = Client(address)
    for _ in range(3):
        asyncio.run(sit_down_and_leave(client, client.create(ruleset="classic", name="Ann")))
    deadline = time.monotonic() + PATIENCE
    while not (found := left()) <= Counter(TableRuntime=1):  # the last to be stored is held until another is
        assert time.monotonic() < deadline, found
        time.sleep(0.05)
