"""Rate limits: by network address, by the network around it, and by visitor. The numbers are in `config.py`."""

from __future__ import annotations

import ipaddress
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache

import msgspec

from turncoat.core import Refused
from turncoat.server.config import Limit

MAX_BUCKETS = 20_000
"""How many senders are counted one by one, for each kind and level."""
_REST = ""
_SWEEP_EVERY = 1.0


class Sender(msgspec.Struct, frozen=True):
    """Who sends a request: a visitor (empty: anonymous), from an address, in a network."""

    visitor: str
    address: str
    network: str


def sender(visitor: str, host: str | None) -> Sender:
    """The sender of a request from this host."""
    return Sender(visitor, *_address_and_network(host or ""))


@lru_cache(4096)
def _address_and_network(host: str) -> tuple[str, str]:
    """An IPv4 address and its /24. With IPv6 a household or a server has a /64, so that counts as one address."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return "unknown", "unknown"
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is None:
            return _prefix(address, 64), _prefix(address, 48)
        address = address.ipv4_mapped
    return str(address), _prefix(address, 24)


def _prefix(address: ipaddress.IPv4Address | ipaddress.IPv6Address, bits: int) -> str:
    return str(ipaddress.ip_network((address, bits), strict=False))


class _Buckets:
    """The token buckets of one kind and level. A bucket is the time at which it will be full again.

    Memory is bounded, and nobody can flush a bucket by filling others: only full ones are forgotten, which changes
    nothing. If all are in use, newcomers share one.

    Written by hand: three checks a command cost 1.5 µs instead of 18 with the library `limits`
    (`python -m benchmarks limits`).
    """

    def __init__(self, amount: int, seconds: float) -> None:
        self._each = seconds / amount
        self._latest = seconds - self._each * 0.999  # not exactly one step, because sums of fractions are not exact
        self._full_at: dict[str, float] = {}
        self._swept = 0.0

    def is_empty(self, who: str, now: float) -> bool:
        return self._full_at.get(self._place(who, now), 0.0) - now > self._latest

    def take(self, who: str, now: float) -> None:
        place = self._place(who, now)
        self._full_at[place] = max(self._full_at.get(place, 0.0), now) + self._each

    def give_back(self, who: str, now: float) -> None:
        place = self._place(who, now)
        self._full_at[place] = self._full_at.get(place, 0.0) - self._each

    def _place(self, who: str, now: float) -> str:
        if len(self._full_at) < MAX_BUCKETS or who in self._full_at:
            return who
        if now - self._swept > _SWEEP_EVERY:
            self._swept = now
            self._full_at = {other: full_at for other, full_at in self._full_at.items() if full_at > now}
        return who if len(self._full_at) < MAX_BUCKETS else _REST


class Limits:
    """The counters of this process. Every method raises Refused where a limit is reached, and counts nothing then."""

    def __init__(self, limits: Mapping[str, Limit], *, on: bool, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._buckets: dict[str, tuple[_Buckets, ...]] = {}
        self._at_once = limits["socket"]
        self._open: Counter[tuple[str, str]] = Counter()
        self.are_on = on
        for kind, limit in limits.items():
            if limit.seconds:
                amounts = (limit.address, limit.network, limit.visitor)
                self._buckets[kind] = tuple(_Buckets(amount, limit.seconds) for amount in amounts)

    def take(self, kind: str, sender: Sender) -> None:
        """Count one request. Raises Refused."""
        if not self.are_on:
            return
        now = self._clock()
        address, network, visitor = self._buckets[kind]
        if (
            address.is_empty(sender.address, now)
            or network.is_empty(sender.network, now)
            or (sender.visitor and visitor.is_empty(sender.visitor, now))
        ):
            raise Refused("RATE_LIMIT", "That is too fast. Wait a moment.")
        address.take(sender.address, now)
        network.take(sender.network, now)
        if sender.visitor:
            visitor.take(sender.visitor, now)

    def give_back(self, kind: str, sender: Sender) -> None:
        """Do not count the latest request after all."""
        if self.are_on:
            now = self._clock()
            for buckets, who in zip(self._buckets[kind], (sender.address, sender.network, sender.visitor), strict=True):
                if who:
                    buckets.give_back(who, now)

    @contextmanager
    def connected(self, sender: Sender) -> Iterator[None]:
        """Count an open socket, or a request that waits, for the length of a block. Raises Refused."""
        limit = self._at_once
        most = {("address", sender.address): limit.address, ("network", sender.network): limit.network}
        if sender.visitor:
            most["visitor", sender.visitor] = limit.visitor
        if self.are_on and any(self._open[who] >= number for who, number in most.items()):
            raise Refused("RATE_LIMIT", "Too many connections are open.")
        self._open.update(most.keys())
        try:
            yield
        finally:
            self._open.subtract(most.keys())
            for who in most:
                if not self._open[who]:
                    del self._open[who]
