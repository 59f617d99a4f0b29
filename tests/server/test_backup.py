"""Backups are whole, of one moment, and made while people play; or there is none."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AsyncExitStack, closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.engine import make_url

from tests.server.harness import ServerProcess, at_random, dealt, play_out, running
from tests.server.stores import Postgres, running_postgres
from tests.upgrade.kept import kept, unpack_database
from turncoat.cli import run
from turncoat.client import Client, Seat, ServerRefused
from turncoat.server.store.revisions import newest

PROGRAM = [sys.executable, "-c", "from turncoat.cli import main; main()"]
GAMES = 4


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    with running_postgres() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgres"])
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def fresh(kind: str, folder: Path, request: pytest.FixtureRequest, name: str = "tables") -> str:
    """The address of a database that is empty."""
    if kind == "sqlite":
        return f"sqlite:///{folder / name}.db"
    found: Postgres = request.getfixturevalue("postgres")
    return found.fresh()


async def turncoat(*arguments: str) -> None:
    """Run a command beside the games that are being played."""
    process = await asyncio.create_subprocess_exec(*PROGRAM, *arguments, stderr=asyncio.subprocess.PIPE)
    _, errors = await process.communicate()
    assert process.returncode == 0, errors.decode()


def rows(file: Path, sql: str) -> list[Any]:
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute(sql).fetchall()


def logs(file: Path) -> dict[str, list[bytes]]:
    """The log of every table in a backup."""
    found: dict[str, list[bytes]] = {}
    for table, seq, body in rows(file, "SELECT table_id, seq, body FROM entries ORDER BY table_id, seq"):
        found.setdefault(table, []).append(body)
        assert seq == len(found[table])
    return found


async def test_a_backup_under_load_is_of_one_moment_and_its_games_go_on(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """Restored into the other kind of database: backups are also the way from one to the other."""
    address = fresh(kind, tmp_path, request)
    first, last = tmp_path / "first.backup", tmp_path / "last.backup"
    with running(address, tmp_path / "log") as server:
        async with AsyncExitStack() as stack:
            tables = [await stack.enter_async_context(dealt(server)) for _ in range(GAMES)]
            is_made = asyncio.Event()
            playing = asyncio.gather(*(_load(seats, number, is_made) for number, seats in enumerate(tables)))
            await turncoat("backup", str(first), "--database", address)
            await turncoat("doctor", server.address, "--database", address)
            assert not playing.done(), "the games were over before the backup was made and the server was examined"
            is_made.set()
            places = [[(_token_of(seat), seat.table["id"]) for seat in seats] for seats in tables]
            await playing
        await turncoat("backup", str(last), "--database", address)
    before, after = logs(first), logs(last)
    assert len(before) == GAMES
    assert all(after[table][: len(log)] == log for table, log in before.items())
    assert before != after
    other = "postgres" if kind == "sqlite" else "sqlite"
    again = fresh(other, tmp_path, request, "again")
    await turncoat("restore", str(first), "--database", again)
    with running(again, tmp_path / "log2") as server:
        for place in places:
            await _play_on_at(server, place)
        records = Client(server.address, places[0][0][0]).request("GET", "/api/records?mine=true")
    assert len(records) == 1
    assert "Traceback" not in (tmp_path / "log").read_text() + (tmp_path / "log2").read_text()


def _token_of(seat: Seat) -> str:
    return seat._headers["authorization"].removeprefix("Bearer ")


async def _load(seats: list[Seat], seed: int, is_made: asyncio.Event) -> None:
    """Play to the middle of a game and talk there until the backup is made; then play to the end."""

    async def play(seat: Seat) -> None:
        choose, answers = at_random((seed, seat.you["seat"])), 0
        async for asks in seat.questions():
            while answers > 2 and not is_made.is_set():
                await seat.do("chat", text="We are in the middle of it.")
            with contextlib.suppress(ServerRefused):  # a late answer
                await seat.answer(asks[0], choose(seat, asks[0]))
            answers += 1

    await asyncio.gather(*map(play, seats))


async def _play_on_at(server: ServerProcess, place: list[tuple[str, str]]) -> None:
    async with AsyncExitStack() as stack:
        seats = [await stack.enter_async_context(Client(server.address, token).sit(table)) for token, table in place]
        await play_out(seats, "restored")
        assert seats[0].view is not None
        assert seats[0].view["outcome"]["winner"] in ("good", "evil")


def test_what_a_backup_holds_is_told_in_plain_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    address = f"sqlite:///{tmp_path / 'tables.db'}"
    assert run(["migrate", "--database", _touched(address)]) == 0
    with closing(sqlite3.connect(tmp_path / "tables.db")) as connection, connection:
        row = ("t", 0, "open", b"", 0, 1)
        connection.execute(
            "INSERT INTO tables (id, public, status, listing, solo, updated) VALUES (?, ?, ?, ?, ?, ?)", row
        )
    capsys.readouterr()
    assert run(["backup", str(tmp_path / "one.backup"), "--database", address]) == 0
    assert ": 1 table with 0 entries, 0 records, as of " in capsys.readouterr().out


# what is refused


@pytest.fixture
def stored(tmp_path: Path) -> str:
    """A database with some megabytes in it."""
    address = f"sqlite:///{tmp_path / 'tables.db'}"
    assert run(["migrate", "--database", _touched(address)]) == 0
    with closing(sqlite3.connect(tmp_path / "tables.db")) as connection, connection:
        some = [(f"t{number}", 1, "node", os.urandom(100_000)) for number in range(400)]
        connection.executemany("INSERT INTO entries (table_id, seq, node, body) VALUES (?, ?, ?, ?)", some)
    return address


def _touched(address: str) -> str:
    Path(address.removeprefix("sqlite:///")).touch()
    return address


def test_a_backup_that_is_killed_leaves_none_or_a_whole_one(
    stored: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Killed as soon as something of it is on the disk. What is left is refused, and the next backup is made."""
    target = tmp_path / "killed.backup"
    with subprocess.Popen([*PROGRAM, "backup", str(target), "--database", stored]) as process:
        while not (found := [part for part in tmp_path.glob(".killed*.part") if part.stat().st_size > 1_000_000]):
            assert process.poll() is None, "it was over before it could be killed"
        process.send_signal(signal.SIGKILL)
    assert not target.exists()
    capsys.readouterr()
    assert run(["restore", str(found[0]), "--database", f"sqlite:///{tmp_path}/again.db"]) == 2
    assert "NOT_A_BACKUP" in capsys.readouterr().err
    assert not (tmp_path / "again.db").exists()
    assert run(["backup", str(target), "--database", stored]) == 0
    assert run(["restore", str(target), "--database", f"sqlite:///{tmp_path}/again.db"]) == 0
    assert logs(tmp_path / "again.db") == logs(target)


def test_only_its_owner_can_read_a_backup_and_what_is_restored(stored: str, tmp_path: Path) -> None:
    assert run(["backup", str(tmp_path / "b"), "--database", stored]) == 0
    assert run(["restore", str(tmp_path / "b"), "--database", f"sqlite:///{tmp_path}/again.db"]) == 0
    for name in ("b", "again.db"):
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600


def test_nothing_is_overwritten(
    stored: str, tmp_path: Path, postgres: Postgres, capsys: pytest.CaptureFixture[str]
) -> None:
    there = tmp_path / "there.backup"
    there.write_text("mine")
    assert run(["backup", str(there), "--database", stored]) == 2
    assert there.read_text() == "mine"
    assert run(["backup", str(tmp_path / "b"), "--database", stored]) == 0
    used = postgres.fresh()
    assert run(["restore", str(tmp_path / "b"), "--database", used]) == 0
    capsys.readouterr()
    assert run(["restore", str(tmp_path / "b"), "--database", stored]) == 2
    assert run(["restore", str(tmp_path / "b"), "--database", used]) == 2
    codes = [line.split(": ")[1] for line in capsys.readouterr().err.splitlines()]
    assert codes == ["FILE_EXISTS", "NOT_EMPTY"]


@pytest.mark.parametrize("damage", ["cut", "hole", "text", "database", "missing"])
def test_what_is_not_a_whole_backup_is_refused(
    stored: str, damage: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, into = tmp_path / "b", tmp_path / "again.db"
    assert run(["backup", str(file), "--database", stored]) == 0
    whole = file.read_bytes()
    if damage == "cut":
        file.write_bytes(whole[: len(whole) // 2])
    elif damage == "hole":
        file.write_bytes(whole[:20_000] + bytes(200_000) + whole[220_000:])
    elif damage == "text":
        file.write_text("not a backup")
    elif damage == "database":
        file = tmp_path / "tables.db"
    else:
        file.unlink()
    capsys.readouterr()
    assert run(["restore", str(file), "--database", f"sqlite:///{into}"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(("turncoat: NOT_A_BACKUP: ", "turncoat: NO_FILE: "))
    assert not into.exists()


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["backup", "b", "--database", "sqlite:///nowhere.db"], "NOT_FOUND"),
        (["backup", "no/such/folder/b"], "NO_FILE"),
        (["backup", "b", "--keep", "3"], "USAGE"),
        (["backup", ".", "--keep", "0"], "USAGE"),
        (["backup", "b", "--database", "mysql://localhost/x"], "USAGE"),
        (["backup", "b", "--database", "postgresql://nobody@127.0.0.1:1/x"], "UNAVAILABLE"),
        (["restore", "nothing"], "NO_FILE"),
        (["migrate", "--database", "sqlite:///nowhere.db"], "NOT_FOUND"),
    ],
)
def test_bad_input_is_one_sentence_and_leaves_no_file(
    arguments: list[str],
    code: str,
    stored: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    monkeypatch.setenv("TURNCOAT_DATABASE", stored if arguments[0] != "restore" else "sqlite:///again.db")
    capsys.readouterr()
    assert run(arguments) == 2
    told = capsys.readouterr()
    assert told.out == ""
    (line,) = told.err.splitlines()
    assert line.startswith(f"turncoat: {code}: ")
    assert list(here.iterdir()) == []


def test_a_folder_keeps_the_newest_backups(stored: str, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    (folder / "turncoat-20200101-000000.backup").touch()
    (folder / "turncoat-20200102-000000.backup").touch()
    (folder / "letter.txt").touch()
    assert run(["backup", str(folder), "--keep", "2", "--database", stored]) == 0
    names = sorted(path.name for path in folder.iterdir())
    assert len(names) == 3
    assert names[:2] == ["letter.txt", "turncoat-20200102-000000.backup"]


# upgrades


def test_the_drill_of_an_upgrade(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A database of the version before: it is found old, backed up, upgraded in place, and no game is lost."""
    file = unpack_database("before_hardening", tmp_path)
    address = f"sqlite:///{file}"
    assert run(["migrate", "--check", "--database", address]) == 1
    assert f"this version needs {newest()}" in capsys.readouterr().out
    assert run(["migrate", "--check", "--database", address]) == 1  # nothing was changed
    assert run(["backup", str(tmp_path / "b"), "--database", address]) == 0
    before = logs(tmp_path / "b")
    assert run(["migrate", "--database", address]) == 0
    assert run(["migrate", "--check", "--database", address]) == 0
    assert logs(file) == before
    assert run(["restore", str(tmp_path / "b"), "--database", f"sqlite:///{tmp_path}/again.db"]) == 0
    assert run(["migrate", "--check", "--database", f"sqlite:///{tmp_path}/again.db"]) == 0
    made = kept("answers", "before_hardening")
    for place in (address, f"sqlite:///{tmp_path}/again.db"):
        with running(place, tmp_path / "log") as server:
            for visitor, token in made["tokens"].items():
                for table in made["tables"].values():
                    assert Client(server.address, token).table(table)["table"]["id"] == table, visitor


def test_a_database_of_a_newer_version_is_left_alone(
    stored: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(sqlite3.connect(tmp_path / "tables.db")) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    capsys.readouterr()
    assert run(["migrate", "--check", "--database", stored]) == 2
    assert "NEWER_DATABASE: The database has revision 9999" in capsys.readouterr().err
    with pytest.raises(RuntimeError, match="cannot start: NEWER_DATABASE"):
        ServerProcess(stored, tmp_path / "log").start()
    assert "Traceback" not in (tmp_path / "log").read_text()


def test_why_a_database_cannot_be_opened_is_said_once_in_its_own_words(
    postgres: Postgres, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Until now it was called `DBAPIError`, and the server said it twice with a link."""
    missing = make_url(postgres.fresh()).set(database="nowhere").render_as_string(hide_password=False)
    why = 'database "nowhere" does not exist'
    assert run(["doctor", "--database", missing]) == 1
    assert f"The database does not answer: {why}." in capsys.readouterr().out
    with pytest.raises(RuntimeError, match=f"cannot start: {why}\n"):
        ServerProcess(missing, tmp_path / "log").start()
    assert (tmp_path / "log").read_text().count(why) == 1
