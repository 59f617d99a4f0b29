"""Two worlds that a seat cannot tell apart give it the same traffic, byte for byte; watchers too."""

from __future__ import annotations

import asyncio
import re
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from tests.server.harness import ServerProcess, dealt, running, visitor
from turncoat.client import Ask, Client, Seat, ServerRefused

# Seat 0 is a servant in both worlds; who of the others is evil differs.
WORLDS = (
    ["servant", "merlin", "percival", "morgana", "assassin"],
    ["servant", "morgana", "assassin", "merlin", "percival"],
)
EVIL = ({3, 4}, {1, 2})
# team, and how many fails the table sees; each world has an evil member to play one
MISSIONS = (([1, 3], 1), ([0, 1, 3], 1), ([0, 2], 0), ([0, 1, 3], 0), ([0, 1, 3], 0))
LADY = {2: 3, 3: 2, 4: 1}  # whom the holder examines after which mission
_VARYING = (
    (rb'"(now|at|due|started|finished|expires)":\d+', rb'"\1":0'),
    (rb'"id":"[a-z0-9]{10}"', b'"id":"T"'),
    (rb'"code":"[A-Z]{6}"', b'"code":"C"'),
    (rb'"commitment":"[0-9a-f]{64}"', b'"commitment":"H"'),
)


def masked(data: bytes) -> bytes:
    for pattern, instead in _VARYING:
        data = re.sub(pattern, instead, data)
    return data


class Tap:
    """A second device of a visitor that writes everything down."""

    def __init__(self) -> None:
        self.frames: list[bytes] = []

    async def listen(self, socket: ClientConnection) -> None:
        async for data in socket:
            self.frames.append(masked(data.encode() if isinstance(data, str) else data))


async def answer(seat: Seat, kind: str, move: Any) -> None:
    await seat.until(lambda: any(ask.kind == kind for ask in seat.asks))
    await seat.answer(next(ask for ask in seat.asks if ask.kind == kind), move)


async def refused(seat: Seat, command: str, /, **fields: Any) -> bytes:
    try:
        await seat.do(command, **fields)
    except ServerRefused as refusal:
        return f"{refusal.code} {refusal.message}".encode()
    raise AssertionError(f"{command} {fields} was accepted")


async def provoke(seat: Seat) -> list[bytes]:
    """What seat 0 hears when it tries what it may not."""
    game = [f"1.{count}.{kind}" for count in range(30) for kind in ("vote", "mission", "assassinate", "examine")]
    heard = [await refused(seat, "answer", ask=ask, move={"move": "examine", "seat": 9}) for ask in game]
    heard.append(await refused(seat, "chat", channel="council", text="hello?"))
    heard.append(await refused(seat, "chat", channel="watchers", text="hello?"))
    heard += [await refused(seat, "point", seat=target) for target in (1, 3, 9, None)]
    return heard


async def play_world(seats: list[Seat], world: int) -> list[bytes]:
    """The same public game in either world, one step after the other, up to the naming of Merlin."""
    heard = []
    for number, (team, fails) in enumerate(MISSIONS, 1):
        leader = seats[(number - 1) % 5]
        await answer(leader, "propose", {"move": "propose", "team": team})
        for seat in seats:
            await answer(seat, "vote", {"move": "vote", "approve": True})
        if number == 1:
            ask = Ask("1.9.vote", "vote")
            heard.append(await refused(seats[0], "answer", ask=ask.id, move={"move": "vote", "approve": True}))
        saboteur = next((member for member in team if member in EVIL[world]), None) if fails else None
        for member in team:
            if member == 0:
                ask_id = next(ask.id for ask in seats[0].asks)
                heard.append(await refused(seats[0], "answer", ask=ask_id, move={"move": "mission", "success": False}))
            await answer(seats[member], "mission", {"move": "mission", "success": member != saboteur})
        if number in LADY:
            holder = {2: 4, 3: 3, 4: 2}[number]
            await answer(seats[holder], "examine", {"move": "examine", "seat": LADY[number]})
        heard += await provoke(seats[0]) if number in (2, 5) else []
        await seats[4].do("claim", claim={"claim": "suspect", "seat": 1})
    return heard + await provoke(seats[0])


async def confer(seats: list[Seat], world: int) -> None:
    """Evil talks and points in secret, more in one world than in the other; then somebody speaks to all."""
    speaker = sorted(EVIL[world])[0]
    await seats[speaker].until(lambda: "council" in seats[speaker].you["channels"])
    for _ in range(1 + 3 * world):
        await seats[speaker].do("chat", channel="council", text="who is it?")
    pointer = next(seats[evil] for evil in EVIL[world] if not seats[evil].asks)
    await pointer.until(lambda: pointer.pointing is not None)
    assert pointer.pointing is not None
    for target in list(pointer.pointing.may)[: 1 + world]:
        await pointer.do("point", seat=target)
    await seats[2].do("chat", text="well?")


async def rest_traffic(server: ServerProcess, seat: Seat) -> list[bytes]:
    """What seat 0 and a stranger get by REST."""
    own = Client(server.address, seat._headers["authorization"][7:])
    table = seat.table["id"]
    paths = (f"/api/tables/{table}", f"/api/tables/{table}/history", f"/api/tables/{table}/messages")
    return [await asyncio.to_thread(fetch, client, path) for client in (own, visitor(server)) for path in paths]


def fetch(client: Client, path: str) -> bytes:
    import urllib.request

    request = urllib.request.Request(client.address + path, headers={"authorization": f"Bearer {client.token}"})
    with urllib.request.urlopen(request, timeout=30) as reply:
        body: bytes = reply.read()
    return masked(body)


async def observe(server: ServerProcess, world: int) -> dict[str, Any]:
    """Everything that seat 0, a watcher and a reader of metrics and logs get to see."""
    deal = {"roles": WORLDS[world], "leader": 0}
    settings = {"ruleset": "avalon", "roles": ["percival", "morgana"], "options": {"lady": True}, "deal": deal}
    async with AsyncExitStack() as stack:
        seats = await stack.enter_async_context(dealt(server, 5, takeover=0, **settings))
        taps = {"seat": Tap(), "watcher": Tap()}
        tasks = []
        for name, headers in (("seat", seats[0]._headers), ("watcher", {})):
            where = f"ws{server.address[4:]}/api/tables/{seats[0].table['id']}/socket"
            socket = await stack.enter_async_context(connect(where, additional_headers=headers, compression=None))
            tasks.append(asyncio.create_task(taps[name].listen(socket)))
            await asyncio.sleep(0.2)
        heard = await play_world(seats, world)
        metrics = re.sub(
            rb"(start_time_seconds|commits_total|commit_seconds.*|memory_bytes) .*",
            b"",
            fetch(visitor(server), "/metrics"),
        )
        await confer(seats, world)
        await asyncio.sleep(0.5)
        rest = await rest_traffic(server, seats[0])
        for task in tasks:
            task.cancel()
        return {
            "seat": taps["seat"].frames,
            "watcher": taps["watcher"].frames,
            "refusals": heard,
            "rest": rest,
            "metrics": metrics,
        }


async def test_indistinguishable_worlds_sound_the_same(tmp_path: Path) -> None:
    seen, logs = [], []
    for world in range(2):
        folder = tmp_path / str(world)
        folder.mkdir()
        with running(f"sqlite:///{folder}/t.db", folder / "log") as server:
            seen.append(await observe(server, world))
            port = str(server.port)
        log = (folder / "log").read_text().replace(port, "PORT").replace(str(folder), "FOLDER")
        logs.append(re.sub(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d+", "", log))
    first, second = seen
    assert len(first["seat"]) > 40
    for part in first:
        assert first[part] == second[part], part
    assert logs[0] == logs[1]
    everything = b"".join(first["seat"] + first["watcher"] + first["rest"])
    assert b"who is it?" not in everything
    assert b"pointing" not in everything
