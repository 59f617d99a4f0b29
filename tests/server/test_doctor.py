"""`turncoat doctor` finds what is wrong with a server and says what to do; it changes nothing."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import ssl
import subprocess
from collections import namedtuple
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import pytest

from tests.server.harness import ServerProcess, free_port, running
from turncoat.cli import run
from turncoat.server.config import Config, load_config
from turncoat.server.doctor import Finding, examine


async def findings(url: str = "", **settings: Any) -> dict[str, Finding]:
    """What is found, by what was examined."""
    return {finding.what: finding async for finding in examine(load_config(settings, {}), url)}


@pytest.fixture
def database(tmp_path: Path) -> str:
    (tmp_path / "tables.db").touch(0o600)
    address = f"sqlite:///{tmp_path / 'tables.db'}"
    assert run(["migrate", "--database", address]) == 0
    return address


async def test_a_server_that_is_well(server: ServerProcess, database: str) -> None:
    found = await findings(server.address, database=database)
    assert {finding.state for finding in found.values()} == {"well"}, found
    assert set(found) == {
        "settings",
        "page",
        "origins",
        "disk",
        "file",
        "database",
        "clock",
        "server",
        "proxy",
        "sockets",
    }


async def test_one_thing_is_told_as_one(database: str, tmp_path: Path) -> None:
    _in_the_future(tmp_path / "tables.db")
    found = await findings(database=database, origins=["https://example.org"])
    assert "1 table, 0 records;" in found["database"].says
    assert found["origins"].says == "1 other page may use this server."


def test_the_command_prints_what_to_do_and_tells_it_by_its_exit_code(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["doctor", "--database", database]) == 0
    assert "WRONG" not in capsys.readouterr().out
    (tmp_path / "tables.db").chmod(0o644)
    assert run(["doctor", "--database", database]) == 1
    assert f"→ chmod 600 {tmp_path / 'tables.db'}" in capsys.readouterr().out
    assert run(["doctor", "--database", database, "--json"]) == 1
    assert '"state":"wrong"' in capsys.readouterr().out
    monkeypatch.setenv("TURNCOAT_PROXIES", "somewhere")
    assert run(["doctor", "--database", database]) == 2


@pytest.mark.parametrize(
    ("settings", "what", "state"),
    [
        ({"test_secret": "x"}, "settings", "wrong"),
        ({"rate_limits": False}, "settings", "wrong"),
        ({"fixed_deals": True}, "settings", "doubtful"),
        ({"web": "/no/such/folder"}, "page", "wrong"),
        ({"origins": ["https://example.org/"]}, "origins", "wrong"),
        ({"origins": ["example.org"]}, "origins", "wrong"),
        ({"origins": ["http://example.org"]}, "origins", "doubtful"),
        ({"redis": "redis://127.0.0.1:1"}, "redis", "wrong"),
        ({"redis": "nonsense"}, "redis", "wrong"),
        ({"database": "sqlite:////no/such/folder/tables.db"}, "disk", "wrong"),
        ({"database": "postgresql://nobody@127.0.0.1:1/x"}, "database", "wrong"),
    ],
)
async def test_settings_that_cannot_work(database: str, settings: dict[str, Any], what: str, state: str) -> None:
    finding = (await findings(**{"database": database, **settings}))[what]
    assert finding.state == state
    assert finding.do


def _in_the_future(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        row = ("t", 0, "open", b"", 0, 1 << 45)
        connection.execute(
            "INSERT INTO tables (id, public, status, listing, solo, updated) VALUES (?, ?, ?, ?, ?, ?)", row
        )


def _older(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '0002'")


def _newer(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")


def _damage(file: Path) -> None:
    whole = file.read_bytes()
    file.write_bytes(whole[:4096] + b"\xff" * 4096 + whole[8192:])


def _no_database(file: Path) -> None:
    file.write_text("something else, and long enough to be read as a page" * 100)


@pytest.mark.parametrize(
    ("harm", "what", "state"),
    [
        (_in_the_future, "clock", "wrong"),
        (_older, "database", "doubtful"),
        (_newer, "database", "wrong"),
        (_damage, "database", "wrong"),
        (_no_database, "database", "wrong"),
    ],
)
async def test_a_database_that_is_not_well(
    database: str, tmp_path: Path, harm: Callable[[Path], None], what: str, state: str
) -> None:
    harm(tmp_path / "tables.db")
    before = (tmp_path / "tables.db").read_bytes()
    assert (await findings(database=database))[what].state == state
    assert (tmp_path / "tables.db").read_bytes() == before


@pytest.mark.parametrize(("free", "state"), [(50 << 20, "wrong"), (500 << 20, "doubtful"), (5 << 30, "well")])
async def test_a_disk_that_fills_up(database: str, monkeypatch: pytest.MonkeyPatch, free: int, state: str) -> None:
    usage = namedtuple("usage", "free")
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: usage(free))
    assert (await findings(database=database))["disk"].state == state


async def test_the_folder_is_named_in_full(database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert (await findings(database="sqlite:///tables.db"))["disk"].says.endswith(f"free in {tmp_path}.")


# proxies


@asynccontextmanager
async def proxy(port: int, change: Callable[[bytes], bytes], tls: ssl.SSLContext | None = None) -> AsyncIterator[int]:
    """A proxy that changes the head of each request; one request a connection."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        up_reader, up_writer = await asyncio.open_connection("127.0.0.1", port)
        up_writer.write(change(head))
        await asyncio.gather(_pump(reader, up_writer), _pump(up_reader, writer))

    listening = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=tls)
    async with listening:
        yield listening.sockets[0].getsockname()[1]


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while data := await reader.read(4096):
            writer.write(data)
    except OSError:
        pass
    finally:
        writer.close()


def _last(head: bytes) -> bytes:
    """One request a connection, unless it is a socket."""
    return (
        head
        if b"Upgrade" in head
        else head.replace(b"\r\nConnection: keep-alive", b"\r\nConnection: close").replace(
            b"\r\nconnection: keep-alive", b"\r\nConnection: close"
        )
    )


def _without(name: bytes) -> Callable[[bytes], bytes]:
    def change(head: bytes) -> bytes:
        return b"\r\n".join(line for line in _last(head).split(b"\r\n") if not line.lower().startswith(name))

    return change


def _other_host(head: bytes) -> bytes:
    lines = _last(head).split(b"\r\n")
    return b"\r\n".join(b"Host: backend:8000" if line.lower().startswith(b"host:") else line for line in lines)


@pytest.mark.parametrize(
    ("change", "ill"), [(_last, set()), (_other_host, {"proxy", "sockets"}), (_without(b"upgrade:"), {"sockets"})]
)
async def test_what_a_proxy_does_not_forward(
    server: ServerProcess, database: str, change: Callable[[bytes], bytes], ill: set[str]
) -> None:
    async with proxy(server.port, change) as port:
        found = await findings(f"http://127.0.0.1:{port}", database=database)
    assert {what for what, finding in found.items() if finding.state != "well"} == ill


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("tls") / "both.pem"
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
    made += ["-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", str(file), "-out", f"{file}.crt"]
    subprocess.run(made, check=True, capture_output=True)
    file.write_bytes(file.read_bytes() + Path(f"{file}.crt").read_bytes())
    return file


def _forwarded(head: bytes) -> bytes:
    return _last(head).replace(b"\r\n", b"\r\nX-Forwarded-Proto: https\r\nX-Forwarded-For: 203.0.113.7\r\n", 1)


@pytest.mark.parametrize(
    ("change", "trust", "says"),
    [
        (_forwarded, True, ""),
        (_last, True, "does not know that it is used over https"),
        (_forwarded, False, "does not know that it is used over https"),
    ],
)
async def test_a_proxy_that_ends_tls(
    change: Callable[[bytes], bytes],
    trust: bool,
    says: str,
    database: str,
    certificate: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", f"{certificate}.crt")
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(certificate)
    with running(database, tmp_path / "log", trust_proxy=trust) as server:
        async with proxy(server.port, change, tls) as port:
            found = await findings(f"https://127.0.0.1:{port}", database=database, trust_proxy=trust)
    assert found["sockets"].state == "well"
    assert found["proxy"].state == ("wrong" if says else "well")
    assert says in found["proxy"].says


async def test_an_address_where_nothing_or_something_else_answers(database: str) -> None:
    found = await findings(f"http://127.0.0.1:{free_port()}", database=database)
    assert found["server"].state == "wrong"

    async def other(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello")
        writer.close()

    async with await asyncio.start_server(other, "127.0.0.1", 0) as listening:
        found = await findings(f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}", database=database)
    assert found["server"].state == "wrong"
    assert found["sockets"].state == "wrong"


def test_proxies_are_addresses_or_networks() -> None:
    assert Config(proxies=("10.0.0.0/8", "::1")).proxies == ("10.0.0.0/8", "::1")
    with pytest.raises(ValueError, match="proxies"):
        load_config({"proxies": ["proxy.example"]}, {})
