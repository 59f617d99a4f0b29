"""Item 13 of the threat model: servers that share a store do not trust each other's clocks."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from tests.server.harness import ServerProcess, play_out, visitor
from tests.server.stores import Redis
from turncoat.client import Client

HOUR_MS = 3_600_000
TABLES = 6  # which of two servers runs the bots of a table is as good as random


@pytest.fixture
def messages() -> Iterator[Redis]:
    server = Redis()
    server.start()
    yield server
    server.stop()


@pytest.fixture
def pair(tmp_path: Path, messages: Redis) -> Iterator[list[ServerProcess]]:
    """Two servers on one database."""
    address = f"sqlite:///{tmp_path}/t.db"
    servers = [ServerProcess(address, tmp_path / f"log{number}", redis=messages.address) for number in range(2)]
    try:
        for server in servers:
            server.start()
        yield servers
    finally:
        for server in servers:
            server.stop()


async def test_a_dead_server_is_given_up_although_the_clock_was_set_back(
    tmp_path: Path, pair: list[ServerProcess]
) -> None:
    """A lease that was written before the clock was set back by an hour seems to hold for another hour."""
    dead, alive = pair
    async with AsyncExitStack() as stack:
        seats = []
        for _ in range(TABLES):
            client = visitor(alive)
            table = client.play(ruleset="classic", players=5, name="Ann", bot="random", pace="instant")
            seats.append(await stack.enter_async_context(client.sit(table)))
            await stack.enter_async_context(Client(dead.address, client.token).sit(table))
        await asyncio.sleep(2.5)  # each has heard of the other's people
        dead.kill()
        with sqlite3.connect(tmp_path / "t.db", timeout=20) as database:
            assert database.execute("UPDATE nodes SET expires = expires + ?", [HOUR_MS]).rowcount == 2
        await asyncio.gather(*(play_out([seat], number) for number, seat in enumerate(seats)))
