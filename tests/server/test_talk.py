"""Chat, claims, and who hears what."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from tests.server.harness import ServerProcess, dealt, play_out, visitor
from turncoat.client import Seat, ServerRefused
from turncoat.games import find_game
from turncoat.games.resistance.claims import subject
from turncoat.server.tables.talk import read_claim, standing_claims
from turncoat.server.tables.wire import ChatLine


async def test_the_table_talks_and_watchers_talk_apart(server: ServerProcess) -> None:
    async with dealt(server) as seats, visitor(server).sit(seats[0].table["id"]) as watcher:
        await seats[1].do("chat", text="<b>hello</b>\u202e")
        await watcher.do("chat", text="they cannot hear me")
        await watcher.until(lambda: len(watcher.chat) == 2)
        assert [line["text"] for line in watcher.chat] == ["<b>hello</b>", "they cannot hear me"]
        await seats[0].until(lambda: seats[0].chat)
        assert [line["text"] for line in seats[0].chat] == ["<b>hello</b>"]
        with pytest.raises(ServerRefused, match="NOT_ALLOWED"):
            await watcher.do("chat", text="let me in", channel="table")
        with pytest.raises(ServerRefused, match="NOT_ALLOWED"):
            await seats[0].do("chat", text="psst", channel="council")


async def test_claims_are_told_in_a_form_bots_can_read(server: ServerProcess) -> None:
    async with dealt(server, talk="claims") as seats:
        with pytest.raises(ServerRefused, match="NOT_ALLOWED"):
            await seats[0].do("chat", text="hello")
        claim = {"claim": "saw", "seat": 3, "side": "evil", "means": "plot"}
        await seats[0].do("claim", claim=claim)
        await seats[4].until(lambda: seats[4].chat)
        assert seats[4].chat[0]["claim"] == claim
        assert seats[4].chat[0]["seat"] == 0
        with pytest.raises(ServerRefused, match="BAD_REQUEST"):
            await seats[0].do("claim", claim={"claim": "trust", "seat": 9})
        with pytest.raises(ServerRefused, match="BAD_REQUEST"):
            await seats[0].do("claim", claim={"claim": "prophecy"})


async def test_a_claim_can_be_taken_back_by_its_speaker_alone(server: ServerProcess) -> None:
    trust = {"claim": "trust", "seat": 3}
    async with dealt(server) as seats:
        await seats[0].do("claim", claim=trust)
        with pytest.raises(ServerRefused, match="NOT_NOW"):
            await seats[1].do("claim", claim=trust, withdraw=True)
        await seats[0].do("claim", claim=trust, withdraw=True)
        await seats[1].until(lambda: len(seats[1].chat) == 2)
        assert [line.get("withdrawn", False) for line in seats[1].chat] == [False, True]
        with pytest.raises(ServerRefused, match="NOT_NOW"):
            await seats[0].do("claim", claim=trust, withdraw=True)


async def test_a_line_tells_how_many_teams_had_been_proposed(server: ServerProcess) -> None:
    async with dealt(server) as seats:
        leader = next(seat for seat in seats if any(ask.kind == "propose" for ask in seat.asks))
        await leader.do("chat", text="before")
        ask = next(ask for ask in leader.asks if ask.kind == "propose")
        await leader.answer(ask, ask.choices()[0])
        await leader.do("chat", text="after")
        await seats[0].until(lambda: len(seats[0].chat) == 2)
        assert [line.get("teams", 0) for line in seats[0].chat] == [0, 1]


async def test_a_silent_table_is_silent_until_the_game_is_over(server: ServerProcess) -> None:
    async with dealt(server, talk="silent") as seats:
        for command, fields in (("chat", {"text": "hi"}), ("claim", {"claim": {"claim": "trust", "seat": 1}})):
            with pytest.raises(ServerRefused, match="NOT_ALLOWED"):
                await seats[0].do(command, **fields)


async def test_who_comes_later_reads_what_was_said(server: ServerProcess) -> None:
    async with dealt(server) as seats:
        await seats[1].do("chat", text="early")
        async with visitor(server).sit(seats[0].table["id"]) as watcher:
            assert [line["text"] for line in watcher.chat] == ["early"]


async def test_the_server_tells_what_has_become_of_each_claim(server: ServerProcess) -> None:
    """A later claim about the same subject replaces an earlier one, and two fails by two spies tell who they are."""
    deal = {"roles": ["resistance", "spy", "resistance", "spy", "resistance"], "leader": 0}
    said: list[tuple[int, dict[str, Any]]] = [
        (2, {"claim": "team", "team": [1, 3], "evil": True}),
        (2, {"claim": "team", "team": [1, 3], "evil": False}),
        (4, {"claim": "saw", "seat": 1, "side": "good", "means": "plot"}),
        (4, {"claim": "suspect", "seat": 1}),
    ]
    before, after = ["withdrawn", "stands", "stands", "stands"], ["withdrawn", "contradicted", "contradicted", "stands"]
    async with dealt(server, deal=deal) as seats:
        address = f"/api/tables/{seats[0].table['id']}/deduction"
        await _answer(seats, lambda move: set(move.get("team", ())) == {1, 3})
        for seat, claim in said:
            await seats[seat].do("claim", claim=claim)
        now = await asyncio.to_thread(visitor(server).request, "GET", address)
        assert [(line["seat"], line["claim"]) for line in now["claims"]] == said
        assert now["claim_states"] == before
        await _answer(seats, lambda move: move.get("approve") is True)
        await _answer(seats, lambda move: move.get("success") is False)
        now = await asyncio.to_thread(visitor(server).request, "GET", address)
        assert now["claim_states"] == after
        await seats[2].do("claim", claim=said[1][1], withdraw=True)
        await play_out(seats)
        (record,) = seats[0].table["records"]
        replay = await asyncio.to_thread(visitor(server).request, "GET", f"/api/records/{record}/replay")
    assert [(line["seat"], line["claim"]) for line in replay["claims"]] == said
    told = [step["claim_states"] for step in replay["steps"] if "claim_states" in step]
    assert told[:2] == [before, ["withdrawn", "withdrawn", "contradicted", "stands"]]


async def _answer(seats: list[Seat], wanted: Callable[[Any], bool]) -> None:
    """Answer every open question of one kind by the move that is wanted."""
    kind = next(ask.kind for seat in seats for ask in seat.asks)
    for seat in seats:
        for ask in [ask for ask in seat.asks if ask.kind == kind]:
            await seat.answer(ask, next(filter(wanted, ask.choices())))
    for seat in seats:
        await seat.until(lambda seat=seat: not any(ask.kind == kind for ask in seat.asks))


async def _claims_of_bots(server: ServerProcess, talk: str) -> list[dict[str, Any]]:
    """What four strong bots say beside one person in a whole game."""
    host = visitor(server)
    table = host.create(ruleset="classic", players=5, name="Ann", talk=talk, pace="instant")
    for seat in range(1, 5):
        host.do(table, "bot", bot="hard", seat=seat)
    async with host.sit(table) as ann:
        await ann.do("start")
        await play_out([ann])
        return list(ann.chat)


async def test_bots_make_claims_about_other_chairs(server: ServerProcess) -> None:
    lines = await _claims_of_bots(server, "claims")
    assert lines
    assert all(line["seat"] != 0 and line["claim"].get("seat") != line["seat"] for line in lines)
    game = find_game("classic")
    typed = [msgspec.convert({**line, "claim": read_claim(game, line["claim"])}, ChatLine) for line in lines]
    about = [(line.seat, subject(line.claim)) for line in standing_claims(game, typed)]
    assert len(about) == len(set(about))  # a bot that changes its mind takes back what it said


async def test_bots_say_nothing_at_a_silent_table(server: ServerProcess) -> None:
    assert not await _claims_of_bots(server, "silent")
