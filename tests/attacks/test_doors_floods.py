"""Item 4 of the threat model: one socket cannot make the others wait.

What is counted is what the server processes, not how long it takes.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState
from websockets.asyncio.client import connect
from websockets.client import ClientProtocol
from websockets.frames import Opcode
from websockets.uri import parse_uri

from tests.server.harness import ServerProcess, dealt, running, visitor
from turncoat.server.http.fast_frames import EXTENSION, SLICE, WORK_AT_ONCE, DirectProtocol

PING = b'{"do":"ping","ref":1}'
FLOOD = 20_000


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server with its limits on."""
    folder = tmp_path_factory.mktemp("floods")
    with running(f"sqlite:///{folder}/t.db", folder / "log", rate_limits=1) as process:
        yield process
        log = process.log.read_text()
    assert "Traceback" not in log, log[-4000:]


def frame(opcode: Opcode, data: bytes, *, fin: bool = True) -> bytes:
    """A frame as a client sends it, masked with zeros."""
    size = bytes((0x80 | len(data),)) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2, "big")
    return bytes((opcode | (0x80 if fin else 0),)) + size + bytes(4) + data


FLOODS = {
    "commands": frame(Opcode.TEXT, PING),
    "nonsense": frame(Opcode.TEXT, b"x"),
    "binary": frame(Opcode.BINARY, PING),
    "pings": frame(Opcode.PING, b""),
    "pongs": frame(Opcode.PONG, b""),
    "fragments": frame(Opcode.TEXT, b"", fin=False) + frame(Opcode.CONT, b"", fin=True),
    "long": frame(Opcode.TEXT, b" " * 8000),
}


async def flood(server: ServerProcess, token: str, table: str, data: bytes, times: int) -> tuple[int | None, int]:
    """Send the same frame again and again, without reading. The close code, and how many answers came."""
    headers = {"authorization": f"Bearer {token}"}
    where = f"ws{server.address[4:]}/api/tables/{table}/socket"
    async with connect(where, additional_headers=headers, compression=None, ping_interval=None) as socket:
        await socket.recv()
        sending = asyncio.create_task(send_all(socket.transport, data, times))
        answers = 0
        try:
            async for _ in socket:
                answers += 1
        except Exception:  # noqa: BLE001 - however it ended, the close code tells
            pass
        sending.cancel()
        return socket.close_code, answers


async def send_all(transport: Any, data: bytes, times: int) -> None:
    """Send as fast as the other side takes it."""
    for _ in range(times // 100):
        transport.write(data * 100)
        is_full = transport.get_write_buffer_size() > 200_000
        await asyncio.sleep(0.02 if is_full else 0)


@pytest.mark.parametrize("kind", FLOODS)
async def test_a_socket_that_floods_is_closed_after_little_work(server: ServerProcess, kind: str) -> None:
    """It was: 80,000 pings a second were all answered, and others waited five seconds."""
    client = await asyncio.to_thread(lambda: visitor(server))
    table = await asyncio.to_thread(lambda: client.create(ruleset="classic"))
    async with asyncio.timeout(60):
        code, answers = await flood(server, client.token, table, FLOODS[kind], FLOOD)
    assert code == 1008
    assert answers <= WORK_AT_ONCE


async def test_votes_of_others_pass_while_one_socket_after_the_other_floods(server: ServerProcess) -> None:
    async with dealt(server, 5, takeover=0) as seats, asyncio.timeout(120):
        table = seats[0].table["id"]
        stranger = await asyncio.to_thread(lambda: visitor(server).token)
        floods = asyncio.create_task(keep_flooding(server, stranger, table))
        votes = 0
        while votes < 10:
            for seat in seats:
                for ask in seat.asks[:1]:
                    await seat.answer(ask, ask.choices()[0])
                    votes += ask.kind == "vote"
            await asyncio.sleep(0)
        assert not floods.done(), "it goes on as long as it likes"
        floods.cancel()
        await asyncio.gather(floods, return_exceptions=True)


async def keep_flooding(server: ServerProcess, token: str, table: str) -> None:
    while True:
        code, _ = await flood(server, token, table, FLOODS["commands"], FLOOD)
        assert code in (1008, 1013)  # closed as a flood; or, coming back too often, not let in


# what is read in one turn of the event loop


class Wire:
    """A transport that remembers whether it is read from."""

    def __init__(self) -> None:
        self.is_reading = True
        self.sent = bytearray()

    def write(self, data: bytes) -> None:
        self.sent += data

    def pause_reading(self) -> None:
        self.is_reading = False

    def resume_reading(self) -> None:
        self.is_reading = True

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return default

    def get_write_buffer_size(self) -> int:
        return 0

    def is_closing(self) -> bool:
        return False

    def close(self) -> None:
        pass


@asynccontextmanager
async def handshaken(on_text: Callable[[bytes], None]) -> AsyncIterator[tuple[DirectProtocol, Wire]]:
    """A protocol after its handshake; the application hears every message directly."""
    ready = asyncio.Event()

    async def app(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "websocket":
            return
        await receive()
        await send({"type": "websocket.accept"})
        scope["extensions"][EXTENSION].on_text = on_text
        ready.set()
        while (await receive())["type"] != "websocket.disconnect":
            pass

    config = uvicorn.Config(app, ws=DirectProtocol, ws_ping_interval=None, log_config=None)
    config.load()
    protocol, wire = DirectProtocol(config, ServerState(), {}), Wire()
    protocol.connection_made(wire)  # type: ignore[arg-type]
    client = ClientProtocol(parse_uri("ws://127.0.0.1/"))
    client.send_request(client.connect())
    protocol.data_received(b"".join(client.data_to_send()))
    await ready.wait()
    try:
        yield protocol, wire
    finally:
        protocol.connection_lost(None)
        await asyncio.sleep(0)


async def test_what_comes_at_once_is_read_in_slices_and_in_order() -> None:
    heard: list[bytes] = []
    messages = [f"{number}".encode() for number in range(30_000)]
    async with handshaken(heard.append) as (protocol, wire):
        protocol.data_received(b"".join(frame(Opcode.TEXT, message) for message in messages))
        while len(heard) < len(messages):
            before = len(heard)
            assert not wire.is_reading
            await asyncio.sleep(0)
            assert 0 < len(heard) - before <= SLICE // 6
        await asyncio.sleep(0)
        assert wire.is_reading
        protocol.data_received(frame(Opcode.TEXT, b"last"))
    assert heard == [*messages, b"last"]
