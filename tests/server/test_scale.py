"""Several processes, one database: whoever drives a table may die."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

from tests.server.harness import ServerProcess, at_random, play_on, token
from turncoat.client import Client, Seat


async def test_another_process_takes_bots_and_clocks_over_within_five_seconds(tmp_path: Path) -> None:
    pair = [ServerProcess(f"sqlite:///{tmp_path}/t.db", tmp_path / f"log{i}") for i in range(2)]
    for server in pair:
        server.start()
    try:
        secret = token()
        table = await asyncio.to_thread(
            lambda: Client(pair[0].address, secret).play(ruleset="classic", players=5, pace="human")
        )
        watchers = [Seat(pair[i].address, secret, table) for i in range(2)]
        async with watchers[0], watchers[1]:
            play = asyncio.create_task(play_on(watchers[1], at_random("fail-over")))
            await watchers[1].until(lambda: watchers[1].view and watchers[1].view["proposals"])
            before = len(watchers[1].events)
            pair[0].kill()
            killed = time.monotonic()
            await watchers[1].until(lambda: len(watchers[1].events) > before + 4)
            assert time.monotonic() - killed < 12, "bots stand still for too long"
            play.cancel()
    finally:
        for server in pair:
            server.stop()
