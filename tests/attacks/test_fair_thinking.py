"""Item 15 of the threat model: nobody keeps others from advice and studies by asking for many."""

from __future__ import annotations

import asyncio

import httpx
import pytest

from tests.server.harness import ServerProcess, at_random, play_on, visitor
from turncoat.core import Refused
from turncoat.server.live.fair_turns import MOST, MOST_OF_ADDRESS, MOST_OF_VISITOR, Asker, FairTurns

FLOOD = 18


async def finished_record(server: ServerProcess) -> str:
    client = visitor(server)
    async with client.sit(client.alone(name="Eve")) as seat:
        await play_on(seat, at_random("flood"))
        record: str = seat.table["records"][0]
        return record


async def test_a_flood_of_studies_does_not_keep_a_hint_waiting(server: ServerProcess) -> None:
    record = await finished_record(server)
    elsewhere = httpx.AsyncHTTPTransport(local_address="127.0.0.2")
    async with httpx.AsyncClient(base_url=server.address, transport=elsewhere, timeout=60) as attacker:
        flood = [asyncio.create_task(attacker.get(f"/api/records/{record}/how-far")) for _ in range(FLOOD)]
        await asyncio.wait(flood, return_when=asyncio.FIRST_COMPLETED)
        person = visitor(server)
        advice = await asyncio.to_thread(lambda: person.hint(person.alone(name="Ann")))
        refused = [task.result().json()["error"] for task in flood if task.done() and task.result().is_error]
        for task in flood:
            task.cancel()
        await asyncio.gather(*flood, return_exceptions=True)
    assert advice["sentence"]
    assert refused == ["RATE_LIMIT"] * (FLOOD - 1 - MOST_OF_VISITOR)


async def queue(turns: FairTurns, asker: Asker, order: list[Asker]) -> None:
    await turns.take(asker)
    order.append(asker)


async def served(turns: FairTurns, askers: list[Asker]) -> list[Asker]:
    """The order in which these askers get their turns. The first one has its turn at once."""
    order: list[Asker] = []
    tasks = []
    for asker in askers:
        tasks.append(asyncio.create_task(queue(turns, asker, order)))
        await asyncio.sleep(0)
    for _ in askers:
        await asyncio.sleep(0)
        turns.done()
        await asyncio.sleep(0)
    await asyncio.gather(*tasks)
    return order


async def test_networks_take_turns_and_so_do_the_visitors_of_each() -> None:
    eve, mallory, friend, ann = Asker("1", "eve"), Asker("1", "mallory"), Asker("1", "friend"), Asker("2", "ann")
    order = await served(FairTurns(), [eve, eve, eve, eve, mallory, friend, ann])
    assert order == [eve, eve, ann, mallory, friend, eve, eve]


async def test_a_turn_that_is_not_wanted_any_more_is_passed_on() -> None:
    turns, eve, ann = FairTurns(), Asker("1", "eve"), Asker("2", "ann")
    order: list[Asker] = []
    await turns.take(eve)
    gone, waits = (asyncio.create_task(queue(turns, asker, order)) for asker in (eve, ann))
    await asyncio.sleep(0)
    gone.cancel()
    turns.done()
    await waits
    assert order == [ann]
    late = asyncio.create_task(queue(turns, eve, order))
    await asyncio.sleep(0)
    turns.done()
    late.cancel()  # it has its turn, but does not know yet
    await asyncio.gather(late, return_exceptions=True)
    await asyncio.wait_for(turns.take(ann), 1)


async def test_the_line_is_bounded_for_a_visitor_a_network_and_all() -> None:
    turns = FairTurns()
    await turns.take(Asker("0", "first"))
    waiting = []

    async def refusal(asker: Asker) -> str:
        task = asyncio.create_task(turns.take(asker))
        await asyncio.sleep(0)
        if task.done():
            with pytest.raises(Refused) as refused:
                task.result()
            return refused.value.code
        waiting.append(task)
        return ""

    of_visitor = [await refusal(Asker("1", "eve")) for _ in range(MOST_OF_VISITOR + 1)]
    assert of_visitor == [""] * MOST_OF_VISITOR + ["RATE_LIMIT"]
    of_address = [await refusal(Asker("1", str(number))) for number in range(MOST_OF_ADDRESS - MOST_OF_VISITOR + 1)]
    assert set(of_address[:-1]) == {""}
    assert of_address[-1] == "RATE_LIMIT"
    of_all = [await refusal(Asker(f"net {number}", "x")) for number in range(MOST - MOST_OF_ADDRESS + 1)]
    assert set(of_all[:-1]) == {""}
    assert of_all[-1] == "UNAVAILABLE"
    for task in waiting:
        task.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
