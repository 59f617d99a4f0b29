"""A socket at a table that remembers what it is told, reconnects by itself, and never answers twice."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from itertools import combinations, count
from secrets import token_hex
from types import TracebackType
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from turncoat.core.padding import padded

_SLOWEST = 5.0


class ServerRefused(Exception):
    """The server refused a request: a code for programs and a sentence for people."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message


UNKNOWN_VISITOR = "UNKNOWN_VISITOR"
_FINAL = {
    4401: (UNKNOWN_VISITOR, "The server does not know this token."),
    4403: ("WATCHING_OFF", "This table cannot be watched, or the page is of a foreign origin."),
    4404: ("NOT_FOUND", "There is no such table."),
}
"""Why it makes no sense to connect again after a socket was closed with one of these codes."""


class Ask(msgspec.Struct, frozen=True):
    """An open question."""

    id: str
    kind: str
    moves: tuple[Any, ...] = ()
    picks: tuple[Any, ...] = ()
    stakes: tuple[Any, ...] = ()

    def choices(self) -> list[dict[str, Any]]:
        """Every legal answer."""
        found = list(self.moves)
        for pick in self.picks:
            chosen = combinations(pick["of"], pick["count"])
            found += [{**pick["move"], pick["field"]: list(members)} for members in chosen]
        return found


class SealedVote(msgspec.Struct, frozen=True):
    """The seat's own vote while it can be changed: the ask it answers, how it stands, and every legal answer."""

    ask: str
    move: Any
    moves: tuple[Any, ...]


class Pointing(msgspec.Struct, frozen=True):
    """Who points at whom, while the seat confers in private: `hands` by seat. `may`: whom the seat may point at."""

    may: tuple[int, ...]
    hands: dict[int, int]


def apply_patch(value: dict[str, Any], patch: dict[str, Any]) -> None:
    """Apply the patch of an update to a table or a view."""
    value.update(patch.get("set", {}))
    for field, (keep, items) in patch.get("tail", {}).items():
        value[field] = [*value[field][:keep], *items]


class Seat:
    """What one client knows at one table: `you`, `table`, `view`, `asks`, `sealed`, `pointing`, `chat`, `presence`."""

    def __init__(self, address: str, token: str, table: str) -> None:
        self._tables = f"ws{address[4:]}/api/tables"
        self._name = table
        self._headers = {"authorization": f"Bearer {token}"}
        self._socket: ClientConnection | None = None
        self._task: asyncio.Task[None] | None = None
        self._refs = count(1)
        self._sent: dict[int, tuple[bytes, asyncio.Future[Any]]] = {}
        self._changed = asyncio.Condition()
        self._refusal: tuple[str, str] | None = None
        self.n: int | None = None
        self.you: dict[str, Any] = {}
        self.table: dict[str, Any] = {}
        self.view: dict[str, Any] | None = None
        self.asks: tuple[Ask, ...] = ()
        self.sealed: SealedVote | None = None
        self.pointing: Pointing | None = None
        self.chat: list[dict[str, Any]] = []
        self.presence: dict[str, Any] = {}
        self.events: list[dict[str, Any]] = []
        self.connections = 0
        self.closed = False

    async def __aenter__(self) -> Seat:
        self._task = asyncio.create_task(self._stay())
        await self.until(lambda: bool(self.table) or self.closed)
        if self._refusal is not None:
            raise ServerRefused(*self._refusal)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def until(self, test: Any) -> None:
        """Wait until `test()` holds; it is tried again after every message."""
        async with self._changed:
            await self._changed.wait_for(test)

    async def questions(self) -> AsyncIterator[tuple[Ask, ...]]:
        """The open asks, each time there are some, until the game is over."""
        answered: set[str] = set()
        while True:
            await self.until(lambda: self.over or any(ask.id not in answered for ask in self.asks))
            if self.over:
                return
            fresh = tuple(ask for ask in self.asks if ask.id not in answered)
            yield fresh
            answered.add(fresh[0].id)

    @property
    def over(self) -> bool:
        """Whether the game, or the connection, has ended."""
        return self.closed or self.table.get("status") == "over"

    async def answer(self, ask: Ask, move: Any) -> Any:
        """Answer an ask. Raises ServerRefused."""
        return await self.do("answer", ask=ask.id, move=move)

    async def change(self, vote: SealedVote, move: Any) -> Any:
        """Replace a vote that is not counted yet, at a table with `change_vote`. Raises ServerRefused."""
        return await self.do("change", ask=vote.ask, move=move, id=token_hex(8))

    async def do(self, command: str, **fields: Any) -> Any:
        """Send a command, again after a broken connection, and wait for the reply. Raises ServerRefused."""
        ref = next(self._refs)
        message = padded(msgspec.json.encode({"do": command, "ref": ref, **fields}))
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._sent[ref] = (message, done)
        try:
            await self._send(message)
            return await done
        finally:
            self._sent.pop(ref, None)

    async def _send(self, message: bytes) -> None:
        if self._socket is not None:
            with contextlib.suppress(ConnectionClosed):
                await self._socket.send(message, text=True)

    async def _stay(self) -> None:
        """Connect, and reconnect whenever the connection breaks."""
        wait = 0.2
        while not self.closed:
            try:
                async with connect(self._where(), additional_headers=self._headers, compression=None) as socket:
                    wait = 0.2
                    await self._converse(socket)
            except (OSError, InvalidHandshake, ConnectionClosed) as error:
                code = error.rcvd.code if isinstance(error, ConnectionClosed) and error.rcvd else None
                self._refusal = _FINAL.get(code or 0)
                self.closed = self._refusal is not None
            self._socket = None
            if self.closed:
                await self._tell()
            await asyncio.sleep(wait)
            wait = min(_SLOWEST, 2 * wait)

    def _where(self) -> str:
        if self.n is None:
            return f"{self._tables}/{self._name}/socket"
        seat = self.you.get("seat")
        query = f"since={self.n}" + ("" if seat is None else f"&seat={seat}")
        return f"{self._tables}/{self.table['id']}/socket?{query}"  # look-ups by code are limited

    async def _converse(self, socket: ClientConnection) -> None:
        self._socket = socket
        self.connections += 1
        for message, _ in list(self._sent.values()):
            await self._send(message)
        async for data in socket:
            self._take(msgspec.json.decode(data))
            await self._tell()
        raise ConnectionClosed(None, None)

    async def _tell(self) -> None:
        async with self._changed:
            self._changed.notify_all()

    def _take(self, message: dict[str, Any]) -> None:
        kind = message["type"]
        if kind in ("sync", "update"):
            self._learn(message)
        elif kind == "presence":
            self.presence = message
        elif message.get("ref") in self._sent:
            _, done = self._sent[message["ref"]]
            if done.done():
                return
            if kind == "ok":
                done.set_result(message)
            else:
                done.set_exception(ServerRefused(message["error"], message["message"]))

    def _learn(self, message: dict[str, Any]) -> None:
        self.n = message["n"]
        if message["type"] == "sync":
            self.table, self.view, self.chat = message["table"], message["view"], message["chat"]
        else:
            if "view" in message and self.view is not None:
                apply_patch(self.view, message["view"])
            if "table" in message:
                apply_patch(self.table, message["table"])
            self.chat += message.get("chat", [])
        self.you = message.get("you", self.you)
        self.events += message.get("events", [])
        if "asks" in message:
            self.asks = tuple(msgspec.convert(ask, Ask) for ask in message["asks"])
        if "sealed" in message or message["type"] == "sync":
            self.sealed = msgspec.convert(message.get("sealed"), SealedVote | None)
        if "pointing" in message or message["type"] == "sync":
            self.pointing = msgspec.convert(message.get("pointing"), Pointing | None, str_keys=True)
