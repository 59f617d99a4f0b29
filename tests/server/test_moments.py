"""Bots wait while people look at what just happened, where a table wants that; programs may answer all the time."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.server.harness import ServerProcess, at_random, dealt, play_on, visitor
from turncoat.client import Seat, ServerRefused

SOON = 1.0  # bots at the pace `instant` would have answered long ago


async def _alone(server: ServerProcess, **settings: Any) -> Seat:
    """One person with four bots; a bot leads."""
    person = visitor(server)
    wanted = {"ruleset": "classic", "players": 5, "deal": {"leader": 1}, "pace": "instant", "name": "P0", **settings}
    table = await asyncio.to_thread(lambda: person.create(**wanted))
    await asyncio.to_thread(lambda: person.do(table, "bot", bot="random"))
    await asyncio.to_thread(lambda: person.do(table, "start"))
    return person.sit(table)


def _progress(seat: Seat) -> tuple[int, list[int]]:
    """How many teams there were, and who has to answer now."""
    assert seat.view is not None
    return len(seat.view["proposals"]), list(seat.view["waiting"])


async def test_without_moments_bots_answer_at_once_and_nothing_is_held(server: ServerProcess) -> None:
    async with await _alone(server) as seat, asyncio.timeout(10):
        assert seat.table["hold"] is None
        await seat.until(lambda: _progress(seat)[0] > 0)


async def test_bots_wait_for_the_deal_until_everybody_has_seen_their_card(server: ServerProcess) -> None:
    async with await _alone(server, moments=True) as seat, asyncio.timeout(30):
        hold = seat.table["hold"]
        assert (hold["event"], hold["seen"], hold["of"]) == ("dealt", 0, 1)
        assert hold["due"] - hold["at"] >= 45_000
        await asyncio.sleep(SOON)
        assert _progress(seat)[0] == 0
        await seat.do("seen", hold=hold["at"])
        assert (await seat.do("seen", hold=hold["at"]))["again"]
        await seat.until(lambda: seat.table["hold"]["seen"] == 1)
        await seat.until(lambda: _progress(seat)[0] > 0)


async def test_bots_wait_for_the_result_of_a_vote(server: ServerProcess) -> None:
    async with await _alone(server, moments=True) as seat, asyncio.timeout(40):
        await seat.do("seen", hold=seat.table["hold"]["at"])
        await seat.until(lambda: bool(seat.asks))
        await seat.answer(seat.asks[0], {"move": "vote", "approve": False})
        await seat.until(lambda: seat.table["hold"]["event"] == "votes")
        before = _progress(seat)
        await asyncio.sleep(SOON)
        assert _progress(seat) == before
        await seat.do("seen", hold=seat.table["hold"]["at"])
        await seat.until(lambda: _progress(seat) != before)


async def test_programs_may_answer_while_others_look(server: ServerProcess) -> None:
    """A client that knows nothing of moments plays as before."""
    async with dealt(server, 5, moments=True, pace="instant") as seats, asyncio.timeout(60):
        assert seats[0].table["hold"]["event"] == "dealt"
        await asyncio.gather(*(play_on(seat, at_random(number)) for number, seat in enumerate(seats)))
        assert seats[0].over


async def test_only_how_many_have_seen_it_is_told_and_nothing_else_can_be_said(server: ServerProcess) -> None:
    async with dealt(server, 5, moments=True) as seats, asyncio.timeout(20):
        hold = seats[0].table["hold"]
        await seats[3].do("seen", hold=hold["at"])
        await seats[0].until(lambda: seats[0].table["hold"]["seen"] == 1)
        assert set(seats[0].table["hold"]) == {"event", "at", "earliest", "due", "seen", "of"}
        with pytest.raises(ServerRefused, match="NOT_NOW"):
            await seats[1].do("seen", hold=hold["at"] - 1)


async def test_the_clock_of_the_first_question_begins_when_everybody_has_seen_their_card(
    server: ServerProcess,
) -> None:
    async with dealt(server, 5, moments=True, clocks={"default": 30}) as seats, asyncio.timeout(20):
        hold = seats[0].table["hold"]
        assert seats[0].table["clock"]["due"] == hold["due"] + 30_000
        for seat in seats:
            await seat.do("seen", hold=hold["at"])
        await seats[0].until(lambda: seats[0].table["clock"]["due"] == hold["earliest"] + 30_000)
