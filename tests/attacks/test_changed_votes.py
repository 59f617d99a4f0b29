"""Nothing tells others that, or how, a vote was changed: no message, no size, no time, no number.

One player, on the first team, votes in different ways that end in the same ballot. Everybody else must get the same
bytes in the same order, by socket and by request.
"""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from typing import Any

import httpx
import msgspec
import pytest
from websockets.asyncio.client import connect

from tests.attacks.test_two_worlds import Tap, fetch, masked
from tests.attacks.virtual_table import Listener, open_table, run_jumping
from tests.server.harness import ServerProcess, dealt
from turncoat.server.tables import commands
from turncoat.server.tables.settings import Settings

YES, NO = ({"move": "vote", "approve": approve} for approve in (True, False))
SETTINGS: dict[str, Any] = {
    "change_vote": True,
    "takeover": 0,
    "deal": {"leader": 0, "roles": ["resistance"] * 3 + ["spy"] * 2},
}
TEAM = {"move": "propose", "team": [3, 4]}
WAYS = {
    "as it is": [NO],
    "changed": [YES, NO],
    "changed and back": [NO, YES, NO],
    "the same again": [NO, NO],
}
LAST = "everybody hears this last"
CHANGER = 4


async def observe(server: ServerProcess, seat: int | None, ways: list[Any]) -> list[Any]:
    """Everything that a seat, or (None) a watcher, gets to see when the changer votes in these ways, one by one."""
    async with AsyncExitStack() as stack:
        seats = await stack.enter_async_context(dealt(server, 5, **SETTINGS))
        table, changer = seats[0].table["id"], seats[CHANGER]
        headers = {} if seat is None else seats[seat]._headers
        where = f"ws{server.address[4:]}/api/tables/{table}/socket"
        tap = Tap(await stack.enter_async_context(connect(where, additional_headers=headers, compression=None)))
        await tap.hear(b'"type":"presence"')
        await seats[0].answer(seats[0].asks[0], TEAM)
        await changer.until(lambda: bool(changer.asks))
        await changer.answer(changer.asks[0], ways[0])
        await changer.until(lambda: changer.sealed is not None)
        for move in ways[1:]:
            assert changer.sealed is not None
            await changer.change(changer.sealed, move)
        before = await fetch(server, table, headers)
        for other in seats[:CHANGER]:
            await other.until(lambda other=other: bool(other.asks))
            await other.answer(other.asks[0], YES)
        await seats[0].do("chat", text=LAST)
        await tap.hear(LAST.encode())
        return [*tap.frames, *before, *await fetch(server, table, headers)]


@pytest.mark.parametrize("seat", [0, 3, None])
async def test_others_hear_the_same_however_a_vote_came_about(server: ServerProcess, seat: int | None) -> None:
    worlds = {name: await observe(server, seat, ways) for name, ways in WAYS.items()}
    assert all(b"sealed" not in each for each in worlds["changed"] if isinstance(each, bytes) and seat is None)
    for name, world in worlds.items():
        assert world == worlds["as it is"], name


async def test_the_servers_own_counters_do_not_tell(server: ServerProcess) -> None:
    async def counted() -> list[str]:
        async with httpx.AsyncClient(base_url=server.address) as http:
            lines = (await http.get("/metrics")).text.splitlines()
        return [line for line in lines if "entries" in line or "commits_total" in line or "refusals" in line]

    async with dealt(server, 5, **SETTINGS) as seats:
        changer = seats[CHANGER]
        await seats[0].answer(seats[0].asks[0], TEAM)
        await changer.until(lambda: bool(changer.asks))
        await changer.answer(changer.asks[0], YES)
        await changer.until(lambda: changer.sealed is not None)
        before = await counted()
        assert changer.sealed is not None
        await changer.change(changer.sealed, NO)
        assert await counted() == before


async def heard_by_others(ways: list[Any]) -> dict[str, list[tuple[float, bytes]]]:
    """When each of the others hears what, on a clock that jumps, until everybody has voted."""
    settings = Settings(ruleset="classic", players=5, **SETTINGS)
    runtime = open_table(settings, "0", 5)
    others = [Listener(f"person {seat}") for seat in range(CHANGER)] + [Listener("watcher")]
    for listener in (*others, Listener(f"person {CHANGER}")):
        runtime.join(listener, None, None)

    def do(seat: int, command: commands.Command) -> None:
        runtime.execute(f"person {seat}", command)

    def raw(move: Any) -> msgspec.Raw:
        return msgspec.Raw(msgspec.json.encode(move))

    do(0, commands.Answer(ask="1.0.propose", move=raw(TEAM)))
    await asyncio.sleep(1)
    do(CHANGER, commands.Answer(ask="1.0.vote", move=raw(ways[0])))
    await asyncio.sleep(1)
    for number, move in enumerate(ways[1:]):
        do(CHANGER, commands.ChangeVote(ask="1.0.vote", move=raw(move), id=str(number)))
    await asyncio.sleep(5)
    for seat in range(CHANGER):
        do(seat, commands.Answer(ask=f"1.{int(seat == 0)}.vote", move=raw(YES)))
        await asyncio.sleep(1)
    runtime.stop_automation()
    return {each.visitor: [(when, masked(data)) for when, data in each.heard] for each in others}


def test_no_moment_of_time_tells_of_a_change() -> None:
    worlds = {name: run_jumping(heard_by_others(ways)) for name, ways in WAYS.items()}
    assert all(len(heard) > 5 for heard in worlds["as it is"].values())
    for name, world in worlds.items():
        assert world == worlds["as it is"], name


async def own_sizes(first: Any, second: Any) -> list[int]:
    """The sizes of what the changer is sent, which somebody on the same network can see."""
    runtime = open_table(Settings(ruleset="classic", players=5, **SETTINGS), "0", 5)
    changer, back = Listener(f"person {CHANGER}"), Listener(f"person {CHANGER}")
    runtime.join(changer, None, None)
    team, *moves = (msgspec.Raw(msgspec.json.encode(move)) for move in (TEAM, first, second))
    runtime.execute("person 0", commands.Answer(ask="1.0.propose", move=team))
    await asyncio.sleep(1)
    runtime.execute(changer.visitor, commands.Answer(ask="1.0.vote", move=moves[0]))
    await asyncio.sleep(1)
    runtime.execute(changer.visitor, commands.ChangeVote(ask="1.0.vote", move=moves[1], id="a"))
    await asyncio.sleep(1)
    runtime.join(back, None, None)
    runtime.stop_automation()
    return [len(data) for _, data in (*changer.heard, *back.heard)]


def test_sizes_do_not_tell_how_a_vote_was_changed() -> None:
    assert run_jumping(own_sizes(YES, NO)) == run_jumping(own_sizes(NO, YES))
