"""Metrics for Prometheus. The only labels are status and error codes: no table, no seat, no visitor.

Anybody may read them, so they count nothing that is secret. Of what happens at tables they count only the entries that
everybody at the table is told of: not what evil says in private, nor what somebody tried in vain.
"""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from turncoat.server.http.errors import STATUS
from turncoat.server.live.hub import Hub
from turncoat.server.store.commit import DURATIONS

_LOOK_UP = "/api/tables/CODE"
_MEMORY_STEP = 8 << 20
_MCP = "/mcp"


class Metrics(Collector):
    """What this process has counted. Plain numbers, read when Prometheus asks: counting costs a vote nothing."""

    def __init__(self, hub: Hub) -> None:
        self.sockets = 0
        self._requests: Counter[int] = Counter()
        self._refusals: Counter[str] = Counter()
        self._started = time.time()
        self._hub = hub
        self._registry = CollectorRegistry(auto_describe=False)
        self._registry.register(self)

    def requested(self, path: str, status: int) -> None:
        """Count a request, unless it was made at a table."""
        if not _is_at_table(path):
            self._requests[status] += 1

    def refused(self, code: str, path: str = "") -> None:
        """Count a refusal by one of the server's own codes, unless it was refused at a table."""
        if code in STATUS and not _is_at_table(path):
            self._refusals[code] += 1

    def render(self) -> bytes:
        """The text that Prometheus reads."""
        return generate_latest(self._registry)

    def collect(self) -> Iterator[Metric]:
        """Every metric as it stands."""
        hub = self._hub
        yield GaugeMetricFamily("turncoat_tables", "Tables running in this process.", len(hub.tables))
        yield GaugeMetricFamily("turncoat_sockets", "Open WebSocket connections.", self.sockets)
        yield GaugeMetricFamily("turncoat_start_time_seconds", "When the process started.", self._started)
        yield CounterMetricFamily("turncoat_entries", "Public entries appended to logs.", hub.committer.appended)
        yield CounterMetricFamily("turncoat_commits", "Transactions that stored public entries.", hub.committer.groups)
        yield self._commit_seconds()
        if (memory := _resident_memory()) is not None:
            yield GaugeMetricFamily("turncoat_memory_bytes", "Memory of this process in use.", memory)
        requests = CounterMetricFamily(
            "turncoat_requests", "HTTP requests by status, without those at tables.", labels=["status"]
        )
        for status, number in sorted(self._requests.items()):
            requests.add_metric([str(status)], number)
        yield requests
        refusals = CounterMetricFamily(
            "turncoat_refusals", "Refusals by code, without those at tables.", labels=["code"]
        )
        for code, number in sorted(self._refusals.items()):
            refusals.add_metric([code], number)
        yield refusals

    def _commit_seconds(self) -> Metric:
        """How long transactions took. Only those with something public are counted, as everywhere here."""
        committer = self._hub.committer
        counts = accumulate(committer.by_duration)
        buckets = [(str(limit), float(count)) for limit, count in zip((*DURATIONS, "+Inf"), counts, strict=True)]
        text = "Seconds until public entries were stored."
        return HistogramMetricFamily("turncoat_commit_seconds", text, buckets=buckets, sum_value=committer.seconds)


def _resident_memory() -> int | None:
    """The memory in use, in coarse steps, so that no single message shows in it."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:  # only Linux tells
        return None
    return -(-pages * os.sysconf("SC_PAGE_SIZE") // _MEMORY_STEP) * _MEMORY_STEP


def _is_at_table(path: str) -> bool:
    """Whether a request does something at a table. Looking for a table by its code does not count."""
    return path == _MCP or (path.startswith("/api/tables/") and path.count("/") > _LOOK_UP.count("/"))
