"""Item 3 of the threat model, for hands: while evil confers, who points at whom is told to those who confer alone."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from typing import Any

import pytest
from websockets.asyncio.client import connect

from tests.attacks.test_metrics import DEAL, win_three_missions
from tests.attacks.test_two_worlds import Tap, fetch, masked
from tests.attacks.virtual_table import Listener, open_table, run_jumping
from tests.server.harness import ServerProcess, dealt
from turncoat.client import Seat, ServerRefused
from turncoat.games.resistance.rules.moves import PlayCard, Propose, Vote
from turncoat.server.tables import commands
from turncoat.server.tables.settings import Settings

AVALON: dict[str, Any] = {"ruleset": "avalon", "roles": ["percival", "morgana"], "deal": DEAL, "takeover": 0}
MORGANA, ASSASSIN = 3, 4
GOOD = (0, 1, 2)
LAST = "everybody hears this last"
WAYS: dict[str, list[int | None]] = {
    "not at all": [],
    "at one": [1],
    "at another": [0],
    "at several, and back": [1, 0, 2, None],
}
Moves = list[tuple[int | None, Any]]


def three_successes() -> Moves:
    """The moves of good's three missions, as `win_three_missions` makes them."""
    moves: Moves = []
    for number, team in enumerate(((0, 1), (0, 1, 2), (0, 1))):
        moves.append((number, Propose(team=team)))
        moves += [(seat, Vote(approve=True)) for seat in range(5)]
        moves += [(member, PlayCard(success=True)) for member in team]
    return moves


async def conferring(seats: list[Seat]) -> Seat:
    await win_three_missions(seats)
    pointer = seats[MORGANA]
    await pointer.until(lambda: pointer.pointing is not None)
    return pointer


async def observe(server: ServerProcess, seat: int | None, ways: list[int | None]) -> list[Any]:
    """Everything that a seat, or (None) a watcher, gets to see by socket and by request while evil points."""
    async with AsyncExitStack() as stack:
        seats = await stack.enter_async_context(dealt(server, 5, **AVALON))
        table = seats[0].table["id"]
        headers = {} if seat is None else seats[seat]._headers
        where = f"ws{server.address[4:]}/api/tables/{table}/socket"
        tap = Tap(await stack.enter_async_context(connect(where, additional_headers=headers, compression=None)))
        await tap.hear(b'"type":"presence"')
        pointer = await conferring(seats)
        for target in ways:
            await pointer.do("point", seat=target)
        during = await fetch(server, table, headers)
        await seats[0].do("chat", text=LAST)
        await tap.hear(LAST.encode())
        return [*tap.frames, *during, *await fetch(server, table, headers)]


@pytest.mark.parametrize("seat", [0, 1, None])
async def test_good_and_watchers_hear_the_same_wherever_evil_points(server: ServerProcess, seat: int | None) -> None:
    worlds = {name: await observe(server, seat, ways) for name, ways in WAYS.items()}
    assert all(b"pointing" not in each for each in worlds["at one"] if isinstance(each, bytes))
    for name, world in worlds.items():
        assert world == worlds["not at all"], name


async def heard_on_a_clock(ways: list[int | None]) -> dict[str, list[tuple[float, bytes]]]:
    """What each of the others hears, and when, on a clock that jumps, until somebody speaks to all."""
    runtime = open_table(Settings(players=5, **AVALON), "0", 5, moves=three_successes())
    others = [Listener(f"person {seat}") for seat in GOOD] + [Listener("watcher")]
    allies = [Listener(f"person {seat}") for seat in (MORGANA, ASSASSIN)]
    for listener in (*others, *allies):
        runtime.join(listener, None, None)
    for target in ways:
        await asyncio.sleep(1)
        runtime.execute(f"person {MORGANA}", commands.Point(seat=target))
    await asyncio.sleep(5 - len(ways))
    assert all(sum(b'"pointing"' in data for _, data in ally.heard) == 1 + len(ways) for ally in allies)
    runtime.execute("person 0", commands.Chat(text=LAST))
    await asyncio.sleep(1)
    back = Listener("person 0")
    runtime.join(back, None, None)
    runtime.stop_automation()
    heard = {each.visitor: [(when, masked(data)) for when, data in each.heard] for each in others}
    return {**heard, "back": [(when, masked(data)) for when, data in back.heard]}


def test_no_number_size_or_moment_tells_others_of_a_hand() -> None:
    worlds = {name: run_jumping(heard_on_a_clock(ways)) for name, ways in WAYS.items()}
    assert all(heard for heard in worlds["not at all"].values())
    for name, world in worlds.items():
        assert world == worlds["not at all"], name


async def test_whoever_does_not_confer_is_refused_alike_at_any_time(server: ServerProcess) -> None:
    """A refusal must not tell whether evil confers, nor who is who."""

    async def refusals(seats: list[Seat], who: tuple[int, ...]) -> set[str]:
        said = set()
        for seat in who:
            for target in (*range(5), 9, 31, None):
                with pytest.raises(ServerRefused) as refusal:
                    await seats[seat].do("point", seat=target)
                said.add(str(refusal.value))
        return said

    async with dealt(server, 5, **AVALON) as seats:
        before = await refusals(seats, (0, MORGANA))
        await conferring(seats)
        assert before == await refusals(seats, GOOD) == {"NOT_ALLOWED: You cannot point at anybody now."}


async def test_the_next_person_in_the_chair_sees_no_hand(server: ServerProcess) -> None:
    async with dealt(server, 5, **AVALON) as seats:
        pointer = await conferring(seats)
        await pointer.do("point", seat=1)
        await seats[ASSASSIN].answer(seats[ASSASSIN].asks[0], {"move": "assassinate", "seat": 0})
        host = seats[0]
        await host.until(lambda: host.table["status"] == "over")
        await pointer.until(lambda: pointer.pointing is None)
        await host.do("rematch")
        await host.do("kick", seat=MORGANA)
        await host.do("sit", seat=MORGANA)
        await host.until(lambda: host.you["seat"] == MORGANA)
        assert host.pointing is None
