"""The table setting `change_vote`: until the last ballot is in, a vote can be replaced. Off by default."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from tests.server.harness import ServerProcess, dealt, running, visitor
from turncoat.client import Seat, ServerRefused
from turncoat.server.tables.settings import Settings
from turncoat.server.tables.table_info import contract_of

YES, NO = ({"move": "vote", "approve": approve} for approve in (True, False))
TEAM = {"move": "propose", "team": [0, 1]}
CHANGEABLE: dict[str, Any] = {"change_vote": True, "takeover": 0, "deal": {"leader": 0}}


@asynccontextmanager
async def voting(server: ServerProcess, **settings: Any) -> AsyncIterator[list[Seat]]:
    """Five people who are asked for their vote on the first team."""
    async with dealt(server, 5, **{**CHANGEABLE, **settings}) as seats, asyncio.timeout(30):
        await seats[0].answer(seats[0].asks[0], TEAM)
        for seat in seats:
            await seat.until(lambda seat=seat: any(ask.kind == "vote" for ask in seat.asks))
        yield seats


async def vote(seat: Seat, move: Any) -> None:
    """Vote, and wait until the seat's own view shows it."""
    await seat.answer(seat.asks[0], move)
    await seat.until(lambda: not seat.asks)


async def change(seat: Seat, move: Any, name: str = "a") -> Any:
    """Change the vote by hand, with a name for the change that can be used again."""
    assert seat.sealed is not None
    return await seat.do("change", ask=seat.sealed.ask, move=move, id=name)


def ballot(seat: Seat) -> Any:
    assert seat.view is not None
    return seat.view["you"].get("ballot")


def votes(seat: Seat) -> Any:
    assert seat.view is not None
    return seat.view["proposals"][0]["votes"]


async def finish(seats: list[Seat]) -> None:
    """Everybody who has not voted approves."""
    for seat in seats:
        if seat.asks:
            await seat.answer(seat.asks[0], YES)
    for seat in seats:
        await seat.until(lambda seat=seat: votes(seat)[0] is not None)


async def test_the_last_choice_counts(server: ServerProcess) -> None:
    async with voting(server) as seats:
        await vote(seats[3], NO)
        assert seats[3].sealed is not None
        assert seats[3].sealed.move == NO
        assert list(seats[3].sealed.moves) == [YES, NO]
        assert ballot(seats[3]) is False
        await seats[3].change(seats[3].sealed, YES)
        await seats[3].until(lambda: ballot(seats[3]) is True)
        assert seats[3].sealed.move == YES
        await finish(seats)
        assert votes(seats[0]) == [True] * 5
        assert all(seat.sealed is None for seat in seats)


async def test_after_the_last_ballot_a_vote_stands(server: ServerProcess) -> None:
    async with voting(server) as seats:
        await vote(seats[3], NO)
        sealed = seats[3].sealed
        assert sealed is not None
        await finish(seats)
        with pytest.raises(ServerRefused, match="STALE_ASK"):
            await seats[3].change(sealed, YES)
        assert votes(seats[3])[3] is False


async def test_a_table_without_the_setting_offers_and_allows_nothing(server: ServerProcess) -> None:
    async with voting(server, change_vote=False) as seats:
        await vote(seats[3], NO)
        assert seats[3].sealed is None
        with pytest.raises(ServerRefused, match="NOT_ALLOWED"):
            await seats[3].do("change", ask="1.0.vote", move=YES, id="a")
        assert ballot(seats[3]) is False


def test_the_contract_of_a_table_without_it_is_the_one_of_before() -> None:
    plain = Settings(ruleset="classic")
    assert b"change_vote" not in msgspec.json.encode(plain)
    assert contract_of(plain) == "b43f15d0ac2a"
    assert contract_of(Settings(ruleset="classic", change_vote=True)) != contract_of(plain)


async def test_switched_off_by_hand_it_is_left_out(server: ServerProcess) -> None:
    async with dealt(server, 5, change_vote=False) as one, dealt(server, 5) as other:
        assert one[0].table["contract"] == other[0].table["contract"]
        assert "change_vote" not in one[0].table["settings"]


async def test_the_same_change_again_changes_nothing(server: ServerProcess) -> None:
    """A client whose connection broke sends everything again, in order: nothing of it happens twice."""
    async with voting(server) as seats:
        first = seats[3].asks[0]
        await vote(seats[3], YES)
        await change(seats[3], NO, "a")
        await change(seats[3], YES, "b")
        assert (await seats[3].answer(first, YES))["again"]
        assert (await change(seats[3], NO, "a"))["again"]
        assert (await change(seats[3], YES, "b"))["again"]
        assert ballot(seats[3]) is True
        with pytest.raises(ServerRefused, match="ALREADY_ANSWERED"):
            await change(seats[3], YES, "a")
        with pytest.raises(ServerRefused, match="ALREADY_ANSWERED"):
            await seats[3].answer(first, NO)
        await finish(seats)
        assert (await seats[3].do("change", ask=first.id, move=YES, id="b"))["again"]


async def test_only_ones_own_vote_and_only_by_a_vote(server: ServerProcess) -> None:
    async with voting(server) as seats:
        await vote(seats[3], NO)
        sealed = seats[3].sealed
        assert sealed is not None
        for ask, move, code in (
            ("1.0.propose", YES, "STALE_ASK"),
            ("2.0.vote", YES, "STALE_ASK"),
            ("1.7.vote", YES, "STALE_ASK"),
            ("vote", YES, "STALE_ASK"),
            (sealed.ask, {"move": "mission", "success": True}, "WRONG_PHASE"),
            (sealed.ask, {"move": "vote"}, "BAD_REQUEST"),
            (sealed.ask, "yes", "BAD_REQUEST"),
        ):
            with pytest.raises(ServerRefused, match=code):
                await seats[3].do("change", ask=ask, move=move, id="a")
        with pytest.raises(ServerRefused, match="STALE_ASK"):
            await seats[2].do("change", ask=sealed.ask, move=YES, id="a")
        with pytest.raises(ServerRefused, match="BAD_REQUEST"):
            await seats[3].do("change", ask=sealed.ask, move=YES, id="")
        assert ballot(seats[3]) is False


async def test_mission_cards_stand(server: ServerProcess) -> None:
    async with voting(server) as seats:
        await finish(seats)
        for seat in seats[:2]:
            await seat.until(lambda seat=seat: bool(seat.asks))
        await vote(seats[0], {"move": "mission", "success": True})
        assert seats[0].sealed is None


async def test_a_vote_that_everybody_has_seen_stands(server: ServerProcess) -> None:
    async with voting(server, options={"vote_style": "open"}) as seats:
        asked = seats[3].asks[0]
        await vote(seats[3], NO)
        assert seats[3].sealed is None
        with pytest.raises(ServerRefused, match="STALE_ASK"):
            await seats[3].do("change", ask=asked.id, move=YES, id="a")


async def test_over_rest(server: ServerProcess) -> None:
    async with voting(server) as seats:
        await vote(seats[3], NO)
        assert seats[3].sealed is not None
        table = f"/api/tables/{seats[3].table['id']}"
        async with httpx.AsyncClient(base_url=server.address, headers=seats[3]._headers) as http:
            body = {"ask": seats[3].sealed.ask, "move": YES, "id": "r"}
            assert (await http.post(f"{table}/change", json=body)).json() == {"type": "ok"}
            assert (await http.post(f"{table}/change", json=body)).json()["again"]
            assert (await http.post(f"{table}/change", json={"ask": "1.0.vote", "move": YES})).status_code == 400
            assert (await http.get(f"{table}/messages")).json()[0]["sealed"]["move"] == YES


async def test_a_pause_holds_votes_too(server: ServerProcess) -> None:
    async with voting(server) as seats:
        await vote(seats[3], NO)
        await seats[0].do("motion", motion="pause")
        for seat in seats[1:3]:
            await seat.do("agree", motion=1)
        with pytest.raises(ServerRefused, match="PAUSED"):
            await change(seats[3], YES)


async def test_whoever_comes_back_may_change_what_the_stand_in_voted(server: ServerProcess) -> None:
    """While the bot plays, nothing is changed: taking the chair back is public, and would tell of the change."""
    async with voting(server, pace="instant") as seats:
        await seats[3].do("away")
        await seats[3].until(lambda: seats[3].sealed is not None)
        with pytest.raises(ServerRefused, match="NOT_NOW"):
            await change(seats[3], YES)
        await seats[3].do("back")
        for move in (NO, YES):
            assert seats[3].sealed is not None
            await seats[3].change(seats[3].sealed, move)
        await finish(seats)
        assert votes(seats[0])[3] is True


async def test_a_stand_in_lets_the_vote_stand(server: ServerProcess) -> None:
    async with voting(server, pace="instant") as seats:
        await vote(seats[3], NO)
        await change(seats[3], YES)
        await change(seats[3], NO, "b")
        await seats[3].do("away")
        await finish(seats)
        assert votes(seats[0])[3] is False


async def test_a_change_buys_no_time(server: ServerProcess) -> None:
    """The clock of the vote goes on, and runs out for those who have not voted."""
    async with voting(server, clocks={"vote": 3}, grace=0, pace="instant") as seats:
        due = seats[0].table["clock"]["due"]
        await vote(seats[3], NO)
        await change(seats[3], YES)
        assert seats[3].table["clock"]["due"] == due
        await seats[0].until(lambda: votes(seats[0])[0] is not None)
        assert votes(seats[0])[3] is True


async def test_a_restart_keeps_the_change(tmp_path: Path) -> None:
    with running(f"sqlite:///{tmp_path / 'votes.db'}", tmp_path / "log") as server:
        async with voting(server) as seats:
            await vote(seats[3], NO)
            await change(seats[3], YES, "before")
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)
            await seats[3].until(lambda: seats[3].connections > 1)
            assert (await change(seats[3], YES, "before"))["again"]
            assert ballot(seats[3]) is True
            await change(seats[3], NO, "after")
            await finish(seats)
            assert votes(seats[0])[3] is False


async def test_the_record_holds_the_votes_that_counted(server: ServerProcess) -> None:
    async with voting(server) as seats:
        for seat in seats:
            await vote(seat, YES) if seat is not seats[4] else None
        for name, move in enumerate((NO, YES, NO)):
            await change(seats[1], move, str(name))
        await finish(seats)
        assert votes(seats[0]) == [True, False, True, True, True]


async def test_bots_vote_as_always(server: ServerProcess) -> None:
    person = visitor(server)
    wanted = {"ruleset": "classic", "players": 5, "pace": "instant", "name": "P0", **CHANGEABLE}
    table = await asyncio.to_thread(lambda: person.create(**wanted))
    await asyncio.to_thread(lambda: person.do(table, "bot", bot="random"))
    await asyncio.to_thread(lambda: person.do(table, "start"))
    async with person.sit(table) as seat, asyncio.timeout(20):
        await seat.answer(seat.asks[0], TEAM)
        await seat.until(lambda: bool(seat.asks))
        await seat.until(lambda: seat.view is not None and list(seat.view["waiting"]) == [0])
        await seat.answer(seat.asks[0], YES)  # the last ballot: nothing is left to be changed
        await seat.until(lambda: votes(seat)[0] is True)
        assert seat.sealed is None
