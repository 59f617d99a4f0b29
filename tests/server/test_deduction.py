"""The server tells what the public facts allow: in a running game, in its history, and at every step of a record."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from typing import Any

import pytest

from tests.server.harness import ServerProcess, dealt, play_out, visitor
from turncoat.client import ServerRefused


async def test_the_possible_sides_of_a_game_and_of_its_history(server: ServerProcess) -> None:
    async with dealt(server, players=5) as seats:
        table = seats[0].table["id"]
        client = visitor(server)
        now = client.request("GET", f"/api/tables/{table}/deduction")
        assert len(now["sides"]) == now["of"] == 10
        assert now["seats"] == [4] * 5
        first, *later = client.request("GET", f"/api/tables/{table}/history")["steps"]
        assert first["sides"] == now["sides"]
        assert not any("sides" in step for step in later)
        await play_out(seats)
        (record,) = seats[0].table["records"]
        steps = client.request("GET", f"/api/records/{record}/replay")["steps"]
        told = [step["sides"] for step in steps if "sides" in step]
        roles = client.request("GET", f"/api/tables/{table}/history")["steps"][-1]["view"]["set"]["roles"]
        assert told[0] == now["sides"]
        assert told[-1] == [[seat for seat, role in enumerate(roles) if role == "spy"]]
        for before, after in pairwise(told):
            assert {*map(tuple, after)} < {*map(tuple, before)}


async def told_reading(server: ServerProcess, **settings: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """What a person is told who asks for the reading at a table with bots, and what that person knows."""
    ann = visitor(server)
    table = ann.create(ruleset="classic", players=5, name="Ann", takeover=0, **settings)
    async with ann.sit(table) as seat:
        await seat.do("bot", bot="random")
        await seat.do("ready", contract=seat.table["contract"])
        await seat.do("start")
        await seat.until(lambda: seat.view is not None)
        told = await asyncio.to_thread(ann.request, "GET", f"/api/tables/{table}/reading")
        assert seat.view is not None
        return told, seat.view["you"]


async def test_the_reading_is_told_to_those_who_ask_where_the_table_allows_it(server: ServerProcess) -> None:
    """It is private: everybody is certain about their own side, and evil about its friends."""
    for spies in ([1, 2], [0, 3]):
        roles = ["spy" if seat in spies else "resistance" for seat in range(5)]
        told, you = await told_reading(server, reading=True, deal={"roles": roles})
        assert told["basis"] == "people"
        assert sum(told["seats"]) == pytest.approx(2, abs=0.01)
        assert told["seats"][0] == (you["side"] == "evil")
        if you["side"] == "evil":
            assert told["seats"] == [1.0, 0.0, 0.0, 1.0, 0.0]


async def test_where_recorded_games_tell_nothing_the_reading_says_that_it_goes_by_facts(server: ServerProcess) -> None:
    told, _ = await told_reading(server, reading=True, options={"plot": True})
    assert told["basis"] == "facts"


async def test_without_the_setting_nobody_is_told_the_reading(server: ServerProcess) -> None:
    with pytest.raises(ServerRefused, match="NOT_ALLOWED"):
        await told_reading(server)
