"""Rate limits: a bucket of tokens per visitor and kind of thing."""

from __future__ import annotations

import time

from turncoat.core import Refused

_KEPT = 50_000
KINDS = {
    "command": (40.0, 10.0),
    "chat": (5.0, 1.0),
    "table": (30.0, 30 / 3600),
    "code": (10.0, 10 / 300),
    "request": (200.0, 50.0),
    "visitor": (60.0, 1.0),
    "miss": (40.0, 0.5),
}
"""How many at once, and how many a second after that."""


class Limits:
    """The buckets of this process."""

    def __init__(self, *, on: bool) -> None:
        self._on = on
        self._buckets: dict[tuple[str, str], tuple[float, float]] = {}

    def take(self, kind: str, who: str) -> None:
        """Use up one token. Raises Refused."""
        if not self._on:
            return
        burst, rate = KINDS[kind]
        now = time.monotonic()
        tokens, then = self._buckets.get((kind, who), (burst, now))
        tokens = min(burst, tokens + (now - then) * rate)
        if tokens < 1:
            raise Refused("RATE_LIMIT", "That is too fast. Wait a moment.")
        if len(self._buckets) > _KEPT:
            self._buckets.clear()
        self._buckets[kind, who] = (tokens - 1, now)
