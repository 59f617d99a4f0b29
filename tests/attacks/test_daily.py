"""Item 8 of the threat model: the board of the day shows one honest try for each visitor."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.server.harness import A_DAY_EARLIER, ServerProcess, at_random, play_on, running, visitor
from turncoat.client import Client, ServerRefused
from turncoat.core.solitaire import named_seed


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder = tmp_path_factory.mktemp("daily")
    with running(f"sqlite:///{folder}/tables.db", folder / "log") as process:
        yield process
    assert "Traceback" not in process.log.read_text()


def start(client: Client, name: str) -> Any:
    return client.request("POST", "/api/solo", {"daily": True, "name": name})["table"]


async def finish(client: Client, table: str) -> str:
    """Play to the end, and return the record's id."""
    async with asyncio.timeout(60), client.sit(table) as seat:
        await seat.until(lambda: seat.view is not None and seat.table["status"] == "playing")
        await play_on(seat, at_random(table))
        return str(seat.table["records"][-1])


def board(client: Client, name: str) -> list[Any]:
    return [line for line in client.request("GET", "/api/solo/daily")["board"] if line["name"] == name]


async def test_a_rematch_is_no_second_try(server: ServerProcess) -> None:
    ann = visitor(server)
    table = start(ann, "Rematch")["id"]
    first = await finish(ann, table)
    ann.do(table, "rematch")
    ann.do(table, "start")
    second = await finish(ann, table)
    assert [line["record"] for line in board(ann, "Rematch")] == [first]
    assert ann.request("GET", f"/api/records/{second}")["meta"]["daily"] is None


async def test_another_game_at_the_same_table_is_not_on_the_board(server: ServerProcess) -> None:
    ann = visitor(server)
    shown = start(ann, "Changed")
    ann.do(shown["id"], "motion", motion="abandon")
    ann.do(shown["id"], "rematch")
    settings = {**shown["settings"], "options": {"setup": "draft"}}
    ann.do(shown["id"], "settings", settings=settings)
    ann.do(shown["id"], "start")
    await finish(ann, shown["id"])
    assert board(ann, "Changed") == []


def test_a_try_begins_with_the_deal(server: ServerProcess) -> None:
    """Neither giving up, nor leaving, nor handing the chair on brings another."""
    ann, bob = visitor(server), visitor(server)
    table = start(ann, "Again")["id"]
    ann.do(table, "motion", motion="abandon")
    ann.do(table, "leave")
    assert start(ann, "Again")["id"] == table
    other = start(bob, "Given")["id"]
    visitor(server).do(other, "take", code=bob.do(other, "transfer")["result"]["code"])
    assert start(bob, "Given")["id"] == other


def test_tries_that_begin_at_once_are_one(server: ServerProcess) -> None:
    ann = visitor(server)
    with ThreadPoolExecutor(8) as pool:
        tables = list(pool.map(lambda _: start(Client(server.address, ann.token), "Many")["id"], range(16)))
    assert len(set(tables)) == 1


async def test_todays_seed_is_not_shown_before_the_day_is_over(server: ServerProcess) -> None:
    """Not by the table, not by the record in any form, not to the player, not after giving up."""
    ann, mallory, quitter = (visitor(server) for _ in range(3))
    table = start(ann, "Seed")["id"]
    record = await finish(ann, table)
    given_up = start(quitter, "Quitter")["id"]
    quitter.do(given_up, "motion", motion="abandon")
    for client, known in ((ann, table), (mallory, table), (quitter, given_up)):
        shown = client.table(known)["table"]
        assert shown["status"] == "over"
        assert shown["proof"]["secret"] is None
    for client in (ann, mallory):
        for part in ("", "/text"):
            with pytest.raises(ServerRefused, match="NOT_NOW"):
                client.request("GET", f"/api/records/{record}{part}")
    for part in ("/replay", "/replay?seat=0", "/how-far", "/analysis"):
        with pytest.raises(ServerRefused, match="NOT_NOW"):
            mallory.request("GET", f"/api/records/{record}{part}")
    assert ann.request("GET", f"/api/records/{record}/replay?seat=0")["steps"], "what the player has seen is theirs"


def test_todays_deal_cannot_be_computed(server: ServerProcess) -> None:
    """The seed once followed from the date, so everybody with the source could practise today's deal."""
    ann, bob = visitor(server), visitor(server)
    day = ann.request("GET", "/api/solo/daily")["date"]
    shown, other = start(ann, "Ann"), start(bob, "Bob")
    assert shown["proof"]["commitment"] == other["proof"]["commitment"]
    assert shown["proof"]["commitment"] != named_seed("maquis", "daily", day).commitment


async def test_the_record_is_shown_when_the_day_is_over(tmp_path: Any) -> None:
    address = f"sqlite:///{tmp_path}/tables.db"
    with running(address, tmp_path / "log", clock=A_DAY_EARLIER) as yesterday:
        ann = visitor(yesterday)
        table = start(ann, "Ann")
        record = await finish(ann, table["id"])
    with running(address, tmp_path / "log") as today:
        later = visitor(today)
        secret = later.request("GET", f"/api/records/{record}")["proof"]["secret"]
        assert later.table(table["id"])["table"]["proof"]["secret"] == secret
        assert later.request("GET", f"/api/records/{record}/replay?seat=0")["steps"]
        assert start(later, "Later")["proof"]["commitment"] != table["proof"]["commitment"]
