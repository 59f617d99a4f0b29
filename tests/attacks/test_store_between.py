"""Items 13 and 22 of the threat model: servers that share a store trust neither each other's clocks nor messages."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import msgspec
import pytest
import redis.asyncio

from tests.server.harness import ServerProcess, all_running, play_out, visitor
from tests.server.stores import Redis
from turncoat.client import Client
from turncoat.server.http.identity import digest
from turncoat.server.tables import entries as log

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
    with all_running(servers):
        yield servers


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


def forgeries(table: str, visitor: str) -> list[bytes]:
    """Messages that give a visitor a chair, in today's form and in the form of earlier servers, and plain nonsense."""
    entry = log.encode(log.Joined(at=1, seat=1, visitor=visitor, name="Eve"))
    encode = msgspec.msgpack.encode
    return [
        encode(["forged", table, 3, [entry]]),
        encode(["forged", table, 1, [entry] * 3]),
        encode(["forged", table]),
        encode(["forged", table, 2**62, [b"{}", b"\xff"]]),
        encode(["forged", "no table"]),
        encode({"table": table}),
        entry,
        b"",
        b"\xc1",
        b"\x94" * 1000,
    ]


async def test_a_forged_message_in_redis_changes_nothing(pair: list[ServerProcess], messages: Redis) -> None:
    ann, eve = visitor(pair[0]), visitor(pair[0])
    table = ann.create(ruleset="classic", name="Ann")
    async with AsyncExitStack() as stack:
        forger = await stack.enter_async_context(redis.asyncio.Redis.from_url(messages.address))
        clients = (ann, Client(pair[1].address, ann.token), eve)
        seats = [await stack.enter_async_context(client.sit(table)) for client in clients]
        for channel in await forger.pubsub_channels():
            for message in forgeries(table, digest(eve.token)):
                await forger.publish(channel, message)
        await asyncio.sleep(1.5)
        await seats[0].do("chat", text="Did anybody come?")
        for seat in seats:
            await seat.until(lambda seat=seat: seat.chat)
            assert [chair["name"] for chair in seat.table["chairs"]] == ["Ann", None, None, None, None]
        assert [seat.you["seat"] for seat in seats] == [0, 0, None]
    for server in pair:
        assert "Traceback" not in server.log.read_text()


async def test_messages_between_servers_tell_no_secret(pair: list[ServerProcess], messages: Redis) -> None:
    """Whoever can listen in Redis learns that something happened at a table, and not what."""
    heard: list[bytes] = []
    async with redis.asyncio.Redis.from_url(messages.address) as listener, listener.pubsub() as channel:
        await channel.psubscribe("*")
        client = visitor(pair[0])
        table = client.play(ruleset="avalon", players=5, name="Ann", bot="random", pace="instant")
        async with client.sit(table) as seat:
            await play_out([seat], "secrets")
        while (message := await channel.get_message(timeout=1)) is not None:
            if message["type"] == "pmessage":
                heard.append(message["data"])
    assert len(heard) > 10
    assert len(set(heard)) == 1
