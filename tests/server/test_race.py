"""Many clients, one question: exactly one is accepted, and the others are told the truth."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.server.harness import ServerProcess, dealt
from turncoat.client import Ask, Seat, ServerRefused

RIVALS = 50


async def compete(rivals: list[Seat], ask: Ask) -> list[str]:
    """All answer at once, each with another team where there are enough."""
    teams = ask.choices()

    async def answer(number: int, seat: Seat) -> str:
        try:
            reply = await seat.answer(ask, teams[number % len(teams)])
        except ServerRefused as refusal:
            return refusal.code
        return "again" if reply.get("again") else "accepted"

    return await asyncio.gather(*(answer(number, seat) for number, seat in enumerate(rivals)))


async def race(addresses: list[str], server: ServerProcess) -> None:
    async with dealt(server) as seats:
        leader = next(seat for seat in seats if seat.asks)
        secret, table = leader._headers["authorization"][7:], leader.table["id"]
        rivals = [Seat(addresses[i % len(addresses)], secret, table) for i in range(RIVALS)]
        await asyncio.gather(*(seat.__aenter__() for seat in rivals))
        try:
            outcomes = await compete(rivals, leader.asks[0])
            assert outcomes.count("accepted") == 1, outcomes
            assert set(outcomes) <= {"accepted", "again", "ALREADY_ANSWERED"}, outcomes
            await asyncio.gather(*(seat.until(lambda seat=seat: seat.view["team"]) for seat in (*rivals, *seats)))
            views = {str(seat.view and seat.view["team"]) for seat in (*rivals, *seats)}
            assert len(views) == 1
        finally:
            await asyncio.gather(*(seat.__aexit__(None, None, None) for seat in rivals))


async def test_fifty_clients_answer_one_ask(server: ServerProcess) -> None:
    await race([server.address], server)


async def test_fifty_clients_answer_one_ask_at_two_processes(tmp_path: Path) -> None:
    pair = [ServerProcess(f"sqlite:///{tmp_path}/t.db", tmp_path / f"log{i}", beat_ms=200) for i in range(2)]
    try:
        for server in pair:
            server.start()
        await race([server.address for server in pair], pair[0])
    finally:
        for server in pair:
            server.stop()
