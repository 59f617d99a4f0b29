"""What a benchmark reports, and the yardstick that makes machines comparable."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple


class Row(NamedTuple):
    """One measured number; a ratio names what it is relative to in `of`."""

    name: str
    value: float
    unit: str
    of: str | None = None

    def as_json(self) -> dict[str, Any]:
        row: dict[str, Any] = {"name": self.name, "value": self.value, "unit": self.unit}
        return row if self.of is None else {**row, "of": self.of}


YARDSTICK_STEPS = 200_000


def yardstick_loop(steps: int = YARDSTICK_STEPS) -> int:
    """A fixed piece of plain Python: integers, a tuple, a dictionary. Never change it."""
    table = {number: (number * 7 + 3) % 64 for number in range(64)}
    total, at = 0, 1
    for step in range(steps):
        at = table[at]
        pair = (at, step & 63)
        total = (total + pair[0] * pair[1]) & 0xFFFFFF
        at = (at + total) & 63
    return total


Work = Callable[[], int]
STRETCHES = 12


def rate(work: Work, seconds: float) -> float:
    """Units of work a second of processor time: the best of three stretches, for machines are shared and noisy."""
    return max(_stretch(work, seconds / 3) for _ in range(3))


def rates(works: Sequence[Work], seconds: float) -> list[float]:
    """The same for several kinds of work, each for so many seconds: they take turns in short stretches, so that what
    else the machine does meets all of them, and their ratios hold.
    """
    best = [0.0] * len(works)
    for _ in range(STRETCHES):
        for number, work in enumerate(works):
            best[number] = max(best[number], _stretch(work, seconds / STRETCHES))
    return best


def _stretch(work: Work, seconds: float) -> float:
    done, begin = 0, time.process_time()
    while (passed := time.process_time() - begin) < seconds or not done:
        done += work()
    return done / passed


def yardstick(seconds: float) -> Row:
    """Steps of the yardstick loop a second."""
    return Row("yardstick", rate(lambda: bool(yardstick_loop()) * YARDSTICK_STEPS, seconds), "steps/s")


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.4f}"


def show(rows: Iterable[Row], as_json: bool) -> None:
    """Print rows as they are measured: aligned for people, or one JSON object a line."""
    for row in rows:
        of = f" of {row.of}" if row.of else ""
        text = f"{row.name:<50} {_number(row.value):>14} {row.unit}{of}"
        print(json.dumps(row.as_json()) if as_json else text, flush=True)


def options(name: str, arguments: Sequence[str] | None) -> argparse.Namespace:
    """The options that every benchmark has."""
    parser = argparse.ArgumentParser(prog=f"python -m benchmarks {name}")
    parser.add_argument("--quick", action="store_true", help="end within 30 seconds")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    return parser.parse_args(arguments)
