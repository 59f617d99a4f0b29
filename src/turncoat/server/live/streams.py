"""Streams of numbered messages: one for each seat, and one for the watchers."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any, Protocol

import msgspec
from msgspec import UNSET

from turncoat.core import Event
from turncoat.core.padding import padded
from turncoat.server.tables import wire
from turncoat.server.tables.asks import ask_views
from turncoat.server.tables.patch import diff
from turncoat.server.tables.pointing import pointing_of
from turncoat.server.tables.table_state import Effect
from turncoat.server.tables.talk import Streams, council

RING = 64
_json = msgspec.json.Encoder().encode


def encode(message: Any) -> bytes:
    """A message as it is sent."""
    return padded(_json(message))


class Subscriber(Protocol):
    """The other end of a socket or a long poll."""

    visitor: str
    seat: int | None
    you: wire.You | None

    def send(self, message: bytes) -> None:
        """Send a message; never waits."""

    def close(self, code: int) -> None:
        """End the connection."""


class Stream:
    """The messages of one seat, or (None) of the watchers. It is kept only while somebody listens."""

    __slots__ = ("asks", "members", "n", "pointing", "ring", "sealed", "seat", "view", "warm_until")

    def __init__(self, seat: int | None) -> None:
        self.seat = seat
        self.members: set[Subscriber] = set()
        self.n = 0
        self.view: Any = None
        self.asks: tuple[wire.AskView, ...] = ()
        self.sealed: wire.SealedVote | None = None
        self.pointing: wire.Pointing | None = None
        self.ring: deque[tuple[int, bytes]] = deque(maxlen=RING)
        self.warm_until = 0

    def stand(self, at: Effect) -> None:
        """Start from `at`, with no messages to catch up on."""
        self.n = number(at, self.seat)
        self.view = None if at.state is None else at.game.view(at.state, self._place(at))
        self.asks = ask_views(at, self.seat, self.view)
        self.sealed = self._own_vote(at)
        self.pointing = pointing_of(at, self.seat, council(at.table, at.game, at.state))
        self.ring.clear()

    def _place(self, at: Effect) -> int | None:
        return self.seat if self.seat is not None and self.seat < len(at.table.chairs) else None

    def _own_vote(self, at: Effect) -> wire.SealedVote | None:
        return None if self.seat is None or at.table.status != "playing" else at.sealed.get(self.seat)

    def update(
        self,
        at: Effect,
        events: Sequence[Any],
        lines: tuple[wire.ChatLine, ...],
        table: wire.Patch | None,
        conferring: Streams,
    ) -> bytes | None:
        """The message that brings the stream to `at`; None where nothing changes for it."""
        n = number(at, self.seat)
        if n == self.n and table is None:
            return None
        message = wire.Update(n=n)
        if events:
            message.move, message.events = at.moves, tuple(events)
        if at.state is not None:
            view = at.game.view(at.state, self._place(at))
            message.view = diff(self.view, view) or UNSET
            self.view = view
            asks = ask_views(at, self.seat, view)
            if asks != self.asks:
                message.asks = self.asks = asks
            if (sealed := self._own_vote(at)) != self.sealed:
                message.sealed = self.sealed = sealed
            if (pointing := pointing_of(at, self.seat, conferring)) != self.pointing:
                message.pointing = self.pointing = pointing
        if lines:
            message.chat = lines
        if table is not None:
            message.table = table
        data = encode(message)
        self.ring.append((self.n, data))
        self.n = n
        return data

    def missed(self, since: int) -> list[bytes] | None:
        """The messages after number `since`, if they are still here."""
        if since == self.n:
            return []
        for index, (before, _) in enumerate(self.ring):
            if before == since:
                return [data for _, data in list(self.ring)[index:]]
        return None


def number(at: Effect, seat: int | None) -> int:
    """The number of a stream's last message. It follows from the log alone, so all processes count alike."""
    return at.common + at.extra.get(seat, 0)


def wire_event(event: Event) -> msgspec.Raw:
    """An event as it is sent: without the list of the seats that learn of it."""
    fields = msgspec.to_builtins(event, str_keys=True)
    fields.pop("to", None)
    return msgspec.Raw(_json(fields))
