"""What the owner of a server removes, and what the server removes by the owner's rules."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.machine import PATIENCE
from tests.server.harness import ServerProcess, at_random, play_on, running, visitor
from turncoat.cli import run
from turncoat.client import Client, ServerRefused
from turncoat.server.config import Config
from turncoat.server.live.hub import Hub

DAY_MS = 86_400_000


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "t.db"


@pytest.fixture
def server(file: Path, tmp_path: Path) -> Iterator[ServerProcess]:
    with running(f"sqlite:///{file}", tmp_path / "log", beat_ms=200) as process:
        yield process
        assert "Traceback" not in process.log.read_text()


def admin(file: Path, *arguments: str) -> int:
    return run(["admin", *arguments, "--database", f"sqlite:///{file}"])


def query(file: Path, statement: str, *values: object) -> list[Any]:
    with sqlite3.connect(file, timeout=20) as database:
        return [row[0] for row in database.execute(statement, values)]


def make_old(file: Path, table: str, days: int) -> None:
    """As if nobody had used the table for so many days."""
    query(file, "UPDATE tables SET updated = updated - ? WHERE id = ?", days * DAY_MS, table)


async def play_alone(client: Client) -> tuple[str, str]:
    """A finished solitaire game: its table and its record."""
    table = client.alone(name="Ann")
    async with client.sit(table) as seat:
        await play_on(seat, at_random(table))
        await seat.until(lambda: seat.table["records"])
        return table, seat.table["records"][0]


def test_list_shows_every_table(server: ServerProcess, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert admin(file, "list") == 0
    assert capsys.readouterr().out == "There are no tables.\n"
    client = visitor(server)
    tables = [client.create(ruleset="classic", name="Ann", public=public) for public in (True, False)]
    assert admin(file, "list") == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert {line[0]: line[3] for line in lines} == dict(zip(tables, ("public", "private"), strict=True))
    assert {line[1] for line in lines} == {client.table(table)["table"]["code"] for table in tables}


async def test_close_ends_a_table_under_its_players(server: ServerProcess, file: Path) -> None:
    client = visitor(server)
    table = client.create(ruleset="classic", name="Ann", public=True)
    async with client.sit(table) as seat:
        assert await asyncio.to_thread(admin, file, "close", seat.table["code"]) == 0
        async with asyncio.timeout(PATIENCE):
            await seat.until(lambda: seat.closed)
    with pytest.raises(ServerRefused, match="NOT_FOUND"):
        client.table(table)
    assert client.request("GET", "/api/tables") == client.request("GET", "/api/tables/mine") == []
    assert await asyncio.to_thread(admin, file, "close", table) == 2


def test_nothing_is_stored_at_a_closed_table(server: ServerProcess, file: Path) -> None:
    client = visitor(server)
    table = client.create(ruleset="classic", name="Ann")
    assert admin(file, "close", table) == 0
    with pytest.raises(ServerRefused, match="NOT_FOUND"):
        client.do(table, "chat", text="Still here!")
    assert query(file, "SELECT body FROM entries WHERE table_id = ?", table) == [b""]


async def test_prune_removes_what_is_older_than_the_rules_allow(
    server: ServerProcess, file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, days in (("TABLES", 30), ("RECORDS", 300), ("VISITORS", 100)):
        monkeypatch.setenv(f"TURNCOAT_KEEP_{name}_DAYS", str(days))
    ann, bob, cat = (visitor(server) for _ in range(3))
    played = [await play_alone(client) for client in (ann, bob, cat)]
    fresh = ann.create(ruleset="classic", name="Ann")
    for (table, record), days in zip(played, (301, 101, 29), strict=True):
        make_old(file, table, days)
        query(file, "UPDATE records SET finished = finished - ? WHERE id = ?", days * DAY_MS, record)
    assert await asyncio.to_thread(admin, file, "prune") == 0
    assert capsys.readouterr().out == "Removed 2 tables and 1 record, forgot 1 visitor.\n"
    assert set(query(file, "SELECT id FROM tables WHERE status != 'removed'")) == {played[2][0], fresh}
    assert set(query(file, "SELECT id FROM records")) == {record for _, record in played[1:]}
    assert query(file, "SELECT record_id FROM players") == [played[2][1]]
    assert bob.request("GET", f"/api/records/{played[1][1]}")["ruleset"]
    assert await asyncio.to_thread(admin, file, "prune") == 0
    assert capsys.readouterr().out == "Removed 0 tables and 0 records, forgot 0 visitors.\n"


def test_what_was_removed_leaves_no_trace_after_a_day(server: ServerProcess, file: Path) -> None:
    table = visitor(server).create(ruleset="classic", name="Ann")
    assert admin(file, "close", table) == 0
    make_old(file, table, 2)
    assert admin(file, "prune") == 0
    for name, column in (("tables", "id"), ("entries", "table_id"), ("people", "table_id")):
        assert query(file, f"SELECT count(*) FROM {name} WHERE {column} = ?", table) == [0]


def test_a_table_that_is_used_again_is_kept(file: Path, tmp_path: Path) -> None:
    """Talk changes nothing that lists show, but it is use."""
    with running(f"sqlite:///{file}", tmp_path / "log") as server:
        client = visitor(server)
        table = client.create(ruleset="classic", name="Ann")
    make_old(file, table, 91)
    with running(f"sqlite:///{file}", tmp_path / "log") as server:
        Client(server.address, client.token).do(table, "chat", text="Who is there?")
        assert admin(file, "prune") == 0
        assert Client(server.address, client.token).table(table)["table"]["id"] == table


async def test_the_server_prunes_by_itself(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("turncoat.server.live.hub._PRUNE_EVERY", 0.1)
    hub = Hub(Config(keep_tables_days=1))
    await hub.start(f"sqlite:///{file}")
    query(file, "INSERT INTO tables VALUES ('old', 'ABCD', 1, 'lobby', '{}', 0, NULL, 1)")
    async with asyncio.timeout(20):
        while await hub.database.find_table("ABCD") is not None:  # noqa: ASYNC110 - the database tells nobody
            await asyncio.sleep(0.05)
    await hub.stop()


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["close"], "USAGE"),
        (["list", "ABCD"], "USAGE"),
        (["close", "ABCD", "--database", "sqlite:///nowhere/t.db"], "NOT_FOUND"),
        (["list", "--database", "nonsense"], "USAGE"),
        (["list", "--database", "postgresql://127.0.0.1:1/none"], "UNAVAILABLE"),
        (["list", "--config", "nowhere.toml"], "USAGE"),
        (["destroy"], "USAGE"),
    ],
)
def test_bad_input_is_answered_with_a_code(arguments: list[str], code: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["admin", *arguments]) == 2
    assert capsys.readouterr().err.startswith(f"turncoat: {code}: ")
