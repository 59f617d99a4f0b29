"""Item 5 of the threat model: a request has a limit to its head, its body, and the time it takes to arrive."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
from collections.abc import Iterator

import pytest
import uvicorn
from uvicorn.server import ServerState

from tests.server.harness import ServerProcess, running
from turncoat.server.http import bounded_http
from turncoat.server.http.bounded_http import MAX_BODY, MAX_FIELDS, MAX_HEAD, BoundedHttp

START = b"GET /api/info HTTP/1.1\r\nHost: a\r\n"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder = tmp_path_factory.mktemp("heads")
    with running(f"sqlite:///{folder}/t.db", folder / "log") as process:
        yield process
        log = process.log.read_text()
    assert "Traceback" not in log, log[-4000:]
    assert " ERROR " not in log, log[-4000:]


def exchange(server: ServerProcess, *parts: bytes) -> bytes:
    """Send these parts and read until the server closes the connection."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as wire:
        answer = b""
        try:
            for part in parts:
                wire.sendall(part)
            while data := wire.recv(65536):
                answer += data
        except ConnectionError:
            pass
        return answer


def status_and_code(answer: bytes) -> tuple[int, str]:
    head, _, body = answer.partition(b"\r\n\r\n")
    return int(head.split()[1]), json.loads(body)["error"]


@pytest.mark.parametrize(
    "head",
    [
        START + b"X: " + b"x" * MAX_HEAD + b"\r\n\r\n",
        START + b"X: " + b"x" * MAX_HEAD,
        START + b"x" * MAX_HEAD + b": 1\r\n\r\n",
        START + b"X-Many: 1\r\n" * (MAX_FIELDS + 1) + b"\r\n",
        START + b"X: %s\r\n" % (b"x" * 1000) * (MAX_HEAD // 1000 + 1) + b"\r\n",
        b"GET /" + b"x" * MAX_HEAD + b" HTTP/1.1\r\n\r\n",
    ],
    ids=["long field", "endless field", "long name", "many fields", "all together", "long address"],
)
@pytest.mark.parametrize("slices", [1, 7])
def test_a_head_that_is_too_long_is_refused(server: ServerProcess, head: bytes, slices: int) -> None:
    size = -(-len(head) // slices)
    answer = exchange(server, *(head[at : at + size] for at in range(0, len(head), size)))
    assert status_and_code(answer) == (431, "HEAD_TOO_LARGE")


@pytest.mark.parametrize("line", [b"X: " + b"x" * 1000 + b"\r\n", b"x" * 1000], ids=["fields", "one field"])
def test_nobody_gets_rid_of_24_megabytes_of_head(server: ServerProcess, line: bytes) -> None:
    """It was: they were all kept, at twelve times their size, and a header of 100 MB was accepted."""
    answer = exchange(server, START, *([line * 1000] * 24), b"\r\n\r\n")
    assert answer == b"" or status_and_code(answer) == (431, "HEAD_TOO_LARGE")


def test_a_head_within_the_limits_is_answered(server: ServerProcess) -> None:
    head = START + b"X: %s\r\n" % (b"x" * 100) * (MAX_FIELDS - 2) + b"Connection: close\r\n\r\n"
    assert exchange(server, head).startswith(b"HTTP/1.1 200")


def test_a_body_that_is_too_long_is_refused_however_it_comes(server: ServerProcess) -> None:
    post = b"POST /api/tables HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
    chunk = b"1000\r\n" + b" " * 4096 + b"\r\n"
    long = MAX_BODY // 4096 + 1
    for parts in (
        (post + b"Content-Length: %d\r\n\r\n" % (MAX_BODY + 1), b" " * (MAX_BODY + 1)),
        (post + b"Transfer-Encoding: chunked\r\n\r\n", *([chunk] * long)),
    ):
        assert status_and_code(exchange(server, *parts)) == (413, "TOO_LARGE")


class SlowConnection:
    """A connection whose bytes are given by hand, with a short limit to the time they take."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(bounded_http, "ARRIVAL_SECONDS", 0.3)
        self.config = uvicorn.Config(answer, http=BoundedHttp, log_config=None)
        self.config.load()

    async def exchange(self, *parts: bytes, pause: float) -> bytes:
        """Send these parts with a pause after each, and read until the connection ends."""
        loop, state = asyncio.get_running_loop(), ServerState()
        server = await loop.create_server(lambda: BoundedHttp(self.config, state, {}), "127.0.0.1")
        async with server, asyncio.timeout(30):
            reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
            reading = asyncio.create_task(read_all(reader))
            for part in parts:
                if not reading.done():
                    writer.write(part)
                    await asyncio.sleep(pause)
            try:
                return await reading
            finally:
                writer.close()


async def read_all(reader: asyncio.StreamReader) -> bytes:
    """Everything until the connection ends, however it ends."""
    heard = b""
    with contextlib.suppress(ConnectionError):
        while data := await reader.read(65536):
            heard += data
    return heard


async def answer(scope: object, receive: object, send: object) -> None:
    """An application that reads the whole body before it answers."""
    while (message := await receive())["type"] == "http.request" and message["more_body"]:  # type: ignore[operator]
        pass
    if message["type"] == "http.request":
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})  # type: ignore[operator]
        await send({"type": "http.response.body", "body": b"ok"})  # type: ignore[operator]


@pytest.mark.parametrize(
    "parts",
    [
        (b"",),
        tuple(bytes((byte,)) for byte in START),
        (START, *(b"X-%d: 1\r\n" % number for number in range(50))),
        (b"\r\n",) * 50,
        (b"POST / HTTP/1.1\r\nContent-Length: 100\r\n\r\n", *(b"x" for _ in range(50))),
    ],
    ids=["nothing", "byte by byte", "field by field", "empty lines", "slow body"],
)
async def test_a_request_that_does_not_arrive_is_given_up(
    monkeypatch: pytest.MonkeyPatch, parts: tuple[bytes, ...]
) -> None:
    """It was: the server waited for ever."""
    answered = await SlowConnection(monkeypatch).exchange(*parts, pause=0.02)
    assert status_and_code(answered) == (408, "TOO_SLOW")


async def test_a_connection_is_not_kept_alive_by_empty_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    answered = await SlowConnection(monkeypatch).exchange(START + b"\r\n", *([b"\r\n"] * 50), pause=0.02)
    assert answered.startswith(b"HTTP/1.1 200")
    assert answered.count(b"HTTP/1.1") == 2
    assert b"TOO_SLOW" in answered


async def test_requests_in_a_row_have_their_time_each(monkeypatch: pytest.MonkeyPatch) -> None:
    answered = await SlowConnection(monkeypatch).exchange(
        *([START + b"\r\n"] * 6), START + b"Connection: close\r\n\r\n", pause=0.1
    )
    assert answered.count(b"HTTP/1.1 200") == 7
