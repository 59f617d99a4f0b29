"""Item 7 of the threat model on a real server and the real clock: see `test_timing.py`."""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from typing import Any

import msgspec
import pytest
from websockets.asyncio.client import connect

from tests.attacks.test_timing import ANSWERS, SEALED, Delays, check_alike
from tests.server.harness import ServerProcess, at_random, play_on, visitor

SIDE_BY_SIDE = {"instant": 12, "human": 120}
PATIENCE = 1800.0
_GAME: dict[str, Any] = {"ruleset": "avalon", "players": 10, "name": "Eve", "bot": "normal"}


async def listen(socket: Any, heard: list[tuple[float, Any]]) -> None:
    async for data in socket:
        now = time.perf_counter()
        heard += [(now, event) for event in msgspec.json.decode(data).get("events", ())]


async def play_and_time(server: ServerProcess, pace: str, found: Delays) -> None:
    """Play a game against bots and note how long after it was asked each of them was heard to answer."""
    client = visitor(server)
    table = await asyncio.to_thread(lambda: client.play(**_GAME, pace=pace))
    heard: list[tuple[float, Any]] = []
    where = f"ws{server.address[4:]}/api/tables/{table}/socket"
    async with connect(where, compression=None) as socket, client.sit(table) as seat:
        listening = asyncio.create_task(listen(socket, heard))
        await play_on(seat, at_random(table))
        own = seat.you["seat"]
        listening.cancel()
    record = await asyncio.to_thread(client.request, "GET", f"/api/records/{table}-1")
    note(found, heard, record, own)


def note(found: Delays, heard: list[tuple[float, Any]], record: dict[str, Any], own: int) -> None:
    """Sort the delays by side and by answer, which the record tells after the game."""
    answers: dict[tuple[int, str], list[bool]] = defaultdict(list)
    for seat, move in record["moves"]:
        if move["move"] in SEALED.values():
            answers[seat, move["move"]].append(move["approve"] if "approve" in move else move["success"])
    roles, asked = record["deal"]["roles"], 0.0
    for at, event in heard:
        kind = SEALED.get(event["event"])
        if kind is None:
            asked = at
            continue
        choice = answers[event["seat"], kind].pop(0)
        if event["seat"] != own and asked:
            side = "evil" if roles[event["seat"]] in ("morgana", "assassin", "mordred", "oberon", "minion") else "good"
            found[kind, "side", side].append(at - asked)
            found[kind, "answer", str(choice)].append(at - asked)


async def collect(server: ServerProcess, pace: str) -> Delays:
    """Play games side by side until there are enough answers of every class."""
    found: Delays = defaultdict(list)

    async def keep_playing() -> None:
        while len(found) < 8 or min(map(len, found.values())) < ANSWERS:
            await play_and_time(server, pace, found)

    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*(keep_playing() for _ in range(SIDE_BY_SIDE[pace])))
    return found


@pytest.mark.long
@pytest.mark.parametrize("pace", ["instant", "human"])
async def test_delays_on_a_real_server_tell_neither_side_nor_answer(server: ServerProcess, pace: str) -> None:
    found = await collect(server, pace)
    check_alike(found, "side", "good", "evil")
    check_alike(found, "answer", "True", "False")
