"""Rate limits per visitor and kind of request; for some kinds per network address as well."""

from __future__ import annotations

from limits import RateLimitItemPerSecond
from limits.storage import MemoryStorage
from limits.strategies import SlidingWindowCounterRateLimiter

from turncoat.core import Refused

KINDS = {
    "command": (40, 4),
    "chat": (5, 5),
    "thought": (20, 20),
    "table": (30, 3600),
    "code": (10, 300),
    "request": (200, 4),
    "visitor": (60, 60),
    "miss": (40, 80),
}
"""How many a visitor may do, in how many seconds. All of them may come at once."""
CROWD = 20
"""Anybody can become a new visitor with every request. What fills the store or guesses a secret is therefore counted by
address too. A school or a club may share an address, so an address has the limit of this many visitors."""


class Limits:
    """The counters of this process."""

    def __init__(self, *, on: bool) -> None:
        self._limiter = SlidingWindowCounterRateLimiter(MemoryStorage()) if on else None

    def take(self, kind: str, who: str, address: str | None = None) -> None:
        """Count one request of a visitor, and of their address where it is given. Raises Refused."""
        if address is not None:
            self._take(kind, f"address {address}", CROWD)
        self._take(kind, who, 1)

    def _take(self, kind: str, who: str, visitors: int) -> None:
        amount, seconds = KINDS[kind]
        item = RateLimitItemPerSecond(amount * visitors, seconds)
        if self._limiter is not None and not self._limiter.hit(item, kind, who):
            raise Refused("RATE_LIMIT", "That is too fast. Wait a moment.")
