"""Items 18 and 25 of the threat model: damaged rows, and more tables than a statement may have parameters."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.server.harness import ServerProcess, at_random, play_on, running
from tests.server.stores import running_postgres
from turncoat.client import Client, ServerRefused
from turncoat.server.store import open_database

MANY = 40_000  # a statement in PostgreSQL may have 32,767 parameters


def change(file: Path, statement: str, *values: object) -> None:
    with sqlite3.connect(file) as database:
        assert database.execute(statement, values).rowcount == 1, statement


def refusal_of(client: Client, path: str) -> str:
    with pytest.raises(ServerRefused) as refused:
        client.request("GET", path)
    return refused.value.code


def close_code(server: ServerProcess, client: Client, table: str) -> int:
    address = f"{server.address.replace('http', 'ws')}/api/tables/{table}/socket"
    with connect(address, additional_headers={"authorization": f"Bearer {client.token}"}) as socket:
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(timeout=20)
        assert closed.value.rcvd is not None
        return closed.value.rcvd.code


@pytest.mark.parametrize(
    "damage",
    [
        "DELETE FROM entries WHERE table_id = ? AND seq = 2",
        "UPDATE entries SET body = CAST('{' AS BLOB) WHERE table_id = ? AND seq = 2",
    ],
    ids=["missing", "garbled"],
)
def test_a_damaged_log_breaks_its_own_table_only(tmp_path: Path, damage: str) -> None:
    """A missing row was overlooked, and every command afterwards ran in a circle between the table and the store."""
    file = tmp_path / "t.db"
    server = ServerProcess(f"sqlite:///{file}", tmp_path / "log")
    server.start()
    try:
        client = Client(server.address)
        table, other = (client.create(ruleset="classic", name="Ann") for _ in range(2))
        client.do(table, "chat", text="one")
        client.do(table, "chat", text="two")
        server.stop()
        change(file, damage, table)
        server.start()
        with pytest.raises(ServerRefused, match="TABLE_BROKEN"):
            client.do(table, "chat", text="three")
        assert refusal_of(client, f"/api/tables/{table}") == "TABLE_BROKEN"
        assert close_code(server, client, table) == 4404, "final: clients do not come back"
        client.do(other, "chat", text="Hello!")
        text = server.log.read_text()
        assert text.count("a table is broken") == 1, "it is read once, not for every request"
        assert table not in text
    finally:
        server.stop()


def test_a_table_whose_writes_the_store_rejects_for_ever_is_given_up(tmp_path: Path) -> None:
    """The rejection looks like a lost race, but nobody was faster: reading again and deciding again would never end."""
    file = tmp_path / "t.db"
    with running(f"sqlite:///{file}", tmp_path / "log") as server:
        client = Client(server.address)
        table = client.create(ruleset="classic", name="Ann")
        with sqlite3.connect(file) as database:
            database.execute("CREATE TRIGGER no BEFORE INSERT ON entries BEGIN SELECT RAISE(ABORT, 'no'); END")
        with pytest.raises(ServerRefused, match="TABLE_BROKEN"):
            client.do(table, "chat", text="one")


async def test_a_damaged_record_of_the_day_leaves_the_board_to_the_others(tmp_path: Path) -> None:
    file = tmp_path / "t.db"
    with running(f"sqlite:///{file}", tmp_path / "log") as server:
        records = []
        client = Client(server.address)
        for name, player in (("Ann", client), ("Bob", Client(server.address))):
            async with player.sit(player.alone(daily=True, name=name)) as seat:
                await play_on(seat, at_random(name))
                await seat.until(lambda seat=seat: seat.table["records"])
                records += seat.table["records"]
        change(file, "UPDATE records SET body = CAST('{' AS BLOB) WHERE id = ?", records[0])
        assert [line["name"] for line in client.request("GET", "/api/solo/daily")["board"]] == ["Bob"]
        for part in ("", "/text", "/replay", "/how-far", "/analysis"):
            assert refusal_of(client, f"/api/records/{records[0]}{part}") == "CORRUPT_RECORD", part
        change(
            file,
            "UPDATE records SET body = CAST(json_remove(CAST(body AS TEXT), '$.meta.started') AS BLOB) WHERE id = ?",
            records[1],
        )
        assert client.request("GET", "/api/solo/daily")["board"] == []
        assert "Traceback" not in server.log.read_text()


async def test_postgres_is_asked_about_more_tables_than_a_statement_may_have_parameters() -> None:
    with running_postgres() as server:
        database = await open_database(server.fresh())
        assert await database.news({f"table{number}": 0 for number in range(MANY)}) == {}
        await database.close()
