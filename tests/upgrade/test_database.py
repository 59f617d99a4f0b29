"""Today's server takes over the database of a server from before the move."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.server.harness import A_DAY_LATER, ServerProcess, at_random, play_on, play_out, running
from tests.upgrade.kept import DATA, in_old_terms, kept
from turncoat.client import Client

ANSWERS = kept("answers")
TABLES = ANSWERS["tables"]
VISITORS = ANSWERS["tokens"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """Today's server on a copy of the database."""
    folder = tmp_path_factory.mktemp("upgrade")
    database = folder / "tables.db"
    database.write_bytes(gzip.decompress((DATA / "tables.db.gz").read_bytes()))
    with running(f"sqlite:///{database}", folder / "log", clock=A_DAY_LATER) as server:  # that day's deal is over
        yield server


def _client(server: ServerProcess, name: str) -> Client:
    return Client(server.address, VISITORS[name])


def _timeless(path: str, answer: Any) -> Any:
    """The answer without the time at which it was given."""
    if path.endswith("/messages") and isinstance(answer, list):
        return [{**message, "now": None} for message in answer]
    return answer


@pytest.mark.parametrize("made", ANSWERS["answers"], ids=lambda made: f"{made['visitor']} {made['path']}")
def test_every_visitor_is_shown_what_the_old_server_showed(server: ServerProcess, made: Any) -> None:
    path, headers = made["path"], {"authorization": f"Bearer {VISITORS[made['visitor']]}"}
    response = httpx.get(server.address + path, headers=headers)
    answer = response.json() if "json" in response.headers["content-type"] else response.text
    old = _timeless(path, made["answer"])
    assert _timeless(path, in_old_terms(answer, made["answer"])) == old


async def test_the_game_in_progress_goes_on_to_its_end(server: ServerProcess) -> None:
    ann, bob = _client(server, "Ann"), _client(server, "Dan")  # Bob moved to another device
    table = TABLES["middle"]
    async with ann.sit(table) as first, bob.sit(table) as second:
        (motion,) = first.table["motions"]
        await second.do("agree", motion=motion["id"])
        await first.until(lambda: first.table["paused"])
        await second.do("propose", motion="resume")
        await first.until(lambda: first.table["motions"])
        await first.do("agree", motion=first.table["motions"][0]["id"])
        await first.until(lambda: not first.table["paused"])
        await play_out([first, second], "upgrade")
        assert first.view is not None
        assert first.view["outcome"]["winner"] in ("good", "evil")
        (record,) = first.table["records"]
    assert record in [line["id"] for line in ann.request("GET", "/api/records?mine=true")]


async def test_the_entropy_of_the_lobby_goes_into_its_deal(server: ServerProcess) -> None:
    host = _client(server, "Bob")
    table = TABLES["lobby"]
    words = host.table(table)["table"]["proof"]["entropy"]
    host.do(table, "bot", bot="random")
    contract = host.table(table)["table"]["contract"]
    for name in ("Ann", "Cat"):
        _client(server, name).do(table, "ready", contract=contract)
    host.do(table, "start")
    assert sorted(words) == ["added by Ann", "añadido"]
    assert host.table(table)["table"]["proof"]["entropy"] == words


@pytest.mark.parametrize(("name", "visitor"), [("alone", "Cat"), ("daily", "Ann")])
async def test_a_solitaire_game_is_finished(server: ServerProcess, name: str, visitor: str) -> None:
    client = _client(server, visitor)
    played = client.request("GET", "/api/solo/stats")["played"]
    async with client.sit(TABLES[name]) as seat:
        if name == "alone":  # its last move was undone
            await seat.do("redo")
            await seat.until(lambda: seat.table["can_undo"])
        await play_on(seat, at_random(name))
        assert seat.table["status"] == "over"
    assert client.request("GET", "/api/solo/stats")["played"] == played + 1
