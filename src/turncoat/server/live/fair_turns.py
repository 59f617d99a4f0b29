"""Turns at something that only one visitor can have at a time.

The next turn goes to another address, and within it to another visitor. Somebody who asks for much waits for their own
requests and does not keep others waiting. An address comes before a visitor, because
anybody can be many visitors.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import NamedTuple, TypeVar

from turncoat.core import Refused

MOST_OF_VISITOR = 3
MOST_OF_ADDRESS = 12
MOST = 60

T = TypeVar("T")
Line = dict[str, deque[asyncio.Future[None]]]
"""Those who wait, by visitor. Whoever is first in the dictionary is next."""


class Asker(NamedTuple):
    """Who asks for a turn."""

    address: str
    visitor: str


class FairTurns:
    """Call `take` before, and `done` after."""

    def __init__(self) -> None:
        self._taken = False
        self._lines: dict[str, Line] = {}

    async def take(self, asker: Asker) -> None:
        """Wait for a turn. Raises Refused where too many wait already."""
        if not self._taken:
            self._taken = True
            return
        self._check_room(asker)
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._lines.setdefault(asker.address, {}).setdefault(asker.visitor, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():  # it came in the very moment in which it was not wanted any more
                self.done()
            raise

    def done(self) -> None:
        """Give the turn to the next one who still waits."""
        while self._lines:
            turn = self._next()
            if not turn.cancelled():
                turn.set_result(None)
                return
        self._taken = False

    def _next(self) -> asyncio.Future[None]:
        address, line = _first(self._lines)
        visitor, waiting = _first(line)
        turn = waiting.popleft()
        if waiting:
            line[visitor] = waiting
        if line:
            self._lines[address] = line
        return turn

    def _check_room(self, asker: Asker) -> None:
        line = self._lines.get(asker.address, {})
        own = {asker.visitor: line.get(asker.visitor, deque())}
        if _size(own) >= MOST_OF_VISITOR or _size(line) >= MOST_OF_ADDRESS:
            raise Refused("RATE_LIMIT", "Wait for the answers that you have asked for.")
        if sum(map(_size, self._lines.values())) >= MOST:
            raise Refused("UNAVAILABLE", "Too many wait for an answer already. Try again in a moment.")


def _first(line: dict[str, T]) -> tuple[str, T]:
    """Take out whoever is next."""
    name = next(iter(line))
    return name, line.pop(name)


def _size(line: Line) -> int:
    """How many still wait."""
    return sum(not turn.cancelled() for waiting in line.values() for turn in waiting)
