"""What it costs to count a command against the limits of its address, network and visitor.

The same three checks with the library `limits` are measured beside it: they are why ours are written by hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from limits import RateLimitItemPerSecond
from limits.storage import MemoryStorage
from limits.strategies import SlidingWindowCounterRateLimiter

from benchmarks.report import Row, options, rate, show, yardstick
from turncoat.server.config import LIMITS, Limit
from turncoat.server.http.limits import Limits, sender

SENDERS = [sender(f"visitor {number}", f"2001:db8:{number % 50:x}:{number % 500:x}::") for number in range(1000)]
PLENTY = 10**9


def ours() -> int:
    """One command of each sender, none of them refused."""
    for one in SENDERS:
        _OURS.take("command", one)
    return len(SENDERS)


def library() -> int:
    """The same with the library."""
    for one in SENDERS:
        for who in (one.address, one.network, one.visitor):
            _LIBRARY.hit(_ITEM, "command", who)
    return len(SENDERS)


_OURS = Limits({**LIMITS, "command": Limit(PLENTY, PLENTY, PLENTY, 4)}, on=True)
_LIBRARY = SlidingWindowCounterRateLimiter(MemoryStorage())
_ITEM = RateLimitItemPerSecond(PLENTY, 4)


def run(*, quick: bool = False) -> Iterator[Row]:
    """Every measurement, as it is made."""
    seconds = 1.0 if quick else 6.0
    yield yardstick(0.5)
    by_hand, by_library = rate(ours, seconds), rate(library, seconds)
    yield Row("three checks", 1e6 / by_hand, "µs")
    yield Row("three checks with the library", 1e6 / by_library, "µs")
    yield Row("three checks", by_hand / by_library, "times as fast", "the library")


def main(arguments: Sequence[str] | None = None) -> None:
    """Print every measurement."""
    wanted = options("limits", arguments)
    show(run(quick=wanted.quick), wanted.json)


if __name__ == "__main__":
    main()
