"""Two deals that a seat cannot tell apart give it the same bytes in the same order, over the real wire.

All seats answer by a script, which is the same in both worlds except for sealed answers that the seat cannot see. Only
what is drawn anew for every table is masked, by as many zeros, so that sizes are compared too.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import AsyncExitStack
from random import Random
from typing import Any

import httpx
import msgspec
import pytest
from msgspec.structs import replace
from websockets.asyncio.client import ClientConnection, connect

from tests.server.harness import ServerProcess, dealt
from turncoat.client import Seat, ServerRefused
from turncoat.core import AnyGame, Record, steps
from turncoat.games import find_game, rulesets
from turncoat.testing import find_other_world, random_setup, walk

GAMES_PER_RULESET = 2
LAST = "everybody hears this last"
_DRAWN_ANEW = re.compile(
    rb'("(?:now|at|due|started|finished|expires)":)(\d+)|("(?:id|code|commitment)":)("(?:[a-z0-9]{10}|[A-Z]{4,}|[0-9a-f]{64})")'
)

Scripted = tuple[int, str, Any]
"""A seat's answer: who, to which ask, and which move."""


def masked(data: bytes) -> bytes:
    """The same data with zeros for ids, codes, commitments and times."""
    return _DRAWN_ANEW.sub(lambda found: (found[1] or found[3]) + b"0" * len(found[2] or found[4]), data)


def random_record(game: AnyGame, ruleset: str, number: int) -> Record:
    """A random game just before it ends, or before chance draws again: the server's draw would be another one."""
    players = game.seats(ruleset)[number % len(game.seats(ruleset))]
    setup = random_setup(game, ruleset, players, Random(f"{ruleset} {number}"))
    if "table_coin" in setup.options:
        setup = replace(setup, options={**setup.options, "table_coin": False})
    found: Record | None = None
    for moment in walk(game, setup, f"{ruleset} {number}"):
        seats = [*(ask.seat for ask in moment.asks), *(seat for seat, _ in moment.record.moves)]
        if moment.asks and None not in seats:
            found = moment.record
    assert found is not None
    return found


def script_of(game: AnyGame, record: Record) -> Iterator[Scripted]:
    """The answers of a record. Those to asks that are open together come by seat."""
    given: Counter[int] = Counter()
    for batch in _batches(game, record):
        for seat, kind, move in sorted(batch, key=lambda answer: answer[0]):
            yield seat, f"1.{given[seat]}.{kind}", move
            given[seat] += 1


def _batches(game: AnyGame, record: Record) -> Iterator[list[Scripted]]:
    played = steps(game, record)
    asked = game.asks(next(played).state)
    batch: list[Scripted] = []
    for (seat, move), step in zip(record.moves, played, strict=True):
        assert seat is not None
        kind = next(ask.kind for ask in asked if ask.seat == seat and move in ask.moves)
        batch.append((seat, kind, move))
        still = game.asks(step.state)
        if not (still and all(ask in asked for ask in still)):
            yield batch
            batch, asked = [], still
    yield batch


def probes_of(game: AnyGame, record: Record) -> dict[str, Any]:
    """A move for every kind of ask in a game."""
    return {ask.rpartition(".")[2]: move for _, ask, move in script_of(game, record)}


async def provoke(seat: Seat, probes: dict[str, Any]) -> list[str]:
    """What a player is told who tries these moves when they are not open to them."""
    heard = []
    own = {ask.id: [msgspec.json.encode(move) for move in ask.choices()] for ask in seat.asks}
    for kind, move in probes.items():
        for ask in (f"1.0.{kind}", *own):
            if msgspec.json.encode(move) in own.get(ask, ()):
                continue
            try:
                reply = await seat.do("answer", ask=ask, move=msgspec.to_builtins(move))
                heard.append(str(reply.get("again")))
            except ServerRefused as refusal:
                heard.append(str(refusal))
    return heard


async def fetch(server: ServerProcess, table: str, headers: dict[str, str]) -> list[bytes]:
    """What somebody can ask for by REST."""
    async with httpx.AsyncClient(base_url=server.address, headers=headers, timeout=30) as http:
        paths = ("", "/history", "/messages", "/deduction", "/words")
        return [masked((await http.get(f"/api/tables/{table}{path}")).content) for path in paths]


class Tap:
    """A second device of a visitor that writes everything down."""

    def __init__(self, socket: ClientConnection) -> None:
        self.frames: list[bytes] = []
        self._socket = socket

    async def hear(self, until: bytes) -> None:
        """Listen up to a message that contains this text."""
        async for data in self._socket:
            self.frames.append(masked(data if isinstance(data, bytes) else data.encode()))
            if until in self.frames[-1]:
                return


async def observe(
    server: ServerProcess, game: AnyGame, record: Record, seat: int | None, probes: dict[str, Any]
) -> list[Any]:
    """Everything that a seat, or (None) a watcher, gets to see of a game that is played by script."""
    settings = {
        "ruleset": record.ruleset,
        "options": dict(record.options),
        "roles": record.roles,
        "deal": dict(record.deal),
        "takeover": 0,
    }
    async with AsyncExitStack() as stack:
        seats = await stack.enter_async_context(dealt(server, record.players, **settings))
        table = seats[0].table["id"]
        headers = {} if seat is None else seats[seat]._headers
        where = f"ws{server.address[4:]}/api/tables/{table}/socket"
        tap = Tap(await stack.enter_async_context(connect(where, additional_headers=headers, compression=None)))
        await tap.hear(b'"type":"presence"')
        for mover, ask, move in script_of(game, record):
            await seats[mover].do("answer", ask=ask, move=msgspec.to_builtins(move))
        refusals = [] if seat is None else await provoke(seats[seat], probes)
        await seats[0].do("chat", text=LAST)
        await tap.hear(LAST.encode())
        return [*tap.frames, refusals, *await fetch(server, table, headers)]


def another_world(game: AnyGame, record: Record, seat: int | None) -> Record | None:
    """A game with another deal, or other sealed answers, that looks the same to the seat."""
    draw, chance = find_other_world(game), Random(0)
    assert draw is not None
    drawn = (draw(record, seat, chance) for _ in range(20))
    real = msgspec.json.encode(record.deal)
    return next((other for other in drawn if other and msgspec.json.encode(other.deal) != real), None)


@pytest.mark.parametrize("ruleset", rulesets())
async def test_two_worlds_that_look_alike_sound_alike(server: ServerProcess, ruleset: str) -> None:
    game = find_game(ruleset)
    compared = 0
    for number in range(GAMES_PER_RULESET):
        record = random_record(game, ruleset, number)
        for seat in (number % record.players, None):
            other = another_world(game, record, seat)
            if other is None:
                continue
            probes = probes_of(game, record)
            here, there = [await observe(server, game, world, seat, probes) for world in (record, other)]
            assert len(here) > len(record.moves) / 2
            assert here == there, (seat, record, other)
            compared += 1
    assert compared >= GAMES_PER_RULESET
