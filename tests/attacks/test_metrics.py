"""Item 21 of the threat model: what anybody can read in the metrics tells no secret of a game."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import httpx
import pytest

from tests.server.harness import ServerProcess, dealt
from turncoat.client import Client, Seat, ServerRefused

DEAL = {"roles": ["servant", "merlin", "percival", "morgana", "assassin"], "leader": 0}
TEAMS = ([0, 1], [0, 1, 2], [0, 1])


async def answer(seat: Seat, kind: str, move: dict[str, Any]) -> None:
    await seat.until(lambda: any(ask.kind == kind for ask in seat.asks))
    await seat.answer(next(ask for ask in seat.asks if ask.kind == kind), {"move": kind, **move})


async def win_three_missions(seats: list[Seat], teams: Sequence[list[int]] = TEAMS) -> None:
    for number, team in enumerate(teams):
        await answer(seats[number], "propose", {"team": team})
        for seat in seats:
            await answer(seat, "vote", {"approve": True})
        for member in team:
            await answer(seats[member], "mission", {"success": True})


async def read(server: ServerProcess) -> dict[str, float]:
    async with httpx.AsyncClient(timeout=20) as http:
        text = (await http.get(server.address + "/metrics")).text
    # Memory comes in steps of 8 MiB and may take one at any time.
    kept = [line for line in text.splitlines() if not line.startswith(("#", "turncoat_memory_bytes"))]
    lines = [line.rpartition(" ") for line in kept]
    return {name: float(number) for name, _, number in lines}


def growth(before: dict[str, float], after: dict[str, float]) -> dict[str, float]:
    return {name: number - before.get(name, 0) for name, number in after.items()}


async def confer(server: ServerProcess, seats: list[Seat]) -> None:
    """Evil talks and points in private by socket and by REST, makes a transfer code, and tries what is refused."""
    assassin = seats[4]
    table = assassin.table["id"]
    await assassin.until(lambda: "council" in assassin.you["channels"])
    by_rest = Client(server.address, assassin._headers["authorization"][7:])
    poll = asyncio.create_task(
        asyncio.to_thread(by_rest.request, "GET", f"/api/tables/{table}/messages?since={assassin.n}&seat=4&wait=5")
    )
    await asyncio.sleep(0.2)
    await assassin.do("chat", channel="council", text="who is it?")
    await poll
    await asyncio.to_thread(lambda: by_rest.do(table, "chat", channel="council", text="seat 1"))
    morgana = seats[3]
    await morgana.do("point", seat=1)
    await asyncio.to_thread(
        lambda: Client(server.address, morgana._headers["authorization"][7:]).do(table, "point", seat=0)
    )
    with pytest.raises(ServerRefused):
        await morgana.do("point", seat=4)
    await assassin.do("transfer")
    for wrong in ({"channel": "watchers", "text": "?"}, {"channel": "table", "text": ""}):
        with pytest.raises(ServerRefused):
            await asyncio.to_thread(by_rest.request, "POST", f"/api/tables/{table}/chat", wrong)
    with pytest.raises(ServerRefused):
        await assassin.do("answer", ask=assassin.asks[0].id, move={"move": "assassinate", "seat": 4})


async def test_metrics_do_not_count_what_happens_in_secret(server: ServerProcess) -> None:
    settings: dict[str, Any] = {"ruleset": "avalon", "roles": ["percival", "morgana"], "deal": DEAL, "takeover": 0}
    async with dealt(server, 5, **settings) as seats:
        await win_three_missions(seats)
        first = await read(server)
        quiet = growth(first, await read(server))
        first = await read(server)
        await confer(server, seats)
        secret = growth(first, await read(server))
        assert secret == quiet
        first = await read(server)
        await seats[1].do("chat", text="well?")
        assert growth(first, await read(server))["turncoat_entries_total"] == 1
