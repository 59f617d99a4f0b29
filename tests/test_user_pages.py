"""The pages that take somebody from an empty folder to a result do so. (The page for data people: `tests/envs`.)"""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

from tests.followed_pages import Terminal, followed
from tests.server.harness import free_port
from tests.server.stores import Redis, running_postgres
from turncoat.client import Client


def test_the_page_for_bot_authors(tmp_path: Path) -> None:
    with followed("for-bot-authors.md", Terminal(tmp_path)) as terminal:
        said = "".join(terminal.said.values())
        assert "forfeit" not in said
        assert "winner" in terminal.said["python watch.py"]
        assert "winner" in terminal.said["python play.py"]
        assert "mybot:MyBot" in (tmp_path / "strangers.html").read_text("utf-8")


def test_the_page_for_hosts(tmp_path: Path) -> None:
    """With the PostgreSQL and the Redis to which it leads."""
    redis, second = Redis(), str(free_port())
    redis.start()
    try:
        with running_postgres() as postgres:
            database = postgres.fresh()
            elsewhere = {
                "postgresql://turncoat:PASSWORD@localhost/turncoat": database,
                "redis://localhost": redis.address,
                "8001": second,
            }
            with followed("for-hosts.md", Terminal(tmp_path), elsewhere=elsewhere) as terminal:
                said = terminal.said
                assert said["turncoat migrate --check --config server.toml"].endswith("revision 0003.\n")
                assert re.search("^ok +sockets", "".join(said.values()), re.MULTILINE)
                assert (tmp_path / "old/games.db").exists()
                assert said['turncoat restore "$(ls -t backups/*.backup | head -1)"'].startswith("Restored: ")
                assert re.search("^ok +redis", said["turncoat doctor"], re.MULTILINE)
                asyncio.run(_a_game_through_both(terminal.port, second))
    finally:
        redis.stop()


async def _a_game_through_both(port: str, second: str) -> None:
    """Somebody opens a table on one server and plays it on the other."""
    here = Client(f"http://127.0.0.1:{port}")
    table = await asyncio.to_thread(lambda: here.play(ruleset="classic", players=5, name="Ann", pace="instant"))
    async with Client(f"http://127.0.0.1:{second}", here.token).sit(table) as seat:
        async for asks in seat.questions():
            await seat.answer(asks[0], asks[0].choices()[0])
        assert seat.view is not None
        assert seat.view["outcome"] is not None


def test_a_command_that_fails_is_noticed(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="NO_FILE"):
        Terminal(tmp_path).run("turncoat export nothing.jsonl --out tables")
