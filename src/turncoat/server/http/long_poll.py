"""Long polling: the messages of the socket, for clients without one."""

from __future__ import annotations

import asyncio

from turncoat.core import Refused
from turncoat.server.live.table_runtime import TableRuntime
from turncoat.server.tables.wire import You

_PRESENCE = b'{"type":"presence"'


class Poller:
    """A subscriber for the length of one request."""

    def __init__(self, visitor: str) -> None:
        self.visitor = visitor
        self.seat: int | None = None
        self.you: You | None = None
        self.messages: list[bytes] = []
        self.woken = asyncio.Event()

    def send(self, message: bytes) -> None:
        if not message.startswith(_PRESENCE):
            self.messages.append(message)
            self.woken.set()

    def close(self, code: int) -> None:
        self.woken.set()


async def poll(runtime: TableRuntime, visitor: str, since: int | None, seat: int | None, wait: int) -> list[bytes]:
    """The messages that a visitor missed, or the first one that comes within `wait` seconds."""
    if not runtime.audience.may_look(visitor):
        raise Refused("WATCHING_OFF", "This table has no watchers.")
    poller = Poller(visitor)
    runtime.join(poller, since, seat, quiet=True)
    try:
        if not poller.messages and wait:
            async with asyncio.timeout(wait):
                await poller.woken.wait()
    except TimeoutError:
        pass
    finally:
        runtime.part(poller, warm=True)
    return poller.messages
