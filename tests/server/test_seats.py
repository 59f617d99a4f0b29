"""Chairs and the people in them: transfer, recovery, substitutes, standing in."""

from __future__ import annotations

import asyncio

import pytest

from tests.server.harness import ServerProcess, dealt, play_out, visitor
from turncoat.client import ServerRefused


async def test_a_chair_moves_to_another_device_once(server: ServerProcess) -> None:
    async with dealt(server) as seats:
        code = (await seats[2].do("transfer"))["result"]["code"]
        assert code.startswith(seats[0].table["code"])
        async with visitor(server).sit(seats[0].table["id"]) as phone:
            with pytest.raises(ServerRefused, match="BAD_CODE"):
                await phone.do("take", code=code[:-1] + "!")
            await phone.do("take", code=code.lower())
            await phone.until(lambda: phone.you["seat"] == 2)
            assert phone.view is not None
            assert phone.view["you"]["seat"] == 2
            await seats[2].until(lambda: seats[2].you["seat"] is None)
            assert seats[2].view is not None
            assert seats[2].view["you"] is None
        async with visitor(server).sit(seats[0].table["id"]) as thief:
            with pytest.raises(ServerRefused, match="BAD_CODE"):
                await thief.do("take", code=code)


async def test_a_connected_owner_gives_the_chair_to_whoever_asks_for_it(server: ServerProcess) -> None:
    async with dealt(server, takeover=0, public=True) as seats, visitor(server).sit(seats[0].table["id"]) as laptop:
        await laptop.do("motion", motion="recover", seat=4, name="P4")
        await seats[4].until(lambda: seats[4].table["motions"])
        motion = seats[4].table["motions"][0]
        assert (motion["needed"], motion["consent"], motion["due"]) == (1, [4], None)
        await seats[4].do("agree", motion=motion["id"])
        await laptop.until(lambda: laptop.you["seat"] == 4)
        await seats[4].until(lambda: seats[4].you["seat"] is None)


@pytest.mark.parametrize("objector", [4, 1])
async def test_one_no_ends_a_request(server: ServerProcess, objector: int) -> None:
    async with dealt(server, takeover=0, public=True) as seats, visitor(server).sit(seats[0].table["id"]) as thief:
        await thief.do("motion", motion="recover", seat=4, name="P4")
        await seats[objector].do("agree", motion=1, agree=False)
        await seats[0].until(lambda: not seats[0].table["motions"])
        with pytest.raises(ServerRefused, match="NOT_NOW"):
            await seats[4].do("agree", motion=1)


async def test_who_left_is_told_to_those_who_come_later_until_the_next_deal(server: ServerProcess) -> None:
    async with dealt(server, takeover=0, pace="instant") as seats:
        await seats[1].do("leave")
        await seats[0].until(lambda: seats[0].table["departures"])
        async with visitor(server).sit(seats[0].table["id"]) as late:
            (told,) = late.table["departures"]
            assert (told["seat"], told["name"], told["move"], told["teams"]) == (1, "P1", 0, 0)
            assert late.table["chairs"][1]["player"] == "bot"
        still = [seats[seat] for seat in (0, 2, 3, 4)]
        await play_out(still, "first")
        for seat in still:
            await seat.do("again")
        await seats[0].until(lambda: seats[0].table["game"] == 2)
        assert seats[0].table["departures"] == []


async def test_a_substitute_takes_a_bots_chair_with_everybodys_consent(server: ServerProcess) -> None:
    async with dealt(server, takeover=0, public=True) as seats, visitor(server).sit(seats[0].table["id"]) as watcher:
        with pytest.raises(ServerRefused, match="NOT_ALLOWED"):
            await watcher.do("motion", motion="substitute", seat=1, name="Sub")
        await seats[1].do("leave")
        await watcher.do("motion", motion="substitute", seat=1, name="Sub")
        for voter in (0, 2, 3):
            await seats[voter].do("agree", motion=1)
        assert watcher.you["seat"] is None
        await seats[4].do("agree", motion=1)
        await watcher.until(lambda: watcher.you["seat"] == 1)
        assert watcher.table["chairs"][1]["name"] == "Sub"
        assert watcher.table["chairs"][1]["player"] == "person"


def test_one_person_among_bots_decides_alone(server: ServerProcess) -> None:
    owner = visitor(server)
    table = owner.play(ruleset="classic", players=5)
    owner.do(table, "motion", motion="pause")
    assert owner.table(table)["table"]["paused"]


async def test_a_player_may_let_the_bot_play_and_come_back(server: ServerProcess) -> None:
    async with dealt(server, pace="instant") as seats:
        leader = next(seat for seat in seats if seat.asks)
        number = leader.you["seat"]
        first = leader.asks[0]
        await leader.do("away")
        other = seats[(number + 1) % 5]
        await other.until(lambda: other.view["proposals"])
        assert other.table["chairs"][number] | {"name": "", "ready": True} == {
            "player": "person",
            "name": "",
            "bot": other.table["settings"]["stand_in"],
            "ready": True,
            "away": True,
            "language_model": None,
        }
        with pytest.raises(ServerRefused, match="ALREADY_ANSWERED"):
            await leader.answer(first, first.choices()[0])
        await leader.do("back")
        await other.until(lambda: not other.table["chairs"][number]["away"])


async def test_who_leaves_in_a_game_is_replaced_for_good(server: ServerProcess) -> None:
    async with dealt(server) as seats:
        await seats[0].do("leave")
        await seats[1].until(lambda: seats[1].table["chairs"][0]["player"] == "bot")
        assert seats[1].table["host"] == 1


async def test_presence_is_shown_with_a_countdown(server: ServerProcess) -> None:
    async with dealt(server, takeover=60) as seats:
        await seats[0].until(lambda: seats[0].presence.get("here") == [0, 1, 2, 3, 4])
        await seats[4].__aexit__(None, None, None)
        await seats[0].until(lambda: seats[0].presence.get("here") == [0, 1, 2, 3])
        assert seats[0].presence["gone"]["4"] > 0
        async with seats[4]:
            await seats[0].until(lambda: seats[0].presence["gone"] == {})
        await asyncio.sleep(0)
