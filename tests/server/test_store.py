"""The store: one transaction for many tables, no number twice, and honest answers when it fails."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection

from turncoat.server.config import Config
from turncoat.server.live.hub import Hub
from turncoat.server.live.other_processes import OtherProcesses
from turncoat.server.store import Committer, Conflict, Database, StoreDown, Write, open_database
from turncoat.server.store.errors import InDoubt
from turncoat.server.store.schema import metadata
from turncoat.server.tables.decisions import normal_settings
from turncoat.server.tables.settings import Settings


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    opened = await open_database(f"sqlite:///{tmp_path}/t.db")
    yield opened
    await opened.close()


class Source:
    """A table with one write."""

    def __init__(self, table: str, seq: int, node: str, body: bytes = b"{}") -> None:
        self.outcome: asyncio.Future[Exception | None] = asyncio.get_running_loop().create_future()
        row: dict[str, Any] = {"table_id": table, "seq": seq, "node": node, "body": body}
        self._write = Write(table, [row], self.outcome.set_result, public=1)

    def collect(self) -> Write:
        return self._write


async def commit(database: Database, *sources: Source) -> tuple[Committer, list[Exception | None]]:
    committer = Committer(database)
    committer.start()
    for source in sources:
        committer.mark(source.collect)
    outcomes = await asyncio.gather(*(source.outcome for source in sources))
    await committer.stop()
    return committer, outcomes


async def test_many_tables_share_a_transaction(database: Database) -> None:
    committer, outcomes = await commit(database, *(Source(f"t{i}", 1, "a") for i in range(20)))
    assert outcomes == [None] * 20
    assert (committer.groups, committer.appended) == (1, 20)


async def test_who_comes_second_with_a_number_is_told_and_the_others_are_stored(database: Database) -> None:
    await commit(database, Source("t1", 1, "a"))
    _, outcomes = await commit(database, Source("t1", 1, "b"), Source("t2", 1, "b"))
    assert isinstance(outcomes[0], Conflict)
    assert outcomes[1] is None
    assert [node for _, node, _ in await database.load("t1")] == ["a"]
    assert await database.news({"t1": 0, "t2": 0, "t3": 0}) == {"t1": [(1, b"{}")], "t2": [(1, b"{}")]}
    assert await database.news({"t1": 1, "t2": 0}) == {"t2": [(1, b"{}")]}


async def test_a_write_whose_answer_was_lost_is_recognised_as_our_own(database: Database) -> None:
    await commit(database, Source("t1", 1, "a", b'{"at":1}'))
    _, outcomes = await commit(database, Source("t1", 1, "a", b'{"at":1}'))
    assert outcomes == [None]


async def test_a_store_that_fails_is_reported_not_waited_for(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(work: object) -> None:
        raise StoreDown("disk full")

    monkeypatch.setattr(database, "append", fail)
    monkeypatch.setattr("turncoat.server.store.commit._PATIENCE", 0.0)
    _, outcomes = await commit(database, Source("t1", 1, "a"))
    assert isinstance(outcomes[0], StoreDown)


@pytest.mark.parametrize("is_stored", [True, False])
async def test_a_commit_without_an_answer_is_asked_about_until_its_outcome_is_known(
    database: Database, monkeypatch: pytest.MonkeyPatch, is_stored: bool
) -> None:
    """The database goes silent when it is told to commit, and is down for a while. No outcome is made up meanwhile."""
    append, silent = database.append, iter([InDoubt("silence"), StoreDown("down"), StoreDown("down")])

    async def fail_at_first(work: Any) -> Any:
        error = next(silent, None)
        if error is None:
            return await append(work)
        if is_stored and isinstance(error, InDoubt):
            await append(work)
        raise error

    monkeypatch.setattr(database, "append", fail_at_first)
    monkeypatch.setattr("turncoat.server.store.commit._PATIENCE", 0.0)
    _, outcomes = await commit(database, Source("t1", 1, "a"), Source("t2", 1, "a"))
    assert outcomes == [None, None]
    assert [node for _, node, _ in await database.load("t1")] == ["a"]


async def test_heartbeats_are_told_to_the_others(database: Database) -> None:
    assert await database.beat("a", 1, b"{}") == {}
    assert await database.beat("b", 1, b'{"t":[[0],1]}') == {"a": (1, b"{}")}
    assert await database.beat("a", 2, b"{}") == {"b": (1, b'{"t":[[0],1]}')}
    await database.leave("a")
    assert await database.beat("b", 2, b"{}") == {}


def test_a_process_lives_while_its_heartbeat_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = 100.0
    monkeypatch.setattr("time.monotonic", lambda: clock)
    others = OtherProcesses("a", lease_ms=3500)
    people = b'{"t":[[0],1]}'
    assert others.update({"b": (7, people)}) == {"t"}
    clock += 3
    assert others.update({"b": (6, people)}) == set(), "its clock was set back, but it lives"
    clock += 3
    assert others.update({"b": (6, people)}) == set()
    clock += 1
    assert others.update({"b": (6, people)}) == {"t"}, "it has been silent for too long"
    assert not others
    assert others.update({"b": (8, people)}) == {"t"}, "it was only slow"


async def test_migrations_make_what_the_code_expects(database: Database) -> None:
    def compare(connection: Connection) -> list[Any]:
        return list(compare_metadata(MigrationContext.configure(connection), metadata))

    assert await database.run(compare) == []


async def test_a_table_is_read_once_however_many_want_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if the first of them gives up: two runtimes of one table would not hear each other."""
    hub = Hub(Config())
    await hub.start(f"sqlite:///{tmp_path}/t.db")
    table = (await hub.open(normal_settings(Settings(ruleset="classic"), fixed_deals=False), "ann", [])).id
    hub.tables[table].fail()
    read, begun, go_on = hub.database.load, asyncio.Event(), asyncio.Event()
    reads: list[str] = []

    async def slow_load(name: str, after: int = 0) -> Any:
        reads.append(name)
        begun.set()
        await go_on.wait()
        return await read(name, after)

    monkeypatch.setattr(hub.database, "load", slow_load)
    impatient = asyncio.create_task(hub.find(table))
    await begun.wait()
    impatient.cancel()
    await asyncio.gather(impatient, return_exceptions=True)
    others = [asyncio.create_task(hub.find(table)) for _ in range(2)]
    await asyncio.sleep(0.2)
    go_on.set()
    runtimes = await asyncio.gather(*others)
    assert runtimes == [hub.tables[table]] * 2
    assert reads == [table]
    await hub.stop()
