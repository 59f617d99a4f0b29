"""Alone: a table with one chair, taking back, the day's deal, statistics."""

from __future__ import annotations

import asyncio

import pytest

from tests.server.harness import ServerProcess, at_random, play_on, visitor
from turncoat.client import Seat, ServerRefused
from turncoat.games.maquis.session import numbered


async def finish(seat: Seat, seed: object) -> None:
    async with asyncio.timeout(60):
        await play_on(seat, at_random(seed))


async def test_a_game_alone_is_played_to_the_end_and_counted(server: ServerProcess) -> None:
    client = visitor(server)
    reply = client.request("POST", "/api/solo", {"name": "Ann"})
    assert reply["you"]["seat"] == 0
    table = reply["table"]["id"]
    assert [line["id"] for line in client.request("GET", "/api/solo")] == [table]
    async with client.sit(table) as seat:
        await finish(seat, "solo")
        record = seat.table["records"][0]
    stats = client.request("GET", "/api/solo/stats")
    assert stats["played"] == 1
    assert sum(stats["reasons"].values()) == 1
    assert client.request("GET", "/api/solo") == []
    assert client.request("GET", f"/api/records/{record}/replay?seat=0")["steps"]
    with pytest.raises(ServerRefused, match="NOT_FOUND"):  # nothing is hidden from who plays alone
        client.request("GET", f"/api/records/{record}/analysis")
    assert [line["id"] for line in client.request("GET", "/api/records?mine=true")] == [record]


async def test_the_days_deal_is_the_same_for_everybody_and_once_for_each(server: ServerProcess) -> None:
    ann, bob = visitor(server), visitor(server)
    first = ann.request("POST", "/api/solo", {"daily": True, "name": "Ann"})["table"]
    again = ann.request("POST", "/api/solo", {"daily": True, "name": "Ann"})["table"]
    other = bob.request("POST", "/api/solo", {"daily": True, "name": "Bob"})["table"]
    assert first["id"] == again["id"] != other["id"]
    assert first["proof"]["commitment"] == other["proof"]["commitment"]
    async with ann.sit(first["id"]) as one, bob.sit(other["id"]) as two:
        assert one.view == two.view
        await finish(one, "daily")
    board = ann.request("GET", "/api/solo/daily")
    assert "Ann" in [line["name"] for line in board["board"]]
    assert list(ann.request("GET", "/api/solo/stats")["daily"]) == [board["date"]]


def test_a_numbered_deal_is_that_of_the_terminal_game(server: ServerProcess) -> None:
    table = visitor(server).request("POST", "/api/solo", {"deal": 7, "name": "Ann"})["table"]
    assert table["proof"]["commitment"] == numbered(7).seed.commitment


async def test_a_move_is_taken_back_unless_it_showed_something(server: ServerProcess) -> None:
    client = visitor(server)
    table = client.request("POST", "/api/solo", {"name": "Ann"})["table"]["id"]
    undone = refused = 0
    choose = at_random("undo")
    async with client.sit(table) as seat:
        for _ in range(40):
            if seat.over or (undone and refused):
                break
            before, ask = dict(seat.view or {}), seat.asks[0]
            await seat.answer(ask, choose(seat, ask))
            try:
                await seat.do("undo")
            except ServerRefused as refusal:
                assert refusal.code == "NOT_NOW"  # noqa: PT017 - either may happen
                refused += 1
            else:
                await seat.until(lambda before=before: seat.view == before)
                assert seat.asks[0].id != ask.id
                undone += 1
                await seat.answer(seat.asks[0], choose(seat, seat.asks[0]))
    assert undone or refused


async def _hidden_from_hand(seat: Seat) -> None:
    """Play a Maquis who does nothing when hidden: that shows nothing new."""
    plain = next(m for m in seat.asks[0].moves if m["move"] == "play" and m["persona"] == "hidden")
    await seat.answer(seat.asks[0], plain)


async def test_what_was_taken_back_is_done_again_until_something_else_is_done(server: ServerProcess) -> None:
    client = visitor(server)
    table = client.alone(deal=3, name="Ann")
    async with client.sit(table) as seat:
        assert (seat.table["can_undo"], seat.table["can_redo"]) == (False, False)
        with pytest.raises(ServerRefused, match="NOT_NOW"):
            await seat.do("redo")
        first = dict(seat.view or {})
        await _hidden_from_hand(seat)
        played = dict(seat.view or {})
        await seat.until(lambda: seat.table["can_undo"])
        await seat.do("undo")
        await seat.until(lambda: seat.view == first and seat.table["can_redo"])
        await seat.do("redo")
        await seat.until(lambda: seat.view == played and not seat.table["can_redo"])
        await seat.do("undo")
        await seat.until(lambda: seat.view == first)
        revealed = next(m for m in seat.asks[0].moves if m["move"] == "play" and m["persona"] == "revealed")
        await seat.answer(seat.asks[0], revealed)
        with pytest.raises(ServerRefused, match="NOT_NOW"):
            await seat.do("redo")


def test_a_table_with_others_has_no_undo_no_redo_and_no_advice(server: ServerProcess) -> None:
    client = visitor(server)
    table = client.play(ruleset="classic", players=5)
    for command in ("undo", "redo"):
        with pytest.raises(ServerRefused, match="NOT_ALLOWED"):
            client.do(table, command)
    with pytest.raises(ServerRefused, match="NOT_ALLOWED"):
        client.hint(table)


def test_a_hint_is_a_legal_move_and_a_sentence_and_only_for_who_plays(server: ServerProcess) -> None:
    client = visitor(server)
    table = client.alone(deal=3, name="Ann")
    advice = client.hint(table)
    assert advice["move"]["move"] in ("play", "choose")
    assert "expected score" in advice["sentence"]
    assert advice["second"] != advice["move"]
    with pytest.raises(ServerRefused, match="NOT_SEATED"):
        visitor(server).hint(table)


async def test_at_an_aftermath_the_hint_weighs_ending_against_going_on(server: ServerProcess) -> None:
    client = visitor(server)
    async with client.sit(client.alone(deal=5, name="Ann")) as seat:
        choose = at_random("aftermath")
        async with asyncio.timeout(60):
            while seat.asks[0].kind != "end":
                await seat.answer(seat.asks[0], choose(seat, seat.asks[0]))
        advice = client.hint(seat.table["id"])
        assert advice["end_now"] == "draw"
        assert sum(advice["go_on"].values()) == pytest.approx(1.0)


async def test_a_finished_deal_tells_how_far_it_could_have_gone(server: ServerProcess) -> None:
    client = visitor(server)
    async with client.sit(client.alone(deal=5, name="Ann")) as seat:
        await finish(seat, "how far")
        record = seat.table["records"][0]
        with pytest.raises(ServerRefused, match="NOT_NOW"):
            client.hint(seat.table["id"])
    reached = client.how_far(record)
    stats = client.request("GET", "/api/solo/stats")
    assert sum(stats["grades"].values()) == len(stats["points"]) == 1
    assert reached["points"] > stats["points"][0] == stats["average_points"]


async def test_nobody_looks_on_at_a_game_alone(server: ServerProcess) -> None:
    table = visitor(server).request("POST", "/api/solo", {"name": "Ann"})["table"]["id"]
    with pytest.raises(ServerRefused):
        async with visitor(server).sit(table):
            pass
