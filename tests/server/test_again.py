"""After a game: who wants another is counted, and it is dealt when everybody does."""

from __future__ import annotations

import asyncio

import pytest

from tests.server.harness import ServerProcess, dealt, play_out, visitor
from turncoat.client import ServerRefused


async def test_another_game_is_dealt_once_everybody_wants_it(server: ServerProcess) -> None:
    async with dealt(server, takeover=0) as seats:
        with pytest.raises(ServerRefused, match="NOT_NOW"):
            await seats[1].do("again")
        await play_out(seats, "first")
        for number in (3, 1, 0, 4):
            await seats[number].do("again")
        assert (await seats[1].do("again"))["again"]
        await seats[2].until(lambda: len(seats[2].table["again"]) == 4)
        assert sorted(seats[2].table["again"]) == [0, 1, 3, 4]
        assert seats[2].table["status"] == "over"
        await seats[2].do("again")
        for seat in seats:
            await seat.until(lambda seat=seat: seat.table["status"] == "playing")
        assert seats[0].table["game"] == 2
        assert seats[0].table["again"] == []
        assert seats[0].table["proof"]["secret"] is None
        await play_out(seats, "second")
        assert len(seats[0].table["records"]) == 2


async def test_when_the_host_says_so_those_who_want_it_are_ready(server: ServerProcess) -> None:
    async with dealt(server, takeover=0) as seats:
        await play_out(seats, "first")
        await seats[3].do("again")
        await seats[0].do("rematch")
        await seats[3].until(lambda: seats[3].table["status"] == "lobby")
        assert [chair["ready"] for chair in seats[3].table["chairs"]] == [False, False, False, True, False]


async def test_whoever_leaves_is_not_waited_for(server: ServerProcess) -> None:
    async with dealt(server, takeover=0) as seats:
        await play_out(seats, "first")
        await seats[4].do("again")
        await seats[4].do("leave")
        await seats[0].until(lambda: seats[0].table["again"] == [])
        with pytest.raises(ServerRefused, match="NOT_SEATED"):
            await seats[4].do("again")


async def test_the_host_without_a_chair_gets_the_table_back_when_the_last_person_leaves(server: ServerProcess) -> None:
    """A television opens a table and makes the first phone its host."""
    screen, phone = visitor(server), visitor(server)
    table = await asyncio.to_thread(lambda: screen.create(ruleset="classic", players=5))
    await asyncio.to_thread(lambda: phone.do(table, "join", name="Zoe", seat=0))
    await asyncio.to_thread(lambda: screen.do(table, "host", seat=0))
    async with screen.sit(table) as board:
        assert not board.you["host"]
        await asyncio.to_thread(lambda: phone.do(table, "leave"))
        await board.until(lambda: board.you["host"])
