"""The WebSocket of a client at a table. Plain ASGI, because every vote comes this way."""

from __future__ import annotations

import asyncio
from typing import Any
from urllib.parse import parse_qs

import msgspec

from turncoat.core import Refused
from turncoat.server.http.fast_frames import EXTENSION, DirectProtocol
from turncoat.server.http.identity import UNKNOWN, Visitors, need_visitor, origin_allowed
from turncoat.server.http.limits import Limits, Sender
from turncoat.server.http.metrics import Metrics
from turncoat.server.http.plain_json import need_plain
from turncoat.server.live.audience import CODE_RESTART
from turncoat.server.live.hub import Hub
from turncoat.server.live.streams import encode
from turncoat.server.live.table_runtime import TableRuntime
from turncoat.server.tables.commands import ChangeSettings, Chat, Claim, Join, Point, TakeChair, decode
from turncoat.server.tables.wire import Ok, RefusedReply, You

MAX_BACKLOG = 1 << 20
MAX_BAD = 100
MAX_CODE = 8
CODE_POLICY = 1008
TRY_LATER = 1013
CLOSE_CODES = {
    UNKNOWN: 4401,
    "FORBIDDEN_ORIGIN": 4403,
    "WATCHING_OFF": 4403,
    "NOT_FOUND": 4404,
    "TABLE_BROKEN": 4404,
}
"""The code with which a refused socket is closed, by the code of the refusal; `TRY_LATER` for all others."""
_TAIL = "/socket"
_HEAD = "/api/tables/"


class _Ref(msgspec.Struct):
    ref: int | None = None


class Connection:
    """One open socket."""

    def __init__(self, sender: Sender, wire: DirectProtocol) -> None:
        self.sender = sender
        self.visitor = sender.visitor
        self.seat: int | None = None
        self.you: You | None = None
        self.code: int | None = None
        self.closing = asyncio.Event()
        self.bad = 0
        self._wire = wire

    def send(self, message: bytes) -> None:
        if self.code is None and self._wire.write_text(message) > MAX_BACKLOG:
            self.close(1013)

    def close(self, code: int) -> None:
        if self.code is None:
            self.code = code
            self.closing.set()


class Sockets:
    """All sockets of this process."""

    def __init__(self, hub: Hub, visitors: Visitors, limits: Limits, metrics: Metrics) -> None:
        self._hub = hub
        self._visitors = visitors
        self._limits = limits
        self._metrics = metrics

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve one socket from its handshake to its end."""
        wire: DirectProtocol = scope["extensions"].pop(EXTENSION)
        await receive()
        path = scope["path"]
        if not (path.startswith(_HEAD) and path.endswith(_TAIL)):
            await send({"type": "websocket.close", "code": 4404})
            return
        await send({"type": "websocket.accept"})
        if self._hub.draining:
            await send({"type": "websocket.close", "code": CODE_RESTART})
            return
        try:
            sender = await self._visitors.identify(scope)
            self._limits.take("request", sender)
            with self._limits.connected(sender):
                runtime = await self._admit(sender, scope, path[len(_HEAD) : -len(_TAIL)])
                member = Connection(sender, wire)
                runtime.join(member, *_resume_point(scope["query_string"]))
                self._listen(runtime, member, wire)
                await self._serve(runtime, member, receive, send)
        except Refused as refusal:
            self._metrics.refused(refusal.code)
            await send({"type": "websocket.close", "code": CLOSE_CODES.get(refusal.code, TRY_LATER)})

    async def _admit(self, sender: Sender, scope: Any, table: str) -> TableRuntime:
        if not origin_allowed(scope["headers"], self._hub.config.origins):
            raise Refused("FORBIDDEN_ORIGIN", "Another site's page may not do that.")
        runtime = await find_table(self._hub, self._limits, sender, table)
        if not runtime.audience.may_look(sender.visitor):
            raise Refused("WATCHING_OFF", "This table has no watchers.")
        return runtime

    def _listen(self, runtime: TableRuntime, member: Connection, wire: DirectProtocol) -> None:
        wire.on_text = lambda text: self._hear(runtime, member, text)
        if self._limits.are_on:
            wire.on_flood = lambda: self._close_flood(member)

    async def _serve(self, runtime: TableRuntime, member: Connection, receive: Any, send: Any) -> None:
        self._metrics.sockets += 1
        rest = asyncio.create_task(self._rest(runtime, member, receive))
        closing = asyncio.create_task(member.closing.wait())
        try:
            await asyncio.wait((rest, closing), return_when=asyncio.FIRST_COMPLETED)
            if member.code is not None and not rest.done():
                await send({"type": "websocket.close", "code": member.code})
        finally:
            self._metrics.sockets -= 1
            runtime.part(member)
            for task in (rest, closing):
                task.cancel()
            await asyncio.gather(rest, closing, return_exceptions=True)

    async def _rest(self, runtime: TableRuntime, member: Connection, receive: Any) -> None:
        """Receive what does not come directly: messages before the table was found, and the end of the connection."""
        while (message := await receive())["type"] != "websocket.disconnect":
            self._hear(runtime, member, message["bytes"])

    def _close_flood(self, member: Connection) -> None:
        self._metrics.refused("RATE_LIMIT")
        member.close(CODE_POLICY)

    def _hear(self, runtime: TableRuntime, member: Connection, text: bytes) -> None:
        try:
            need_plain(text)
            command = decode(text)
        except (Refused, msgspec.MsgspecError, UnicodeDecodeError) as error:
            member.bad += 1
            self._metrics.refused("BAD_REQUEST")
            reason = error.message if isinstance(error, Refused) else f"That is not a message: {error}."[:200]
            member.send(reply_message(_ref_of(text), Refused("BAD_REQUEST", reason)))
            if member.bad > MAX_BAD:
                member.close(CODE_POLICY)
        else:
            member.bad = 0
            self._do(runtime, member, command)

    def _do(self, runtime: TableRuntime, member: Connection, command: Any) -> None:
        ref = command.ref
        try:
            need_visitor(member.visitor)
            check_limits(self._limits, member.sender, runtime, command)
        except Refused as refusal:
            member.send(reply_message(ref, refusal))
            return
        runtime.execute(member.visitor, command, lambda outcome: member.send(reply_message(ref, outcome)))


def reply_message(ref: int | None, outcome: Ok | Refused) -> bytes:
    """A reply as it goes over the socket."""
    if isinstance(outcome, Refused):
        return encode(RefusedReply(ref=ref, error=outcome.code, message=outcome.message))
    return encode(Ok(ref=ref, again=outcome.again, result=outcome.result))


async def find_table(hub: Hub, limits: Limits, sender: Sender, table: str) -> TableRuntime:
    """A table by id or code. Raises Refused.

    Every look-up by code is counted, so that codes cannot be tried out; and counted first, so that a limited sender
    cannot tell a hit from a miss. An id cannot be guessed. People at the table may use its code as often as they like.
    """
    if len(table) > MAX_CODE:
        return await hub.find(table)
    limits.take("lookup", sender)
    runtime = await hub.find(table)
    if runtime.state.table.seat_of(sender.visitor) is not None or sender.visitor == runtime.state.table.host:
        limits.give_back("lookup", sender)
    return runtime


def check_limits(limits: Limits, sender: Sender, runtime: TableRuntime, command: Any) -> None:
    """Count a command at a table against the sender's rate limits. Raises Refused."""
    limits.take("command", sender)
    if isinstance(command, Chat | Claim | Point):
        limits.take("chat", sender)
    elif isinstance(command, TakeChair | Join):
        limits.take("join", sender)
    elif isinstance(command, ChangeSettings) and command.settings.public and not runtime.state.table.settings.public:
        limits.take("public", sender)


def _ref_of(text: bytes) -> int | None:
    """The `ref` of a malformed message, where it can be read."""
    try:
        return msgspec.json.decode(text, type=_Ref).ref
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        return None


def _resume_point(query: bytes) -> tuple[int | None, int | None]:
    fields = parse_qs(query.decode("latin-1"), max_num_fields=8)
    since, seat = (fields.get(name, [""])[0] for name in ("since", "seat"))
    return (
        int(since) if since.isdecimal() and len(since) < 10 else None,
        int(seat) if seat.isdecimal() and len(seat) < 4 else None,
    )
