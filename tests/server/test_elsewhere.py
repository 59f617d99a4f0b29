"""Chairs played by bots that somebody else serves."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.bots.elsewhere import answers, foreign, served
from tests.server.harness import ServerProcess, at_random, play_on, running, visitor
from turncoat.bots import roster
from turncoat.client import Client, ServerRefused
from turncoat.games.resistance.adapters.proavalon.service import BotService


def server_with(tmp_path: Path, address: str) -> Any:
    bots = f"guest=proavalon:{address}"
    return running(f"sqlite:///{tmp_path}/t.db", tmp_path / "log", bots=bots)


async def play_against_guests(server: ServerProcess) -> set[str]:
    """A game of one person and four guests; who played the guests' chairs, by the record."""
    client = visitor(server)
    wish = {"ruleset": "avalon", "players": 5, "bot": "guest", "pace": "instant", "roles": [], "options": {}}
    table = await asyncio.to_thread(lambda: client.play(**wish))
    async with asyncio.timeout(120), client.sit(table) as seat:
        await play_on(seat, at_random(1))
        await seat.until(lambda: seat.table["records"])
        record = await asyncio.to_thread(client.request, "GET", f"/api/records/{seat.table['records'][0]}")
    return {who for own, _, who in record["meta"]["played"] if own != seat.you["seat"]}


async def test_a_bot_of_the_owners_choice_sits_in_chairs_by_name(tmp_path: Path) -> None:
    service = BotService("logic")
    with served(service) as address, server_with(tmp_path, address) as server:
        assert "guest" in Client(server.address).request("GET", "/api/info")["bots"]
        assert await play_against_guests(server) == {"guest"}
        assert not service._games


async def test_the_stand_in_answers_for_a_bot_that_fails(tmp_path: Path) -> None:
    with foreign(answers(act=(500, b"crash"))) as address, server_with(tmp_path, address) as server:
        assert await play_against_guests(server) == {"guest", roster().stand_in}
        text = server.log.read_text()
    assert "bot guest failed: BOT_ERROR" in text
    assert address not in text


def test_a_name_from_the_wire_calls_nobody(server: ServerProcess) -> None:
    client = visitor(server)
    table = client.create(ruleset="avalon", name="Ann")
    for bot in ("proavalon:http://127.0.0.1:1", "exec:true", "os:system"):
        with pytest.raises(ServerRefused, match="NOT_FOUND"):
            client.do(table, "bot", bot=bot)
