"""Item 3 of the threat model: what evil said in private is not read by whoever sits down in that chair later."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.harness import ServerProcess, dealt, running


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder = tmp_path_factory.mktemp("talk")
    with running(f"sqlite:///{folder}/tables.db", folder / "log") as process:
        yield process


async def test_private_talk_is_not_read_by_the_next_person_in_the_chair(server: ServerProcess) -> None:
    """A host empties an evil player's chair after the game and sits down there."""
    deal = {"roles": ["servant", "merlin", "percival", "morgana", "assassin"], "leader": 0}
    wanted = {"ruleset": "avalon", "roles": ["percival", "morgana"], "deal": deal}
    async with dealt(server, 5, **wanted) as seats:
        while not any(ask.kind == "assassinate" for seat in seats for ask in seat.asks):
            for seat in seats:
                for ask in seat.asks[:1]:
                    if ask.kind != "assassinate":
                        await seat.answer(ask, ask.choices()[0])
        await seats[3].do("chat", text="psst", channel="council")
        await seats[4].answer(seats[4].asks[0], seats[4].asks[0].choices()[0])
        host = seats[0]
        await host.until(lambda: host.table["status"] == "over")
        await host.do("rematch")
        await host.do("kick", seat=4)
        await host.do("sit", seat=4)
        await host.until(lambda: host.you["seat"] == 4)
        assert [line.get("text") for line in host.chat] == []
