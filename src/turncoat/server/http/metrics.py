"""Numbers for Prometheus. Labels are error codes and nothing else: no table, no seat, no visitor."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping

from turncoat.server.http.errors import STATUS


class Metrics:
    """What this process has counted."""

    def __init__(self) -> None:
        self.started = time.time()
        self.commands = 0
        self.requests: Counter[int] = Counter()
        self._refusals: Counter[str] = Counter()

    def refused(self, code: str) -> None:
        """A refusal was given. What a game's rules refuse is one number: its codes can tell secrets."""
        self._refusals[code if code in STATUS else "RULES"] += 1

    def render(self, gauges: Mapping[str, float]) -> str:
        """The text that Prometheus reads."""
        lines = [f"turncoat_{name} {value}" for name, value in gauges.items()]
        lines.append(f"turncoat_commands_total {self.commands}")
        lines.append(f"turncoat_start_time_seconds {self.started}")
        lines += [f'turncoat_requests_total{{status="{code}"}} {n}' for code, n in sorted(self.requests.items())]
        lines += [f'turncoat_refusals_total{{code="{code}"}} {n}' for code, n in sorted(self._refusals.items())]
        return "\n".join([*lines, ""])
