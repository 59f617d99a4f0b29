"""Several processes, one database: whoever drives a table may die."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

from tests.server.harness import ServerProcess, at_random, play_on, visitor
from turncoat.client import Client, Seat
from turncoat.server.config import Config


def test_a_lease_and_a_heartbeat_fit_into_five_seconds() -> None:
    config = Config()
    assert config.lease_ms + config.beat_ms < 5000


async def test_another_process_lets_the_bots_play_on(tmp_path: Path) -> None:
    pair = [ServerProcess(f"sqlite:///{tmp_path}/t.db", tmp_path / f"log{i}") for i in range(2)]
    for server in pair:
        server.start()
    try:
        secret = visitor(pair[0]).token
        table = await asyncio.to_thread(
            lambda: Client(pair[0].address, secret).play(ruleset="classic", players=5, pace="human")
        )
        seats = [Seat(server.address, secret, table) for server in pair]
        async with seats[0], seats[1]:
            own = seats[1].you["seat"]
            play = asyncio.create_task(play_on(seats[1], at_random("fail-over")))
            await seats[1].until(lambda: bots_moves(seats[1], own))
            pair[0].kill()
            killed, before = time.monotonic(), bots_moves(seats[1], own)
            await seats[1].until(lambda: bots_moves(seats[1], own) > before)
            assert time.monotonic() - killed < 9, "five seconds, and some for a busy machine"
            play.cancel()
    finally:
        for server in pair:
            server.stop()


def bots_moves(seat: Seat, own: int) -> int:
    return sum(event.get("seat", own) != own for event in seat.events if event["event"] in ("voted", "mission-card"))
