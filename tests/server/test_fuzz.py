"""Nonsense over the socket and over REST: no crash, no leak, and the tables in progress finish."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tests.server.harness import ServerProcess, at_random, dealt, play_on, visitor

VALID: tuple[dict[str, Any], ...] = (
    {"do": "join", "name": "Zoe", "seat": 2},
    {"do": "leave"},
    {"do": "sit", "seat": 1},
    {"do": "name", "name": "Zed"},
    {"do": "ready", "contract": "x", "ready": True},
    {
        "do": "settings",
        "settings": {"ruleset": "avalon", "players": 7, "options": {"lady": True}, "roles": ["percival"]},
    },
    {"do": "start"},
    {"do": "kick", "seat": 0},
    {"do": "lock", "locked": True},
    {"do": "shuffle"},
    {"do": "host", "seat": 0},
    {"do": "bot", "bot": "random", "seat": 1},
    {"do": "entropy", "entropy": "salt"},
    {"do": "answer", "ask": "1.0.vote", "move": {"move": "vote", "approve": True}},
    {"do": "answer", "ask": "1.0.propose", "move": {"move": "propose", "team": [0, 1], "mission": 1}},
    {"do": "answer", "ask": "1.3.mission", "move": {"move": "mission", "success": False}},
    {"do": "answer", "ask": "1.5.assassinate", "move": {"move": "assassinate", "seat": 2}},
    {"do": "undo"},
    {"do": "redo"},
    {"do": "transfer"},
    {"do": "take", "code": "BCDF-234567"},
    {"do": "motion", "motion": "pause"},
    {"do": "motion", "motion": "recover", "seat": 1, "name": "Mallory"},
    {"do": "agree", "motion": 1, "agree": False},
    {"do": "away"},
    {"do": "back"},
    {"do": "chat", "text": "<script>alert(1)</script>", "channel": "table"},
    {"do": "chat", "text": "psst", "channel": "council"},
    {"do": "point", "seat": 2},
    {"do": "claim", "claim": {"claim": "role", "role": "merlin"}},
    {"do": "claim", "claim": {"claim": "team", "team": [0, 1], "evil": True}},
    {"do": "ping", "ref": 3},
)
ODD: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    31,
    2**31,
    2**63,
    -(2**70),
    1e308,
    "",
    "\u0000",
    "\ud800".encode("utf-16", "surrogatepass").decode("utf-16", "replace"),
    "x" * 3000,
    [],
    {},
    [[[[[]]]]],
    {"move": {"move": {"move": {}}}},
)


def mutate(generator: random.Random) -> str:
    """A message that is nearly right, or not at all."""
    message = json.loads(json.dumps(generator.choice(VALID)))
    for _ in range(generator.randrange(3)):
        holder: Any = message
        while isinstance(holder, dict) and holder and generator.random() < 0.4:
            inner = [value for value in holder.values() if isinstance(value, dict)]
            if not inner:
                break
            holder = generator.choice(inner)
        key = generator.choice([*holder, "extra", "ref", "seat"]) if isinstance(holder, dict) else "x"
        holder[key] = json.loads(json.dumps(generator.choice(ODD)))
    text = json.dumps(message)
    roll = generator.random()
    if roll < 0.1:
        cut = generator.randrange(len(text))
        return text[:cut] + generator.choice(["", "}", "\\", '"', "[" * 500]) + text[cut + 1 :]
    return "[" * 2000 if roll < 0.11 else text


async def pester(server: ServerProcess, table: str, secret: str, count: int, seed: object) -> list[bytes]:
    """Send nonsense; connect again when thrown out. What was said in return."""
    generator, heard, sent = random.Random(str(seed)), [], 0
    where = f"ws{server.address[4:]}/api/tables/{table}/socket"
    headers = {"authorization": f"Bearer {secret}"}
    while sent < count:
        with contextlib.suppress(ConnectionClosed):
            async with connect(where, additional_headers=headers, compression=None, max_size=2**22) as socket:
                while sent < count:
                    for _ in range(20):
                        await socket.send(mutate(generator))
                        sent += 1
                    await socket.send('{"do":"ping","ref":77777}')
                    while True:
                        data = await socket.recv()
                        raw = data.encode() if isinstance(data, str) else data
                        heard.append(raw)
                        if b'"ref":77777' in raw:
                            break
    return heard


async def fuzz(server: ServerProcess, messages: int) -> None:
    async with dealt(server, 5, ruleset="avalon", roles=["percival", "morgana"], takeover=1, pace="instant") as seats:
        table = seats[0].table["id"]
        secret = seats[4]._headers["authorization"][7:]
        strangers = [pester(server, table, visitor(server).token, messages // 4, i) for i in range(3)]
        insider = pester(server, table, secret, messages // 4, "insider")
        *outside, _ = await asyncio.gather(*strangers, insider)
        for heard in outside:
            for data in heard:
                assert b'"role"' not in data or b'"claim":"role"' in data, data
                assert b'"you":{"seat":0,"role"' not in data
        for seat in seats:
            if seat.table.get("paused"):
                with contextlib.suppress(Exception):
                    await seat.do("motion", motion="resume")
        async with asyncio.timeout(60):
            await asyncio.gather(*(play_on(seat, at_random(i)) for i, seat in enumerate(seats[:4])))
    visitor(server).request("GET", "/api/info")


async def test_mutated_socket_messages(server: ServerProcess) -> None:
    await fuzz(server, 4_000)


@pytest.mark.long
async def test_a_hundred_thousand_mutated_socket_messages(server: ServerProcess) -> None:
    for _ in range(10):
        await fuzz(server, 10_000)
