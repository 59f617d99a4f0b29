"""Metrics for Prometheus. The only labels are status and error codes: no table, no seat, no visitor."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from turncoat.server.http.errors import STATUS
from turncoat.server.live.hub import Hub


class Metrics(Collector):
    """What this process has counted. Plain numbers, read when Prometheus asks: counting costs a vote nothing."""

    def __init__(self, hub: Hub) -> None:
        self.commands = 0
        self.sockets = 0
        self.requests: Counter[int] = Counter()
        self._refusals: Counter[str] = Counter()
        self._started = time.time()
        self._hub = hub
        self._registry = CollectorRegistry(auto_describe=False)
        self._registry.register(self)

    def refused(self, code: str) -> None:
        """Count a refusal. What a game's rules refuse is one number, because its codes can tell secrets."""
        self._refusals[code if code in STATUS else "RULES"] += 1

    def render(self) -> bytes:
        """The text that Prometheus reads."""
        return generate_latest(self._registry)

    def collect(self) -> Iterator[Metric]:
        """Every metric as it stands."""
        hub = self._hub
        yield GaugeMetricFamily("turncoat_tables", "Tables running in this process.", len(hub.tables))
        yield GaugeMetricFamily("turncoat_sockets", "Open WebSocket connections.", self.sockets)
        yield GaugeMetricFamily("turncoat_start_time_seconds", "When the process started.", self._started)
        yield CounterMetricFamily("turncoat_commands", "Commands received by socket.", self.commands)
        yield CounterMetricFamily("turncoat_entries", "Entries appended to logs.", hub.committer.appended)
        yield CounterMetricFamily("turncoat_commits", "Transactions that stored entries.", hub.committer.groups)
        requests = CounterMetricFamily("turncoat_requests", "HTTP requests by status.", labels=["status"])
        for status, number in sorted(self.requests.items()):
            requests.add_metric([str(status)], number)
        yield requests
        refusals = CounterMetricFamily("turncoat_refusals", "Refusals by the server's own codes.", labels=["code"])
        for code, number in sorted(self._refusals.items()):
            refusals.add_metric([code], number)
        yield refusals
