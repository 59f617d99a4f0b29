"""Item 23 of the threat model: the sizes of messages do not tell a sealed answer, not even to somebody on the network
who cannot read them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from random import Random
from typing import Any

import httpx
import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.asyncio.server import ServerConnection, serve

from tests.attacks.virtual_table import Listener, open_table, run_jumping
from tests.server.harness import ServerProcess, dealt
from turncoat.client import Ask, Client, Seat
from turncoat.games import find_game, rulesets
from turncoat.server.tables import commands
from turncoat.server.tables.settings import Settings
from turncoat.server.tables.table_state import ask_id
from turncoat.testing import Moment, random_setup, walk

SOCIAL = [ruleset for ruleset in rulesets() if len(find_game(ruleset).seats(ruleset)) > 1]
DEAL = {"roles": ["servant", "merlin", "percival", "morgana", "assassin"], "leader": 0}
AVALON: dict[str, Any] = {"ruleset": "avalon", "roles": ["percival", "morgana"], "deal": DEAL, "takeover": 0}
YES, NO = ({"move": "vote", "approve": approve} for approve in (True, False))


def sealed_moments(ruleset: str) -> Iterator[Moment]:
    """Moments of random games at which several seats are asked at once."""
    game = find_game(ruleset)
    for number in range(3):
        players = game.seats(ruleset)[number]
        setup = random_setup(game, ruleset, players, Random(f"sizes {number}"))
        setup = msgspec.structs.replace(setup, options={**setup.options, "table_coin": False})
        yield from (moment for moment in walk(game, setup, f"sizes {number}") if len(moment.asks) > 1)


async def sizes_after(moment: Moment, seat: int, move: Any) -> dict[str, list[int]]:
    """The sizes of all messages when a seat makes this move: to all seats, to a watcher, and to all who reconnect."""
    record = moment.record
    settings = Settings(
        ruleset=record.ruleset,
        players=record.players,
        options=dict(record.options),
        roles=record.roles,
        deal=dict(record.deal),
        takeover=0,
    )
    runtime = open_table(settings, "0", record.players, moves=record.moves)
    visitors = [*(f"person {number}" for number in range(record.players)), "watcher"]
    listeners = [Listener(name) for name in visitors]
    for listener in listeners:
        runtime.join(listener, None, None)
    await asyncio.sleep(1)
    kind = next(ask.kind for ask in moment.asks if ask.seat == seat)
    name = ask_id(1, runtime.state.counts[seat], kind)
    runtime.execute(visitors[seat], commands.Answer(ask=name, move=msgspec.Raw(msgspec.json.encode(move))))
    await asyncio.sleep(1)
    later = [Listener(name) for name in visitors]
    for listener in later:
        runtime.join(listener, None, None)
    runtime.stop_automation()
    return {
        who.visitor: [len(data) for _, data in (*who.heard, *back.heard)]
        for who, back in zip(listeners, later, strict=True)
    }


@pytest.mark.parametrize("ruleset", SOCIAL)
def test_no_message_tells_a_sealed_answer_by_its_size(ruleset: str) -> None:
    chance = Random(ruleset)
    compared = 0
    for moment in sealed_moments(ruleset):
        ask = chance.choice(moment.asks)
        if ask.seat is None or len(ask.moves) < 2 or len({other.seat for other in moment.asks}) < 2:
            continue
        one, other = chance.sample(ask.moves, 2)
        first, second = (run_jumping(sizes_after(moment, ask.seat, move)) for move in (one, other))
        assert first == second, (moment.record, ask.seat, one, other)
        compared += 1
    assert compared > 20


class Tap:
    """The sizes of what a second device of a player, or a watcher, receives."""

    def __init__(self) -> None:
        self.sizes: list[int] = []

    async def listen(self, server: ServerProcess, table: str, headers: dict[str, str]) -> None:
        where = f"ws{server.address[4:]}/api/tables/{table}/socket"
        async with connect(where, additional_headers=headers, compression=None) as socket:
            async for data in socket:
                self.sizes.append(len(data))


async def answer(seat: Seat, kind: str, move: Any) -> None:
    await seat.until(lambda: any(ask.kind == kind for ask in seat.asks))
    await seat.answer(next(ask for ask in seat.asks if ask.kind == kind), move)


async def fetch_sizes(server: ServerProcess, seat: Seat) -> list[int]:
    """The sizes of what a player can ask for by REST."""
    table = seat.table["id"]
    async with httpx.AsyncClient(base_url=server.address, headers=seat._headers, timeout=30) as http:
        paths = (f"/api/tables/{table}/history", f"/api/tables/{table}/messages")
        return [len((await http.get(path)).content) for path in paths]


async def sizes_of_game(server: ServerProcess, vote: dict[str, Any], success: bool) -> list[list[int]]:
    """What goes over the wire when the Assassin, on the first team, votes and plays like this."""
    async with dealt(server, 5, **AVALON) as seats:
        assassin, table = seats[4], seats[0].table["id"]
        taps = {name: Tap() for name in ("own", "other", "watcher")}
        headers: list[dict[str, str]] = [assassin._headers, seats[0]._headers, {}]
        async with asyncio.TaskGroup() as group:
            listening = [
                group.create_task(tap.listen(server, table, who))
                for tap, who in zip(taps.values(), headers, strict=True)
            ]
            await asyncio.sleep(0.3)
            await answer(seats[0], "propose", {"move": "propose", "team": [3, 4]})
            await answer(assassin, "vote", vote)
            fetched = await fetch_sizes(server, assassin)
            for seat in seats[:4]:
                await answer(seat, "vote", YES)
            await answer(assassin, "mission", {"move": "mission", "success": success})
            fetched += await fetch_sizes(server, assassin)
            await asyncio.sleep(0.3)
            for task in listening:
                task.cancel()
        return [*(tap.sizes for tap in taps.values()), fetched]


async def test_over_the_wire_a_yes_is_as_long_as_a_no(server: ServerProcess) -> None:
    yes = await sizes_of_game(server, YES, True)
    assert len(yes[0]) > 8
    assert await sizes_of_game(server, NO, False) == yes


async def test_the_client_sends_a_yes_as_long_as_a_no() -> None:
    """The client's own messages, as a server receives them."""
    received: list[bytes] = []
    table = {
        "type": "sync",
        "n": 1,
        "now": 0,
        "you": {},
        "table": {"status": "playing"},
        "view": {},
        "asks": [],
        "chat": [],
    }

    async def hear(socket: ServerConnection) -> None:
        await socket.send(msgspec.json.encode(table), text=True)
        async for data in socket:
            received.append(data if isinstance(data, bytes) else data.encode())
            await socket.send(
                msgspec.json.encode({"type": "ok", "ref": msgspec.json.decode(received[-1])["ref"]}), text=True
            )

    async with serve(hear, "127.0.0.1", 0) as listening:
        port = next(iter(listening.sockets)).getsockname()[1]
        async with Client(f"http://127.0.0.1:{port}", "x" * 40).sit("table") as seat:
            for move in (YES, NO):
                await seat.answer(Ask("1.0.vote", "vote"), move)
    assert len(received[0]) == len(received[1])
