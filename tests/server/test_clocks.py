"""Clocks per stage, pausing by vote, and what happens when time is up."""

from __future__ import annotations

import asyncio

import pytest

from tests.server.harness import ServerProcess, dealt
from turncoat.client import ServerRefused


async def test_there_is_no_clock_by_default(server: ServerProcess) -> None:
    async with dealt(server) as seats:
        assert seats[0].table["clock"] is None


async def test_late_chairs_are_taken_over_and_the_game_goes_on(server: ServerProcess) -> None:
    async with dealt(server, clocks={"default": 1}, grace=0, pace="instant") as seats:
        assert seats[0].table["clock"]["phase"] == "propose"
        leader = next(seat for seat in seats if seat.asks).you["seat"]
        await seats[0].until(lambda: seats[0].table["chairs"][leader]["away"])
        async with asyncio.timeout(30):
            await seats[0].until(lambda: seats[0].view and seats[0].view["proposals"])
        owner = seats[leader]
        await owner.until(lambda: owner.table["chairs"][leader]["away"])
        await owner.do("back")
        await seats[0].until(lambda: not seats[0].table["chairs"][leader]["away"])


async def test_pausing_and_resuming_take_a_majority_of_all_seats(server: ServerProcess) -> None:
    async with dealt(server, clocks={"default": 600}) as seats:
        await seats[0].do("motion", motion="pause")
        await seats[1].do("agree", motion=1)
        assert not seats[0].table["paused"]
        await seats[2].do("agree", motion=1)
        leader = next(seat for seat in seats if seat.asks)
        await leader.until(lambda: leader.table["paused"])
        assert leader.table["clock"]["due"] is None
        assert leader.table["clock"]["left"] in range(590_000, 600_001)
        with pytest.raises(ServerRefused, match="PAUSED"):
            await leader.answer(leader.asks[0], leader.asks[0].choices()[0])
        with pytest.raises(ServerRefused, match="NOT_NOW"):
            await seats[0].do("motion", motion="pause")
        await seats[3].do("motion", motion="resume")
        await seats[1].do("agree", motion=2)
        await seats[2].do("agree", motion=2)
        await leader.until(lambda: not leader.table["paused"])
        assert leader.table["clock"]["left"] is None
        await leader.answer(leader.asks[0], leader.asks[0].choices()[0])


async def test_reading_grace_follows_a_reveal(server: ServerProcess) -> None:
    async with dealt(server, clocks={"default": 100}, grace=50) as seats:
        leader = next(seat for seat in seats if seat.asks)
        await leader.answer(leader.asks[0], leader.asks[0].choices()[0])
        await leader.until(lambda: leader.table["clock"]["phase"] == "vote")
        plain = leader.table["clock"]["due"]
        for seat in seats:
            await seat.until(lambda seat=seat: seat.asks and seat.asks[0].kind == "vote")
            await seat.answer(seat.asks[0], {"move": "vote", "approve": True})
        await leader.until(lambda: leader.table["clock"]["phase"] == "mission")
        assert leader.table["clock"]["due"] > plain + 45_000


async def test_a_table_may_abandon_its_game(server: ServerProcess) -> None:
    async with dealt(server) as seats:
        await seats[0].do("motion", motion="abandon")
        await seats[1].do("agree", motion=1)
        await seats[2].do("agree", motion=1)
        await seats[4].until(lambda: seats[4].table["status"] == "over")
        assert seats[4].table["records"] == []
        assert seats[4].table["proof"]["secret"]
        await seats[0].do("rematch")
        await seats[4].until(lambda: seats[4].table["status"] == "lobby")


async def test_the_assassin_out_of_time_names_nobody(server: ServerProcess) -> None:
    deal = {"roles": ["merlin", "servant", "servant", "minion", "assassin"], "leader": 0}
    async with dealt(server, ruleset="avalon", deal=deal, clocks={"assassinate": 1}, grace=0) as seats:
        for team in ([0, 1], [0, 1, 2], [0, 1]):
            leader = next(seat for seat in seats if any(ask.kind == "propose" for ask in seat.asks))
            await leader.answer(leader.asks[0], {"move": "propose", "team": team})
            for seat in seats:
                await seat.until(lambda seat=seat: seat.asks and seat.asks[0].kind == "vote")
                await seat.answer(seat.asks[0], {"move": "vote", "approve": True})
            for member in team:
                seat = seats[member]
                await seat.until(lambda seat=seat: seat.asks and seat.asks[0].kind == "mission")
                await seat.answer(seat.asks[0], {"move": "mission", "success": True})
            done = leader.view["score"]["good"] if leader.view else 0
            for seat in seats:
                await seat.until(lambda seat=seat, done=done: seat.view["score"]["good"] > done - 1)
            await asyncio.sleep(0.2)
        await seats[0].until(lambda: seats[0].over)
        assert seats[0].view is not None
        assert seats[0].view["outcome"] == {"winner": "good", "reason": "assassin-missed"}
