"""Item 6 of the threat model: visitors are issued by the server, and an address has limits whoever it claims to be."""

from __future__ import annotations

import asyncio
import secrets
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import AsyncExitStack, closing
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect

from tests.attacks.people import Person, without_refill
from tests.server.harness import ServerProcess, running
from turncoat.client import Client, Seat, ServerRefused
from turncoat.server.config import LIMITS

CHAT, SOCKET, VISITOR = LIMITS["chat"], LIMITS["socket"], LIMITS["visitor"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server with its limits on, behind a proxy."""
    folder = tmp_path_factory.mktemp("visitors")
    settings = {"rate_limits": 1, "trust_proxy": 1, "limits": without_refill("chat", "visitor")}
    with running(f"sqlite:///{folder}/t.db", folder / "log", **settings) as process:
        yield process
        log = process.log.read_text()
    assert "Traceback" not in log, log[-4000:]


def invented() -> str:
    return secrets.token_urlsafe(36)


def test_a_token_that_somebody_made_up_is_refused(server: ServerProcess) -> None:
    stranger = Person(server, "198.51.100.1", invented())
    for reply in (stranger.get("/api/tables"), stranger.get("/api/info"), stranger.post("/api/play")):
        assert (reply.status_code, reply.json()["error"]) == (401, "UNKNOWN_VISITOR")


def test_a_token_with_another_signature_is_refused(server: ServerProcess) -> None:
    token = Person(server, "198.51.100.1").token
    forged = token[:-1] + ("A" if token[-1] != "A" else "B")
    assert Person(server, "198.51.100.1", token).get("/api/info").status_code == 200
    assert Person(server, "198.51.100.1", forged).get("/api/info").status_code == 401


async def test_a_socket_with_a_token_that_somebody_made_up_is_closed(server: ServerProcess) -> None:
    table = (await asyncio.to_thread(lambda: Person(server, "198.51.100.2").open_table()))["id"]
    with pytest.raises(ServerRefused, match="UNKNOWN_VISITOR"):
        async with Seat(server.address, invented(), table):
            pass


def test_a_browser_with_an_unknown_cookie_gets_a_new_one(server: ServerProcess) -> None:
    with httpx.Client(base_url=server.address, cookies={"turncoat": invented()}) as browser:
        assert browser.get("/api/tables").status_code == 401
        assert browser.post("/api/visitors/cookie").json() == {"new": True}
        browser.cookies.delete("turncoat", domain="")
        assert browser.get("/api/tables").status_code == 200
        assert browser.post("/api/visitors/cookie").json() == {"new": False}


def test_our_client_with_an_unknown_token_becomes_a_new_visitor(server: ServerProcess) -> None:
    token = invented()
    client = Client(server.address, token)
    table = client.create(ruleset="classic", name="Ann")
    assert client.token != token
    assert client.table(table)["you"]["seat"] == 0


def test_tokens_outlive_a_restart_and_are_good_at_every_process(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/t.db"
    with running(database, tmp_path / "log") as first:
        token = Client(first.address).token
        with running(database, tmp_path / "log") as second:
            assert Person(second, "198.51.100.1", token).get("/api/info").status_code == 200
    with running(database, tmp_path / "log") as third:
        assert Person(third, "198.51.100.1", token).get("/api/info").status_code == 200


def test_issuing_tokens_stores_nothing(tmp_path: Path) -> None:
    def rows() -> int:
        with closing(sqlite3.connect(tmp_path / "t.db")) as database:
            tables = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            return sum(database.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in tables)

    with running(f"sqlite:///{tmp_path}/t.db", tmp_path / "log") as server, httpx.Client() as http:
        before = rows()
        tokens = {http.post(f"{server.address}/api/visitors").json()["token"] for _ in range(200)}
        assert len(tokens) == 200
        assert rows() == before


def test_an_address_gets_only_so_many_visitors(server: ServerProcess) -> None:
    with httpx.Client(base_url=server.address, headers={"x-forwarded-for": "198.51.101.1"}) as http:
        replies = Counter(http.post("/api/visitors").status_code for _ in range(VISITOR.address + 50))
    assert replies == {201: VISITOR.address, 429: 50}


def test_a_crowd_of_visitors_at_one_address_may_say_as_much_as_an_address_may(server: ServerProcess) -> None:
    """It was: 4,000 of 4,000 lines of watchers were stored."""
    table = Person(server, "198.51.102.1").open_table()["id"]
    crowd = [Person(server, "198.51.102.2") for _ in range(40)]
    replies = Counter(one.post(f"/api/tables/{table}/chat", text="spam").status_code for _ in range(8) for one in crowd)
    assert replies == {200: CHAT.address, 429: 8 * len(crowd) - CHAT.address}
    said = Person(server, "198.51.102.3").get(f"/api/tables/{table}/messages").json()[0]["chat"]
    assert len(said) == CHAT.address


async def open_sockets(
    stack: AsyncExitStack, where: str, headers: dict[str, str], number: int
) -> list[ClientConnection]:
    """Sockets that stayed open, of so many."""
    tried = [
        await stack.enter_async_context(connect(where, additional_headers=headers, compression=None))
        for _ in range(number)
    ]
    for socket in tried:
        try:
            await socket.recv()
        except Exception:  # noqa: BLE001 - it was closed
            continue
    return [socket for socket in tried if socket.close_code is None]


async def test_an_address_holds_only_so_many_sockets(server: ServerProcess) -> None:
    """It was: 1,500 sockets. A school class has room."""
    table = (await asyncio.to_thread(lambda: Person(server, "198.51.103.1").open_table()))["id"]
    where = f"ws{server.address[4:]}/api/tables/{table}/socket"
    async with AsyncExitStack() as stack:
        held = await open_sockets(stack, where, {"x-forwarded-for": "198.51.103.2"}, SOCKET.address + 30)
        assert len(held) == SOCKET.address >= 60
        assert len(await open_sockets(stack, where, {"x-forwarded-for": "198.51.103.3"}, 1)) == 1


async def test_ten_phones_in_one_room_play_undisturbed(server: ServerProcess) -> None:
    def sit_down() -> tuple[str, list[Person]]:
        people = [Person(server, "198.51.104.1") for _ in range(10)]
        code = people[0].open_table(players=10, name="P0")["code"]
        for number, person in enumerate(people[1:], 1):
            assert person.get(f"/api/tables/{code}").status_code == 200
            assert person.post(f"/api/tables/{code}/join", name=f"P{number}").status_code == 200
        return code, people

    code, people = await asyncio.to_thread(sit_down)
    async with AsyncExitStack() as stack:
        for person in people:
            held = await open_sockets(stack, person.socket_address(code), person.headers, 2)
            assert len(held) == 2
