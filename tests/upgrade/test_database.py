"""Today's server takes over the databases of earlier servers, with their running tables and their visitors' tokens."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import Connection, create_engine, insert, inspect, select

from tests.server.harness import A_DAY_LATER, ServerProcess, at_random, play_on, play_out, running
from tests.server.stores import running_postgres
from tests.upgrade.kept import in_old_terms, kept, unpack_database
from turncoat.client import Client
from turncoat.server.store import open_database
from turncoat.server.store.schema import metadata

FOLDERS = ("data", "before_hardening")
IN_POSTGRES = "before_hardening in PostgreSQL"


class Upgraded:
    """Today's server on a copy of an old database, and what the old server told about it."""

    def __init__(self, server: ServerProcess, folder: str) -> None:
        self.server = server
        made = kept("answers", folder)
        self.tables, self.tokens, self.answers = made["tables"], made["tokens"], made["answers"]

    def client(self, name: str) -> Client:
        """One of the old server's visitors."""
        return Client(self.server.address, self.tokens[name])


@pytest.fixture(scope="module", params=[*FOLDERS, IN_POSTGRES])
def upgraded(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Upgraded]:
    made, _, in_postgres = request.param.partition(" ")
    folder = tmp_path_factory.mktemp("upgrade")
    file = unpack_database(made, folder)
    with ExitStack() as stack:
        address = f"sqlite:///{file}"
        if in_postgres:
            address = stack.enter_context(running_postgres()).fresh()
            asyncio.run(copy_rows(file, address))
        server = stack.enter_context(running(address, folder / "log", clock=A_DAY_LATER))  # that day's deal is over
        yield Upgraded(server, made)


async def copy_rows(file: Path, address: str) -> None:
    """Put every row of the SQLite file into a database of PostgreSQL."""
    old = create_engine(f"sqlite:///{file}")
    new = await open_database(address)
    there = inspect(old).get_table_names()
    kept_tables = [table for name, table in metadata.tables.items() if name in there]
    with old.connect() as connection:
        rows = {table: list(connection.execute(select(table)).mappings()) for table in kept_tables}

    def insert_all(into: Connection) -> None:
        for table, some in rows.items():
            into.execute(insert(table), [dict(row) for row in some])

    await new.write(insert_all)
    old.dispose()
    await new.close()


def _timeless(path: str, answer: Any) -> Any:
    """The answer without the time at which it was given."""
    if path.endswith("/messages") and isinstance(answer, list):
        return [{**message, "now": None} for message in answer]
    return answer


def test_every_visitor_is_shown_what_the_old_server_showed(upgraded: Upgraded) -> None:
    for made in upgraded.answers:
        path, headers = made["path"], {"authorization": f"Bearer {upgraded.tokens[made['visitor']]}"}
        response = httpx.get(upgraded.server.address + path, headers=headers)
        answer = response.json() if "json" in response.headers["content-type"] else response.text
        old = _timeless(path, made["answer"])
        assert _timeless(path, in_old_terms(answer, made["answer"])) == old, (made["visitor"], path)


async def test_the_game_in_progress_goes_on_to_its_end(upgraded: Upgraded) -> None:
    ann, bob = upgraded.client("Ann"), upgraded.client("Dan")  # Bob moved to another device
    table = upgraded.tables["middle"]
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


async def test_the_entropy_of_the_lobby_goes_into_its_deal(upgraded: Upgraded) -> None:
    host = upgraded.client("Bob")
    table = upgraded.tables["lobby"]
    words = host.table(table)["table"]["proof"]["entropy"]
    host.do(table, "bot", bot="random")
    contract = host.table(table)["table"]["contract"]
    for name in ("Ann", "Cat"):
        upgraded.client(name).do(table, "ready", contract=contract)
    host.do(table, "start")
    assert sorted(words) == ["added by Ann", "añadido"]
    assert host.table(table)["table"]["proof"]["entropy"] == words


@pytest.mark.parametrize(("name", "visitor"), [("alone", "Cat"), ("daily", "Ann")])
async def test_a_solitaire_game_is_finished(upgraded: Upgraded, name: str, visitor: str) -> None:
    client = upgraded.client(visitor)
    played = client.request("GET", "/api/solo/stats")["played"]
    async with client.sit(upgraded.tables[name]) as seat:
        if name == "alone":  # its last move was undone
            await seat.do("redo")
            await seat.until(lambda: seat.table["can_undo"])
        await play_on(seat, at_random(name))
        assert seat.table["status"] == "over"
    assert client.request("GET", "/api/solo/stats")["played"] == played + 1
