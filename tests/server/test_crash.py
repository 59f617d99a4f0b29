"""Nothing is lost: servers are killed at random moments while tables play; every acknowledged move is there."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.server.harness import ServerProcess, all_running, at_random
from tests.server.stores import Fresh, Redis, running_postgres
from turncoat.client import Ask, Client, Seat, ServerRefused

SEATS = 5


class Player:
    """A seat that remembers which answers were acknowledged."""

    def __init__(self, seat: Seat, seed: object) -> None:
        self.seat = seat
        self.choose = at_random(seed)
        self.acknowledged: list[tuple[str, Any]] = []

    async def play(self) -> None:
        async for asks in self.seat.questions():
            await asyncio.sleep(random.uniform(0, 0.05))
            move = self.choose(self.seat, asks[0])
            try:
                await self.seat.answer(asks[0], move)
            except ServerRefused as refusal:
                # "try again" is no acknowledgement; the question is still open, and is asked again
                assert refusal.code == "UNAVAILABLE", refusal  # noqa: PT017 - any other refusal is a bug
                await self._again(asks[0], move)
            self.acknowledged.append((asks[0].id, move))

    async def _again(self, ask: Ask, move: Any) -> None:
        for _ in range(50):
            await asyncio.sleep(0.1)
            try:
                await self.seat.answer(ask, move)
            except ServerRefused as refusal:
                assert refusal.code == "UNAVAILABLE", refusal  # noqa: PT017
            else:
                return
        raise AssertionError("the server never recovered")


async def open_table(addresses: list[str], number: int) -> list[Player]:
    """A dealt table; its players are spread over the servers."""
    secrets = [await asyncio.to_thread(lambda: Client(addresses[0]).token) for _ in range(SEATS)]
    host = Client(addresses[0], secrets[0])
    table = await asyncio.to_thread(
        lambda: host.create(ruleset="avalon", players=SEATS, roles=["percival", "morgana"], name="P0", takeover=0)
    )
    seats = []
    for i, secret in enumerate(secrets):
        seat = Seat(addresses[i % len(addresses)], secret, table)
        await seat.__aenter__()
        if i:
            await seat.do("join", name=f"P{i}", seat=i)
        await seat.do("ready", contract=seat.table["contract"])
        seats.append(seat)
    await seats[0].do("start")
    return [Player(seat, (number, i)) for i, seat in enumerate(seats)]


async def check_tables(address: str, tables: list[list[Player]]) -> None:
    """Every acknowledged answer is in the record, in the seat's order, and nothing else is."""
    for players in tables:
        name = players[0].seat.table["records"][0]
        client = Client(address)
        record = await asyncio.to_thread(client.request, "GET", f"/api/records/{name}")
        for number, player in enumerate(players):
            stored = [move for seat, move in record["moves"] if seat == number]
            acknowledged = [move for _, move in player.acknowledged]
            assert _plain(stored) == _plain(acknowledged), (name, number)


def _plain(moves: list[Any]) -> list[Any]:
    return [msgspec.json.decode(msgspec.json.encode(move)) for move in moves]


async def play_through(servers: list[ServerProcess], tables: int, disturb: Any) -> None:
    """Play tables to their end while `disturb` does its worst."""
    addresses = [server.address for server in servers]
    playing = await asyncio.gather(*(open_table(addresses, number) for number in range(tables)))
    work = [asyncio.create_task(player.play()) for players in playing for player in players]
    trouble = asyncio.create_task(disturb(work))
    try:
        async with asyncio.timeout(480):
            await asyncio.gather(*work)
            await trouble
        for players in playing:
            for player in players:
                await player.seat.until(lambda player=player: player.seat.table["records"])
        await check_tables(addresses[0], playing)
    finally:
        trouble.cancel()
        for task in work:
            task.cancel()
        for players in playing:
            for player in players:
                await player.seat.__aexit__(None, None, None)


def killing(server: ServerProcess, times: int, first: float, pause: float) -> Any:
    async def disturb(work: list[asyncio.Task[None]]) -> None:
        await asyncio.sleep(first)
        for _ in range(times):
            if all(task.done() for task in work):
                return
            server.kill()
            await asyncio.sleep(0.1)
            await asyncio.to_thread(server.start)
            await asyncio.sleep(random.uniform(pause / 2, pause))

    return disturb


@pytest.fixture(scope="module")
def postgres() -> Iterator[Fresh]:
    with running_postgres() as server:
        yield server.fresh


@contextmanager
def two_processes(folder: Path, redis: Redis, postgres: Fresh) -> Iterator[list[ServerProcess]]:
    """Two servers on one database."""
    address = postgres()
    with all_running([ServerProcess(address, folder / f"log{i}", redis=redis.address) for i in range(2)]) as servers:
        yield servers


async def test_sqlite_server_is_killed(tmp_path: Path) -> None:
    with all_running([ServerProcess(f"sqlite:///{tmp_path}/t.db", tmp_path / "log")]) as servers:
        await play_through(servers, 8, killing(servers[0], 2, 1.0, 2.0))


@pytest.mark.long
async def test_fifty_sqlite_tables(tmp_path: Path) -> None:
    with all_running([ServerProcess(f"sqlite:///{tmp_path}/t.db", tmp_path / "log")]) as servers:
        await play_through(servers, 50, killing(servers[0], 8, 1.0, 3.0))


async def test_postgres_server_is_killed(tmp_path: Path, postgres: Fresh) -> None:
    address = postgres()
    with all_running([ServerProcess(address, tmp_path / "log")]) as servers:
        await play_through(servers, 6, killing(servers[0], 2, 1.0, 2.0))


@pytest.mark.long
async def test_fifty_postgres_tables(tmp_path: Path, postgres: Fresh) -> None:
    address = postgres()
    with all_running([ServerProcess(address, tmp_path / "log")]) as servers:
        await play_through(servers, 50, killing(servers[0], 8, 1.0, 3.0))


def restarting(redis: Redis) -> Any:
    async def disturb(work: list[asyncio.Task[None]]) -> None:
        for _ in range(2):
            await asyncio.sleep(1.0)
            redis.stop()
            await asyncio.sleep(1.0)
            redis.start()

    return disturb


@pytest.fixture
def redis() -> Iterator[Redis]:
    server = Redis()
    server.start()
    yield server
    server.stop()


async def test_one_of_two_processes_is_killed(tmp_path: Path, redis: Redis, postgres: Fresh) -> None:
    with two_processes(tmp_path, redis, postgres) as servers:
        await play_through(servers, 4, killing(servers[1], 2, 1.0, 2.0))


async def test_redis_is_restarted(tmp_path: Path, redis: Redis, postgres: Fresh) -> None:
    with two_processes(tmp_path, redis, postgres) as servers:
        await play_through(servers, 4, restarting(redis))


@pytest.mark.long
async def test_fifty_tables_while_redis_is_restarted(tmp_path: Path, redis: Redis, postgres: Fresh) -> None:
    with two_processes(tmp_path, redis, postgres) as servers:
        await play_through(servers, 50, restarting(redis))


@pytest.mark.long
async def test_fifty_tables_on_two_processes(tmp_path: Path, redis: Redis, postgres: Fresh) -> None:
    with two_processes(tmp_path, redis, postgres) as servers:
        await play_through(servers, 50, killing(servers[1], 5, 1.0, 3.0))


async def test_two_processes_share_sqlite_without_redis(tmp_path: Path) -> None:
    pair = [ServerProcess(f"sqlite:///{tmp_path}/t.db", tmp_path / f"log{i}", beat_ms=200) for i in range(2)]
    with all_running(pair) as servers:
        await play_through(servers, 1, lambda work: asyncio.sleep(0))
