"""uvicorn's HTTP protocol with limits to the size of a request and to the time it may take to arrive.

uvicorn has none: it keeps whatever head it is sent, and waits for it for ever.
"""

from __future__ import annotations

from asyncio import TimerHandle
from typing import Any

import msgspec
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle

from turncoat.core import Refused
from turncoat.server.http.errors import status_of
from turncoat.server.tables.wire import ErrorReply

MAX_BODY = 16 * 1024
MAX_HEAD = 16 * 1024
MAX_FIELDS = 100
ARRIVAL_SECONDS = 10.0
"""How long a request may take from the connection, or from its first byte, until it is complete."""

_MALFORMED = Refused("BAD_REQUEST", "That is not a request.")
_HEAD_TOO_LARGE = Refused("HEAD_TOO_LARGE", "The head of the request is too long.")
_BODY_TOO_LARGE = Refused("TOO_LARGE", "That is too long.")
_TOO_SLOW = Refused("TOO_SLOW", "The request did not arrive in time.")


class BoundedHttp(HttpToolsProtocol):
    """Refuses a request that is too long or too slow, and closes its connection."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._is_in_head = True
        self._head_received = 0  # with what the parser holds back: an unfinished field
        self._head_parsed = 0
        self._body_size = 0
        self._deadline: TimerHandle | None = None
        self._refusal = _MALFORMED

    # time

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._expect_request()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        self._stop_waiting()
        super().handle_websocket_upgrade()
        del self.parser  # it refers back here, and cycles are seldom collected (`run.py`)

    def _expect_request(self) -> None:
        if self._deadline is None:
            self._deadline = self.loop.call_later(ARRIVAL_SECONDS, self._refuse, _TOO_SLOW)

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    # size

    def data_received(self, data: bytes) -> None:
        self._expect_request()
        self._head_received += len(data) if self._is_in_head else 0
        super().data_received(data)
        if self._is_in_head and self._head_received > MAX_HEAD:
            self._refuse(_HEAD_TOO_LARGE)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._is_in_head = True
        self._head_parsed = self._body_size = 0

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        self._count_head(len(url))

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        self._count_head(len(name) + len(value))

    def _count_head(self, size: int) -> None:
        self._head_parsed += size
        if self._head_parsed > MAX_HEAD or len(self.headers) > MAX_FIELDS:
            self._stop_parsing(_HEAD_TOO_LARGE)

    def on_headers_complete(self) -> None:
        super().on_headers_complete()
        self._is_in_head = False
        self._head_received = 0

    def on_body(self, body: bytes) -> None:
        super().on_body(body)
        self._body_size += len(body)
        if self._body_size > MAX_BODY:
            self._stop_parsing(_BODY_TOO_LARGE)

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._is_in_head = True
        self._stop_waiting()

    # refusals

    def _stop_parsing(self, refusal: Refused) -> None:
        """Called by the parser, which then reports an error; uvicorn answers that with `send_400_response`."""
        self._refusal = refusal
        raise refusal

    def send_400_response(self, msg: str) -> None:
        self._refuse(self._refusal)

    def _refuse(self, refusal: Refused) -> None:
        if self.transport.is_closing():
            return
        if self._may_answer():
            body = msgspec.json.encode(ErrorReply(refusal.code, refusal.message))
            head = b"content-type: application/json\r\ncontent-length: %d\r\nconnection: close\r\n\r\n" % len(body)
            self.transport.write(STATUS_LINE[status_of(refusal)] + head + body)
        self.transport.close()

    def _may_answer(self) -> bool:
        """Whether an answer can be sent: not in the middle of another one, and not after one to the same request."""
        if self.pipeline:
            return False
        cycle: RequestResponseCycle | None = self.cycle  # uvicorn says that there always is one
        if cycle is None:
            return True
        return cycle.response_complete if self._is_in_head else not cycle.response_started
