"""uvicorn's WebSocket protocol with a direct way in and out for messages, and a limit to what one client may demand.

uvicorn does the handshake, keep-alive, closing and fragments. A message goes straight to and from its connection,
without a queue, a task to wake or a second encoding. Written by hand because it makes a vote a third cheaper
(`python -m benchmarks server`, row "closed 10 tables: CPU").

What a client sends is read in slices, one in each turn of the event loop, so nobody waits longer because somebody else
sends a lot at once. Each connection has an account of the work it causes, and is closed when it overdraws.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

EXTENSION = "turncoat.direct"
SLICE = 2048
"""How many bytes are read in one turn of the event loop. The smallest frame has six: that is 341 frames at most."""
WORK_AT_ONCE = 200.0
WORK_A_SECOND = 50.0
WORK_A_BYTE = 1 / 1024
"""A frame is one piece of work, whatever it is, and one more for each KiB. A person's commands are limited to ten a
second (`LIMITS`), so only a program that ignores every refusal comes near."""
_CLOSE_SECONDS = 1.0
_TEXT = 0x81


class DirectProtocol(WebSocketsSansIOProtocol):
    """Found by the application under `EXTENSION` in the scope's extensions."""

    on_text: Callable[[bytes], None] | None = None
    on_flood: Callable[[], None] | None = None
    """What to do when the account is overdrawn. None: work is not counted."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.close_timeout = _CLOSE_SECONDS
        self._unread = bytearray()
        self._comes_back = False
        self._is_deaf = False
        self._account = WORK_AT_ONCE
        self._counted_at = self.loop.time()

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            extensions: Any = self.scope["extensions"]
            extensions[EXTENSION] = self

    def connection_lost(self, exc: Exception | None) -> None:
        """Drop the references that lead back here, so that the memory is free at once: cycles are seldom collected."""
        super().connection_lost(exc)
        self.on_text = self.on_flood = None
        self.conn.parser.close()

    # reading

    def data_received(self, data: bytes) -> None:
        if self._is_deaf:
            return
        if self._unread or (len(data) > SLICE and self.handshake_initiated):
            self._unread += data
            if not self._comes_back:
                self._read_slice()
        else:
            self._read(data)

    def _read_slice(self) -> None:
        """Read the next slice, and come back for the rest in the next turn. Until then nothing more is received."""
        self._comes_back = False
        if self.read_paused:  # by uvicorn, until the application has taken a message
            return
        data = bytes(self._unread[:SLICE])
        del self._unread[:SLICE]
        self._read(data)
        if self._is_deaf or self.transport.is_closing():
            self._unread.clear()
        elif not self._unread:
            self.transport.resume_reading()
        elif not self.read_paused:
            self._comes_back = True
            self.transport.pause_reading()
            self.loop.call_soon(self._read_slice)

    def _read(self, data: bytes) -> None:
        if self.on_flood is not None:
            self._spend(len(data) * WORK_A_BYTE)
        super().data_received(data)

    async def receive(self) -> Any:
        message = await super().receive()
        if self._unread and not self._comes_back:
            self._read_slice()
        return message

    def handle_events(self) -> None:
        if self.on_flood is not None:
            self._spend(len(self.conn.events))
        if not self._is_deaf:
            super().handle_events()

    def _spend(self, work: float) -> None:
        """Charge work to the account, which refills with time. Nothing more is read from a client that overdraws it."""
        now = self.loop.time()
        self._account = min(WORK_AT_ONCE, self._account + (now - self._counted_at) * WORK_A_SECOND) - work
        self._counted_at = now
        if self._account < 0 and not self._is_deaf and self.on_flood is not None:
            self._is_deaf = True
            self.transport.pause_reading()
            self.on_flood()

    # messages

    def handle_text(self, event: Frame) -> None:
        if self.on_text is None or not event.fin or self.close_sent:
            super().handle_text(event)
        else:
            self.on_text(bytes(event.data))

    def send_receive_event_to_app(self) -> None:
        if self.on_text is None or self.close_sent:
            self.curr_msg_data_type = "bytes"  # undecoded: uvicorn would log a failure for text that is not UTF-8
            super().send_receive_event_to_app()
        else:
            text, self.frames = b"".join(self.frames), []
            self.on_text(text)

    def write_text(self, payload: bytes) -> int:
        """Send one message; how many bytes wait to be sent."""
        if self.close_sent or self.disconnected or self.transport.is_closing():
            return 0
        size = len(payload)
        if size < 126:
            head = bytes((_TEXT, size))
        elif size < 65536:
            head = bytes((_TEXT, 126)) + size.to_bytes(2, "big")
        else:
            head = bytes((_TEXT, 127)) + size.to_bytes(8, "big")
        self.transport.write(head + payload)
        return self.transport.get_write_buffer_size()
