"""Playing over real sockets."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import msgspec
import pytest

from tests.server.harness import ServerProcess, at_random, dealt, play_on, play_out, seated, visitor
from turncoat.client import Ask, Client, Seat, ServerRefused
from turncoat.client.seat import apply_patch
from turncoat.core import load_record, replay, verify
from turncoat.games import find_game

AVALON = {
    "ruleset": "avalon",
    "roles": ["percival", "morgana", "oberon"],
    "options": {"lady": True, "plot": True},
}


async def fetch(client: Client, path: str) -> Any:
    return await asyncio.to_thread(client.request, "GET", path)


async def test_seven_play_avalon_with_lady_and_plot_and_one_of_them_drops(server: ServerProcess) -> None:
    async with dealt(server, 7, takeover=1, pace="instant", **AVALON) as seats:
        dropped = seats[3]
        playing = [asyncio.create_task(play_on(seat, at_random(i))) for i, seat in enumerate(seats) if i != 3]
        await dropped.__aexit__(None, None, None)
        await seats[0].until(lambda: "3" in seats[0].presence["gone"])
        assert 3 not in seats[0].presence["here"]
        await seats[0].until(lambda: seats[0].table["chairs"][3]["away"] or seats[0].over)
        async with asyncio.timeout(60):
            await asyncio.gather(*playing)
        watcher = seats[0]
        assert watcher.view is not None
        assert watcher.view["outcome"]["winner"] in ("good", "evil")
        name = watcher.table["records"][0]
        body = await fetch(visitor(server), f"/api/records/{name}")
        record = load_record(json.dumps(body), find_game)
        assert verify(record, find_game) == []
        assert find_game("avalon").outcome(replay(find_game("avalon"), record)) is not None
        assert [3, watcher.table["settings"]["stand_in"]] in [[seat, who] for seat, _, who in body["meta"]["played"]]
        for number, seat in enumerate(seats):
            shown = await fetch(visitor(server), f"/api/records/{name}/replay?seat={number}")
            assert shown["you"] is None, "a stranger had no chair"
            replayed = shown["steps"]
            view: dict[str, Any] = {}
            for step in replayed:
                apply_patch(view, step.get("view", {}))
            assert number == 3 or view == seat.view


async def _against_bots(server: ServerProcess, leader: int) -> Any:
    """The record of a game with a fixed leader: one person, who always answers the first choice, and bots."""
    person = visitor(server)
    wanted = {**AVALON, "players": 7, "deal": {"leader": leader}, "pace": "instant", "name": "P0"}
    table = await asyncio.to_thread(lambda: person.create(**wanted))
    await asyncio.to_thread(lambda: person.do(table, "bot", bot="logic"))
    await asyncio.to_thread(lambda: person.do(table, "start"))
    async with person.sit(table) as seat, asyncio.timeout(60):
        await play_on(seat, lambda _seat, ask: ask.choices()[0])
        record = await fetch(person, f"/api/records/{seat.table['records'][0]}")
        shown = await fetch(person, f"/api/records/{seat.table['records'][0]}/replay")
        assert shown["you"] == 0, "the replay says whose chair was the caller's"
    return record["deal"], record["moves"]


async def test_a_fixed_deal_and_the_same_answers_give_the_same_game(server: ServerProcess) -> None:
    assert await _against_bots(server, leader=2) == await _against_bots(server, leader=2)


async def test_a_game_is_studied_when_it_is_over_and_not_before(server: ServerProcess) -> None:
    async with dealt(server, 5, ruleset="avalon") as seats:
        name = f"{seats[0].table['id']}-1"
        with pytest.raises(ServerRefused, match="NOT_FOUND"):
            await fetch(visitor(server), f"/api/records/{name}/analysis")
        await play_out(seats)
        assert seats[0].table["records"] == [name]
        study = await fetch(visitor(server), f"/api/records/{name}/analysis")
        assert len(study["roles"]) == 5
        view = seats[0].view
        assert view is not None
        assert study["winner"] == view["outcome"]["winner"]
        proposals = len(view["proposals"])
        assert sum(moment["kind"] == "team" for moment in study["moments"]) == proposals
        assert all(len(moment["onlooker"]) == 5 for moment in study["moments"])


async def test_the_owner_gets_the_chair_back_by_coming_back(server: ServerProcess) -> None:
    async with dealt(server, 5, takeover=1, pace="human") as seats:
        others = [asyncio.create_task(play_on(seat, at_random(i))) for i, seat in enumerate(seats) if i != 2]
        owner = seats[2]
        await owner.__aexit__(None, None, None)
        await seats[0].until(lambda: seats[0].table["chairs"][2]["away"])
        async with owner:
            await owner.until(lambda: not owner.table["chairs"][2]["away"])
            await owner.until(lambda: owner.presence.get("here") == [0, 1, 2, 3, 4])
        for task in others:
            task.cancel()


async def test_an_answer_sent_twice_is_done_once(server: ServerProcess) -> None:
    async with dealt(server) as seats:
        leader = next(seat for seat in seats if seat.asks)
        ask = leader.asks[0]
        move = ask.choices()[0]
        assert "again" not in await leader.answer(ask, move)
        assert (await leader.answer(ask, move))["again"]
        with pytest.raises(ServerRefused, match="ALREADY_ANSWERED"):
            await leader.answer(ask, ask.choices()[1])
        assert leader.view is not None
        assert len(leader.view["proposals"]) == 1


async def test_a_refusal_reaches_its_sender_alone_and_changes_nothing(server: ServerProcess) -> None:
    async with dealt(server) as seats:
        leader = next(seat for seat in seats if seat.asks)
        other = next(seat for seat in seats if not seat.asks)
        before = [(seat.n, seat.view) for seat in seats]
        with pytest.raises(ServerRefused, match="TEAM_SIZE"):
            await leader.answer(leader.asks[0], {"move": "propose", "team": [0]})
        with pytest.raises(ServerRefused, match="BAD_REQUEST"):
            await leader.answer(leader.asks[0], {"move": "fly"})
        with pytest.raises(ServerRefused, match="STALE_ASK"):
            await other.do("answer", ask=leader.asks[0].id, move={"move": "propose", "team": [0, 1]})
        await asyncio.sleep(0.1)
        assert [(seat.n, seat.view) for seat in seats] == before


async def test_who_comes_back_hears_what_was_missed_and_no_more(server: ServerProcess) -> None:
    async with dealt(server) as seats:
        leader = next(seat for seat in seats if seat.asks)
        away = next(seat for seat in seats if seat is not leader)
        number, events = away.n, len(away.events)
        async with visitor(server).sit(leader.table["id"]):  # somebody else keeps another stream going
            same = Seat(server.address, away._headers["authorization"][7:], leader.table["id"])
            async with same:
                await away.__aexit__(None, None, None)
                await leader.answer(leader.asks[0], leader.asks[0].choices()[0])
                await same.until(lambda: same.asks)
                async with away:
                    await away.until(lambda: away.asks)
                assert away.n is not None
                assert number is not None
                assert away.n > number
                assert [event["event"] for event in away.events[events:]] == ["proposed"]
                assert away.view == same.view


async def test_history_is_what_the_seat_saw(server: ServerProcess) -> None:
    async with dealt(server, 5, ruleset="avalon", roles=["percival", "morgana"]) as seats:
        await play_out(seats, "history")
        for seat in seats:
            client = Client(server.address, seat._headers["authorization"][7:])
            steps = (await fetch(client, f"/api/tables/{seat.table['id']}/history"))["steps"]
            view: dict[str, Any] = {}
            told = []
            for step in steps:
                apply_patch(view, step.get("view", {}))
                told += step.get("events", [])
            assert view == seat.view
            assert told == seat.events


async def test_watchers_see_the_public_view_only(server: ServerProcess) -> None:
    async with dealt(server) as seats, visitor(server).sit(seats[0].table["code"]) as watcher:
        await play_out([*seats], "watched")
        await watcher.until(lambda: watcher.over)
        assert watcher.view is not None
        assert watcher.view["you"] is None
        assert watcher.asks == ()
        assert all(event["event"] != "role" for event in watcher.events)


async def test_watching_can_be_forbidden(server: ServerProcess) -> None:
    async with seated(server, 5, watch=False) as seats:
        async with visitor(server).sit(seats[0].table["code"]) as watcher:
            await seats[0].do("start")
            await watcher.until(lambda: watcher.closed)
        with pytest.raises(ServerRefused, match="WATCHING_OFF"):
            async with visitor(server).sit(seats[0].table["id"]):
                pass
        with pytest.raises(ServerRefused, match="WATCHING_OFF"):
            await fetch(visitor(server), f"/api/tables/{seats[0].table['id']}/history")


async def test_a_rematch_keeps_chairs_and_settings(server: ServerProcess) -> None:
    async with dealt(server) as seats:
        await play_out(seats, "first")
        first = seats[0].table["proof"]
        assert first["secret"]
        await seats[2].do("rematch")
        for seat in seats:
            await seat.until(lambda seat=seat: seat.table["status"] == "lobby")
            await seat.do("ready", contract=seat.table["contract"])
        assert seats[0].table["proof"]["secret"] is None
        assert seats[0].table["proof"]["commitment"] != first["commitment"]
        assert [chair["name"] for chair in seats[0].table["chairs"]] == ["P0", "P1", "P2", "P3", "P4"]
        await seats[0].do("start")
        for seat in seats:
            await seat.until(lambda seat=seat: seat.table["status"] == "playing")
        await play_out(seats, "second")
        assert len(seats[0].table["records"]) == 2


async def test_everything_works_without_a_socket(server: ServerProcess) -> None:
    """A script plays by long poll and REST alone."""
    client = visitor(server)
    table = await asyncio.to_thread(lambda: client.play(ruleset="classic", pace="instant"))
    seat = (await fetch(client, f"/api/tables/{table}"))["you"]["seat"]
    generator = at_random("rest")
    asks: list[Any] = []
    since, over = "", False
    while not over:
        for message in await fetch(client, f"/api/tables/{table}/messages?wait=10{since}"):
            asks = message.get("asks", asks)
            since = f"&since={message['n']}&seat={seat}"
            view = message.get("view") or {}
            over = over or bool(view.get("set", view).get("outcome"))
        if asks and not over:
            ask = msgspec.convert(asks[0], Ask)
            move = generator(None, ask)
            await asyncio.to_thread(answer, client, table, ask, move)
    assert (await fetch(client, f"/api/tables/{table}"))["table"]["status"] == "over"


def answer(client: Client, table: str, ask: Ask, move: Any) -> None:
    client.do(table, "answer", ask=ask.id, move=move)
