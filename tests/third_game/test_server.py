"""The table server hosts a game from outside."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.server.harness import ServerProcess, at_random, dealt, play_on, play_out, visitor
from turncoat.client import ServerRefused


def test_the_server_offers_the_game(server: ServerProcess) -> None:
    (info,) = [info for info in visitor(server).request("GET", "/api/rulesets") if info["id"] == "lantern"]
    assert info["seats"] == [3, 4, 5, 6]
    assert info["options"] == {}


def test_a_bad_set_up_is_refused(server: ServerProcess) -> None:
    with pytest.raises(ServerRefused, match="PLAYER_COUNT"):
        visitor(server).create(ruleset="lantern", players=9)


async def test_people_play_it_and_each_sees_only_their_own_secret(server: ServerProcess) -> None:
    async with dealt(server, 4, ruleset="lantern", deal={"moth": 2}) as seats:
        assert [seat.view["you"]["moth"] for seat in seats if seat.view] == [False, False, True, False]
        assert all(seat.view["moth"] is None for seat in seats if seat.view)
        await seats[0].do("chat", text="It is dark in here.")
        await play_out(seats, "lantern")
        views: list[Any] = [seat.view for seat in seats]
        assert {view["outcome"]["winner"] for view in views} <= {"good", "evil"}
        assert [view["moth"] for view in views] == [2, 2, 2, 2]
        (name,) = seats[0].table["records"]
    someone = visitor(server)
    assert someone.request("GET", f"/api/records/{name}")["deal"] == {"moth": 2}
    steps = someone.request("GET", f"/api/records/{name}/replay?seat=2")["steps"]
    assert len(steps) == 1 + 12
    with pytest.raises(ServerRefused):
        someone.request("GET", f"/api/records/{name}/analysis")


async def test_a_bot_of_its_own_plays_for_who_goes_away(server: ServerProcess) -> None:
    async with dealt(server, 3, ruleset="lantern", pace="instant") as seats:
        await seats[1].do("away")
        await play_out([seats[0], seats[2]], "away")
        assert seats[0].view is not None
        assert seats[0].view["phase"] == "over"


def test_a_bot_of_another_game_is_refused(server: ServerProcess) -> None:
    host = visitor(server)
    table = host.create(ruleset="lantern", players=3, name="Ann")
    with pytest.raises(ServerRefused, match="NOT_FOUND"):
        host.do(table, "bot", bot="bayes")
    host.do(table, "bot", bot="random")
    host.do(table, "start")


async def test_one_click_deals_it_with_bots(server: ServerProcess) -> None:
    person = visitor(server)
    table = person.play(ruleset="lantern", players=6, pace="instant")
    async with person.sit(table) as seat, asyncio.timeout(60):
        await play_on(seat, at_random("click"))
        assert seat.view is not None
        assert seat.view["phase"] == "over"
