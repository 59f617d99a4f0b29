"""Items 9, 10, 11 and 14 of the threat model: what the server says, does and logs when its database fails."""

from __future__ import annotations

import asyncio
import resource
import sqlite3
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from tests.machine import PATIENCE
from tests.server.harness import ServerProcess, running, visitor
from tests.server.stores import Postgres, running_postgres
from turncoat.client import Client, ServerRefused
from turncoat.server.http.identity import digest
from turncoat.server.store import Committer, Write, open_database
from turncoat.server.store.engines import WAL_LIMIT


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    with running_postgres() as server:
        yield server


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Somebody else writes in the SQLite file and does not finish."""
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        other.execute("ROLLBACK")
        other.close()


def is_ready(server: ServerProcess) -> bool:
    return httpx.get(f"{server.address}/health/ready").status_code == 200


def wait_for(what: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < deadline
        time.sleep(0.1)


def refusal_of(call: Callable[[], Any]) -> str:
    with pytest.raises(ServerRefused) as refused:
        call()
    return refused.value.code


def chat_of(client: Client, table: str) -> list[str]:
    (sync,) = client.request("GET", f"/api/tables/{table}/messages")
    return [line["text"] for line in sync["chat"]]


def check_log(log: Path) -> None:
    """One line says that the store is down, however much failed because of it."""
    text = log.read_text()
    assert "Traceback" not in text, text
    assert text.count("the store does not answer") == 1, text


# 9: the answer is 503 with a code, /health/ready says so, and the log is not flooded


def test_a_locked_sqlite_database(tmp_path: Path) -> None:
    with running(f"sqlite:///{tmp_path}/t.db", tmp_path / "log") as server:
        client = Client(server.address)
        table = client.create(ruleset="classic", name="Ann")
        wait_for(lambda: is_ready(server))
        with locked(tmp_path / "t.db"):
            wait_for(lambda: not is_ready(server))
            with ThreadPoolExecutor(8) as threads:
                calls = [threads.submit(refusal_of, lambda: client.create(ruleset="classic")) for _ in range(7)]
                calls.append(threads.submit(refusal_of, lambda: client.do(table, "chat", text="Hello?")))
            assert [call.result() for call in calls] == ["UNAVAILABLE"] * 8
            assert client.table(table)["table"]["id"] == table, "what can be read is still shown"
        wait_for(lambda: is_ready(server))
        client.do(table, "chat", text="Hello!")
        check_log(server.log)


def test_a_read_only_sqlite_database(tmp_path: Path) -> None:
    with running(f"sqlite:///{tmp_path}/t.db", tmp_path / "log") as server:
        table = Client(server.address).create(ruleset="classic", name="Ann")
    with running(f"sqlite:///file:{tmp_path}/t.db?mode=ro&uri=true", tmp_path / "log") as server:
        client = Client(server.address)
        assert not is_ready(server)
        assert refusal_of(lambda: client.create(ruleset="classic")) == "UNAVAILABLE"
        assert refusal_of(lambda: client.do(table, "join", name="Bob")) == "UNAVAILABLE"
        check_log(server.log)


def test_a_frozen_postgres(tmp_path: Path, postgres: Postgres) -> None:
    paths = ["/api/tables", "/api/tables/mine", "/api/records", "/api/solo/daily", "/api/tables/x", "/api/solo/stats"]
    with running(postgres.fresh(), tmp_path / "log") as server:
        client = Client(server.address)
        wait_for(lambda: is_ready(server))
        with postgres.frozen():
            with ThreadPoolExecutor(len(paths)) as threads:
                codes = threads.map(lambda path: refusal_of(lambda: client.request("GET", path)), paths)
            assert list(codes) == ["UNAVAILABLE"] * len(paths)
            wait_for(lambda: not is_ready(server))
        wait_for(lambda: is_ready(server))
        check_log(server.log)


# 10: what is refused is not stored later


def test_a_chat_that_was_refused_is_not_stored_when_sqlite_is_free_again(tmp_path: Path) -> None:
    with running(f"sqlite:///{tmp_path}/t.db", tmp_path / "log") as server:
        client = Client(server.address)
        table = client.create(ruleset="classic", name="Ann")
        with locked(tmp_path / "t.db"):
            assert refusal_of(lambda: client.do(table, "chat", text="refused")) == "UNAVAILABLE"
        wait_for(lambda: is_ready(server))
        client.do(table, "chat", text="accepted")
        assert chat_of(client, table) == ["accepted"]


def test_what_is_said_while_postgres_is_frozen_is_stored_if_and_only_if_it_is_acknowledged(
    tmp_path: Path, postgres: Postgres
) -> None:
    with running(postgres.fresh(), tmp_path / "log") as server:
        client = Client(server.address)
        table = client.create(ruleset="classic", name="Ann")
        acknowledged = []

        def chat(text: str) -> None:
            try:
                client.do(table, "chat", text=text)
            except ServerRefused as refusal:
                assert refusal.code == "UNAVAILABLE"  # noqa: PT017 - any other refusal is a bug
            else:
                acknowledged.append(text)

        with ThreadPoolExecutor(1) as thread:  # freezes hit a transaction at any point, its commit included
            talk = [thread.submit(chat, f"line {number}") for number in range(60)]
            for pause in (0.05, 0.11, 0.17):
                time.sleep(pause)
                with postgres.frozen():
                    time.sleep(7)
            for line in talk:
                line.result()
        wait_for(lambda: is_ready(server))
        assert chat_of(client, table) == acknowledged


# 11: no secret in the log


CANARY = "Canary-in-the-log"


def canaries(client: Client, table: str, entry: bytes) -> list[str]:
    """What may not stand in a log: names, talk, codes, ids, visitors and the seed."""
    opened = msgspec.json.decode(entry)
    shown = client.table(table)["table"]
    return [CANARY, table, shown["code"], client.token, digest(client.token), opened["secret"]]


def failing_calls(client: Client, table: str) -> list[Callable[[], Any]]:
    """Requests that cannot be answered without the store: three that write, three that read."""
    return [
        lambda: client.do(table, "chat", text=CANARY),
        lambda: client.create(ruleset="classic", name=CANARY),
        lambda: client.alone(daily=True, name=CANARY),
        lambda: client.request("GET", "/api/tables/mine"),
        lambda: client.request("GET", "/api/records?mine=true"),
        lambda: client.table("ZZZZ"),
    ]


BROKEN = [f"ALTER TABLE {name} RENAME TO {name}_gone;" for name in ("entries", "tables", "records")]


def test_the_log_of_a_server_with_a_broken_sqlite_database(tmp_path: Path) -> None:
    file = tmp_path / "t.db"
    with running(f"sqlite:///{file}", tmp_path / "log", log_level="debug") as server:
        client = visitor(server)
        table = client.create(ruleset="classic", name=CANARY)
        with sqlite3.connect(file) as database:
            (entry,) = database.execute("SELECT body FROM entries WHERE seq = 1").fetchone()
            secrets = canaries(client, table, entry)
            for statement in BROKEN:
                database.execute(statement)
        for call in failing_calls(client, table):
            assert refusal_of(call) in ("UNAVAILABLE", "BUG", "TABLE_BROKEN")
        text = server.log.read_text()
    assert [secret for secret in secrets if secret in text] == [], text


REJECTING = [
    f"ALTER TABLE {table} ADD CHECK ({column} IS NULL) NOT VALID;"
    for table, column in (("entries", "body"), ("tables", "id"))
]


@pytest.mark.parametrize("how", ["gone", "rejecting"])
def test_the_log_of_a_server_with_a_broken_postgres(tmp_path: Path, postgres: Postgres, how: str) -> None:
    """Rejecting: the text of the error quotes the row that was to be stored."""
    address = postgres.fresh()
    with running(address, tmp_path / "log", log_level="debug") as server:
        client = visitor(server)
        table = client.create(ruleset="classic", name=CANARY)
        answer = postgres.run(address, "SELECT encode(body, 'escape') FROM entries WHERE seq = 1;")
        secrets = canaries(client, table, answer[answer.index("{") : answer.rindex("}") + 1].encode())
        postgres.run(address, "\n".join(BROKEN if how == "gone" else REJECTING))
        for call in failing_calls(client, table)[: None if how == "gone" else 3]:
            assert refusal_of(call) in ("UNAVAILABLE", "BUG", "TABLE_BROKEN")
        text = server.log.read_text()
    assert [secret for secret in secrets if secret in text] == [], text


# 14: the write-ahead log stays small, and a full disk is survived


async def test_the_write_ahead_log_is_bounded_while_tables_never_pause(tmp_path: Path) -> None:
    database = await open_database(f"sqlite:///{tmp_path}/t.db")
    committer = Committer(database)
    committer.start()
    wal, longest, written = tmp_path / "t.db-wal", 0, 0
    body = b"x" * 4000

    async def play(table: str) -> None:
        nonlocal longest, written
        for seq in range(1, 150):
            row = {"table_id": table, "seq": seq, "node": "a", "body": body}
            await committer.store(Write(table, [row]))
            longest = max(longest, wal.stat().st_size)
            written += len(body)

    await asyncio.gather(*(play(f"t{number}") for number in range(64)))
    await committer.stop()
    await database.close()
    assert written > 2 * WAL_LIMIT, "the test must write more than fits"
    assert longest < 1.5 * WAL_LIMIT


FULL = 64 * 1024
"""With this limit no file of the database can grow, or be written at its end; the log still can."""


@pytest.mark.parametrize("end", ["kill", "stop"])
def test_a_server_on_a_full_disk_refuses_restarts_and_recovers(tmp_path: Path, end: str) -> None:
    with running(f"sqlite:///{tmp_path}/t.db", tmp_path / "log") as server:
        client = Client(server.address)
        table = client.create(ruleset="classic", name="Ann")
        said = [f"line {number} {'x' * 300}" for number in range(150)]
        for text in said:
            client.do(table, "chat", text=text)
        server.limit_files(FULL)
        wait_for(lambda: not is_ready(server))
        assert refusal_of(lambda: client.do(table, "chat", text="refused")) == "UNAVAILABLE"
        assert refusal_of(lambda: client.create(ruleset="classic")) == "UNAVAILABLE"
        getattr(server, end)()
        server.start()
        assert not is_ready(server)
        assert refusal_of(lambda: client.do(table, "chat", text="refused")) == "UNAVAILABLE"
        assert chat_of(client, table) == said, "what was acknowledged can be read"
        server.limit_files(resource.RLIM_INFINITY)
        wait_for(lambda: is_ready(server))
        client.do(table, "chat", text="again")
        assert chat_of(client, table) == [*said, "again"]
        assert "Traceback" not in server.log.read_text()
