"""Rate limits: a bucket of tokens per visitor and kind of thing, and for some per address too."""

from __future__ import annotations

import time

from turncoat.core import Refused

_KEPT = 50_000
KINDS = {
    "command": (40.0, 10.0),
    "chat": (5.0, 1.0),
    "thought": (20.0, 1.0),
    "table": (30.0, 30 / 3600),
    "code": (10.0, 10 / 300),
    "request": (200.0, 50.0),
    "visitor": (60.0, 1.0),
    "miss": (40.0, 0.5),
}
"""How many at once, and how many a second after that."""
CROWD = 20
"""Anybody can be a new visitor with every request, so what fills the store or guesses a secret is counted by
address as well. A school or a club may share one: it has as much as this many visitors."""


class Limits:
    """The buckets of this process."""

    def __init__(self, *, on: bool) -> None:
        self._on = on
        self._buckets: dict[tuple[str, str], tuple[float, float]] = {}

    def take(self, kind: str, who: str, address: str | None = None) -> None:
        """Use up one token of a visitor's, and of his address where it is given. Raises Refused."""
        if not self._on:
            return
        if address is not None:
            self._take(kind, f"address {address}", CROWD)
        self._take(kind, who, 1)

    def _take(self, kind: str, who: str, heads: int) -> None:
        burst, rate = (number * heads for number in KINDS[kind])
        now = time.monotonic()
        tokens, then = self._buckets.pop((kind, who), (burst, now))
        tokens = min(burst, tokens + (now - then) * rate)
        allowed = tokens >= 1
        self._buckets[kind, who] = (tokens - 1 if allowed else tokens, now)
        if len(self._buckets) > _KEPT:  # the one unused for longest is the fullest
            del self._buckets[next(iter(self._buckets))]
        if not allowed:
            raise Refused("RATE_LIMIT", "That is too fast. Wait a moment.")
