"""What surrounds every request: origins, cookies, limits, files, health, and going down in good order."""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tests.server.harness import ServerProcess, dealt, free_port, running, visitor
from tests.server.stores import Redis
from turncoat.client import Client
from turncoat.server.live.fanout import News, RedisFanout


def post(server: ServerProcess, path: str, **headers: str) -> httpx.Response:
    own = {"authorization": f"Bearer {visitor(server).token}", **headers}
    return httpx.post(server.address + path, json={"ruleset": "classic"}, headers=own, timeout=20)


def test_a_foreign_page_may_neither_post_nor_connect(server: ServerProcess) -> None:
    assert post(server, "/api/tables", origin="https://evil.example").status_code == 403
    assert post(server, "/api/tables", **{"sec-fetch-site": "cross-site"}).status_code == 403
    assert post(server, "/api/tables", origin=server.address).status_code == 201


async def test_a_foreign_page_gets_no_socket(server: ServerProcess) -> None:
    table = await asyncio.to_thread(lambda: visitor(server).create(ruleset="classic"))
    where = f"ws{server.address[4:]}/api/tables/{table}/socket"
    async with connect(where, origin="https://evil.example") as socket:  # type: ignore[arg-type]
        with pytest.raises(ConnectionClosed) as caught:
            await socket.recv()
    assert caught.value.rcvd is not None
    assert caught.value.rcvd.code == 4403


def test_a_browser_gets_a_careful_cookie_once(server: ServerProcess) -> None:
    with httpx.Client(base_url=server.address, timeout=20) as browser:
        first = browser.post("/api/visitors/cookie")
        cookie = first.headers["set-cookie"]
        assert cookie.startswith("turncoat=")
        assert first.json() == {"new": True}
        assert "set-cookie" not in browser.post("/api/visitors/cookie").headers
        assert "HttpOnly" in cookie
        assert "samesite=lax" in cookie.lower()
        made = browser.post("/api/tables", json={"ruleset": "classic", "name": "Ann"}).json()
        again = browser.get(f"/api/tables/{made['table']['id']}")
        assert again.json()["you"]["seat"] == 0
        assert "set-cookie" not in again.headers


def test_a_secret_comes_only_when_asked_for(server: ServerProcess) -> None:
    """The first requests of a page race; none of their answers may replace the secret another one brought."""
    table = visitor(server).create(ruleset="classic")
    with httpx.Client(base_url=server.address, timeout=20) as browser:
        for path in ("/", "/api/info", "/api/tables", "/api/tables/mine", f"/api/tables/{table}"):
            reply = browser.get(path)
            assert reply.status_code == 200
            assert "set-cookie" not in reply.headers


def test_nobody_can_own_nothing(server: ServerProcess) -> None:
    """A chair taken without a secret could never be found again."""
    table = visitor(server).create(ruleset="classic")
    for path, body in (
        (f"/api/tables/{table}/join", {"name": "Ann"}),
        (f"/api/tables/{table}/chat", {"text": "Hello"}),
        ("/api/tables", {"ruleset": "classic", "name": "Ann"}),
        ("/api/play", {}),
        ("/api/solo", {}),
    ):
        reply = httpx.post(server.address + path, json=body, timeout=20)
        assert (reply.status_code, reply.json()["error"]) == (401, "NO_VISITOR"), path
        assert "set-cookie" not in reply.headers


async def test_nobody_may_watch_but_not_act_by_socket(server: ServerProcess) -> None:
    table = await asyncio.to_thread(lambda: visitor(server).create(ruleset="classic"))
    async with connect(f"ws{server.address[4:]}/api/tables/{table}/socket") as socket:
        sync = json.loads(await socket.recv())
        assert sync["you"] == {"seat": None, "host": False, "channels": []}
        await socket.send('{"do":"join","name":"Ann","ref":7}')
        while (reply := json.loads(await socket.recv()))["type"] == "presence":
            pass
        assert (reply["type"], reply["ref"], reply["error"]) == ("refused", 7, "NO_VISITOR")


def test_every_answer_has_its_security_headers(server: ServerProcess) -> None:
    for path in ("/", "/t/BCDF", "/api/info", "/nothing.js", "/api/nothing"):
        headers = httpx.get(server.address + path, timeout=20).headers
        assert "script-src 'self'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"


def test_what_is_too_long_is_refused(server: ServerProcess) -> None:
    body = {"ruleset": "classic", "name": "x" * 20_000}
    reply = httpx.post(server.address + "/api/tables", json=body, timeout=20)
    assert reply.status_code == 413
    assert reply.json()["error"] == "TOO_LARGE"


def test_errors_have_one_shape(server: ServerProcess) -> None:
    for method, path, status in (
        ("GET", "/api/nothing", 404),
        ("GET", "/api/tables/ZZZZ", 404),
        ("PUT", "/api/tables", 405),
        ("GET", "/api/records/none", 404),
        ("GET", "/api/records?limit=999999", 400),
    ):
        reply = httpx.request(method, server.address + path, timeout=20)
        assert reply.status_code == status, path
        assert set(reply.json()) == {"error", "message"}
    broken = httpx.post(server.address + "/api/tables", content=b"{", timeout=20)
    assert broken.status_code == 400
    assert broken.json()["error"] == "BAD_REQUEST"


def test_who_is_too_fast_must_wait(tmp_path: Path) -> None:
    with running(f"sqlite:///{tmp_path}/t.db", tmp_path / "log", rate_limits=1) as server:
        client = visitor(server)
        table = client.create(ruleset="classic", name="Ann")
        headers = {"authorization": f"Bearer {client.token}"}
        with httpx.Client(base_url=server.address, headers=headers, timeout=20) as browser:
            replies = [browser.post(f"/api/tables/{table}/chat", json={"text": "spam"}) for _ in range(12)]
        assert [reply.status_code for reply in replies[:5]] == [200] * 5
        assert replies[-1].status_code == 429
        assert replies[-1].headers["retry-after"]


def test_what_reads_many_records_is_limited_though_it_changes_nothing(tmp_path: Path) -> None:
    with running(f"sqlite:///{tmp_path}/t.db", tmp_path / "log", rate_limits=1, limits="command=2/99/99/600") as server:
        for path in ("/api/solo/daily", "/api/solo/stats", "/api/records", "/api/records?mine=true"):
            headers = {"authorization": f"Bearer {visitor(server).token}"}
            found = [httpx.get(server.address + path, headers=headers, timeout=20).status_code for _ in range(3)]
            assert found == [200, 200, 429], path


def test_a_server_that_is_told_to_end_leaves_nothing_behind(tmp_path: Path) -> None:
    """Python's tracker of resources complained of five semaphores, those of the process in which bots think."""
    log = tmp_path / "log"
    with running(f"sqlite:///{tmp_path}/t.db", log) as server:
        client = visitor(server)
        assert client.hint(client.alone(deal=3, name="Ann"))["move"]  # a bot has thought
    time.sleep(1)  # the tracker ends after the server
    assert "leaked" not in log.read_text()


def test_the_client_files_are_served_with_care(tmp_path: Path) -> None:
    web = tmp_path / "web"
    (web / "assets").mkdir(parents=True)
    (web / "index.html").write_text("<!doctype html><title>page</title>")
    (web / "assets" / "app-1a2b3c.js").write_text("let a = 1;\n" * 100)
    with running(f"sqlite:///{tmp_path}/t.db", tmp_path / "log", web=web) as server:
        page = httpx.get(server.address + "/t/BCDF", timeout=20)
        assert "page" in page.text
        assert page.headers["cache-control"] == "no-cache"
        script = httpx.get(server.address + "/assets/app-1a2b3c.js", timeout=20)
        assert "immutable" in script.headers["cache-control"]
        assert script.headers["content-type"].startswith("text/javascript")
        assert script.headers["content-encoding"] == "gzip"
        known = httpx.get(server.address + "/", headers={"if-none-match": page.headers["etag"]}, timeout=20)
        assert known.status_code == 304
        assert httpx.get(server.address + "/../../etc/passwd", timeout=20).status_code in (200, 404)
        assert httpx.get(server.address + "/missing.js", timeout=20).status_code == 404


def test_metrics_and_health(server: ServerProcess) -> None:
    assert httpx.get(server.address + "/health/live", timeout=20).text == "ok"
    assert httpx.get(server.address + "/health/ready", timeout=20).status_code == 200
    text = httpx.get(server.address + "/metrics", timeout=20).text
    for name, kind in (
        ("tables", "gauge"),
        ("sockets", "gauge"),
        ("entries_total", "counter"),
        ("commits_total", "counter"),
        ("commit_seconds", "histogram"),
        ("memory_bytes", "gauge"),
    ):
        assert f"# HELP turncoat_{name} " in text
        assert f"# TYPE turncoat_{name} {kind}" in text
        assert f"\nturncoat_{name}{'_count' if kind == 'histogram' else ''} " in text
    for line in text.splitlines():
        assert "{" not in line or line.split("{")[1].startswith(("code=", "status=", "le=")), line


def test_metrics_count_commands_that_come_by_rest(server: ServerProcess) -> None:
    """Opening a table, taking a chair and talking, without any socket."""

    def counted(name: str) -> float:
        text = httpx.get(server.address + "/metrics", timeout=20).text
        return float(next(line for line in text.splitlines() if line.startswith(f"turncoat_{name} ")).split()[1])

    host = visitor(server)
    table = host.create(ruleset="classic", players=5, name="Ann")
    before, stored = counted("entries_total"), counted("commit_seconds_count")
    for text in ("hello", "anybody?"):
        host.do(table, "chat", text=text)
    assert counted("entries_total") == before + 2
    assert counted("commit_seconds_count") == stored + 2


async def test_a_table_of_bots_alone_plays_while_somebody_watches(server: ServerProcess) -> None:
    host = visitor(server)
    table = await asyncio.to_thread(lambda: host.create(ruleset="classic", players=5, pace="instant"))
    for _ in range(5):
        await asyncio.to_thread(lambda: host.do(table, "bot", bot="random"))
    async with host.sit(table) as watching:
        await watching.do("start")
        await watching.until(lambda: watching.view is not None and watching.view["outcome"] is not None)


def test_the_server_says_where_it_is_and_where_its_games_are(server: ServerProcess, tmp_path: Path) -> None:
    said = server.log.read_text()
    assert "games are kept in sqlite:///" in said
    assert said.index("games are kept in") < said.index(f"Turncoat at {server.address}")


async def test_redis_being_down_is_said_once(caplog: pytest.LogCaptureFixture) -> None:
    fanout = RedisFanout(f"redis://127.0.0.1:{free_port()}")
    await fanout.start(lambda news: None)
    for _ in range(5):
        fanout.publish(News("here", "there"))
    await asyncio.sleep(1.3)
    await fanout.stop()
    assert [record.message for record in caplog.records] == ["the fan-out is down: ConnectionError"]


async def test_a_server_that_is_sending_news_can_stop() -> None:
    """The client of Redis now and then swallows a cancellation: then the server waited for ever."""
    redis = Redis()
    redis.start()
    try:
        for turns in range(40):
            fanout = RedisFanout(redis.address)
            await fanout.start(lambda news: None)
            for _ in range(1000):
                fanout.publish(News("here", "there"))
            for _ in range(5 * turns):
                await asyncio.sleep(0)
            async with asyncio.timeout(5):
                await fanout.stop()
    finally:
        redis.stop()


async def test_the_server_goes_down_in_good_order(tmp_path: Path) -> None:
    server = ServerProcess(f"sqlite:///{tmp_path}/t.db", tmp_path / "log", log_json=1)
    server.start()
    async with dealt(server) as seats:
        leader = next(seat for seat in seats if seat.asks)
        ask, move = leader.asks[0], leader.asks[0].choices()[0]
        await leader.answer(ask, move)
        begin = time.monotonic()
        await asyncio.to_thread(server.stop)
        assert time.monotonic() - begin < 10
        await asyncio.to_thread(server.start)
        await leader.until(lambda: leader.connections == 2)
        assert (await leader.answer(ask, move))["again"]
    await asyncio.to_thread(server.stop)
    lines = (tmp_path / "log").read_text().splitlines()
    assert lines
    assert all(json.loads(line)["level"] == "info" for line in lines), lines


async def test_logs_hold_no_move_and_no_name(tmp_path: Path) -> None:
    with running(f"sqlite:///{tmp_path}/t.db", tmp_path / "log", log_level="debug") as server:
        async with dealt(server) as seats:
            leader = next(seat for seat in seats if seat.asks)
            await leader.answer(leader.asks[0], leader.asks[0].choices()[0])
            await seats[0].do("chat", text="remember the lemons")
            secret: Any = seats[0]._headers["authorization"][7:]
            code = seats[0].table["code"]
    text = (tmp_path / "log").read_text()
    for forbidden in ("propose", "lemons", secret, code, "P1"):
        assert forbidden not in text, forbidden


def test_a_token_lasts(server: ServerProcess) -> None:
    secret = visitor(server).token
    table = Client(server.address, secret).create(ruleset="classic", name="Ann")
    assert Client(server.address, secret).table(table)["you"]["seat"] == 0
