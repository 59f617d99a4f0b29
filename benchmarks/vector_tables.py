"""The tables of `docs/performance.md` for an accelerator, in one run: `python -m benchmarks vector --tables FILE`.

Every number goes to the file as one JSON object a line as soon as it is measured, and the tables are printed as
Markdown at the end. The most telling lines come first. When the time is up, what is left stays empty.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks import vector

SECONDS = 0.2
"""Of a window. Compiling takes longer than measuring."""
MINUTES = 9.0
"""After which no line is begun."""
COLUMNS = {
    "games": "games/s",
    "decisions": "decisions/s",
    "step": "of the phase-by-phase kernel",
    "leap": "of the one-go kernel",
    "all": "as bytes, decisions/s",
    "packed": "packed, decisions/s",
    "gain": "games packed for each as bytes",
}
PLAIN, OBSERVED = ("games", "decisions", "step", "leap"), ("all", "packed", "gain")
RATIOS = ("step", "leap", "gain")


class Line(NamedTuple):
    """One line of a table: a game, how the batch knows its configuration, and the size of the batch."""

    name: str
    form: str
    lanes: int
    columns: tuple[str, ...]

    def label(self) -> str:
        return f"{self.name}, {vector.FORMS[self.form]}"


class Cell(NamedTuple):
    """One measured number."""

    line: Line
    column: str
    value: float

    def as_json(self) -> str:
        name, form, lanes, _ = self.line
        what = {"game": name, "configuration": form, "batch": lanes, "column": COLUMNS[self.column]}
        return json.dumps({**what, "value": self.value})


def plan(divisor: int = 1) -> list[Line]:
    """All lines, with batches so many times smaller."""
    base, *others = vector.GAMES
    large, middle, small, observed = (max(64, (1 << bits) // divisor) for bits in (22, 20, 16, 17))
    beside = [Line(base, form, lanes, PLAIN) for lanes in (large, middle, small) for form in ("fixed", "data")]
    return [
        *beside[:2],
        *(Line(name, "fixed", observed, OBSERVED) for name in vector.GAMES),
        *beside[2:],
        Line(base, "any", large, PLAIN),
        *(Line(name, form, large, ("games", "decisions")) for name in others for form in ("fixed", "data")),
    ]


def measure(lines: Sequence[Line], seconds: float, minutes: float) -> Iterator[Cell]:
    """The cells of these lines, until the time is up."""
    end = time.monotonic() + 60 * minutes
    for line in lines:
        if time.monotonic() >= end:
            return
        measures = (_observed if line.columns == OBSERVED else _plain)(line, seconds)
        for column in line.columns:
            yield Cell(line, column, measures[column]())


def _plain(line: Line, seconds: float) -> dict[str, Callable[[], float]]:
    """Without observations, beside both kernels."""
    from benchmarks import vector_kernel as kernel

    ours, games = vector.Simulation(line.name, line.lanes, form=line.form), _Once(seconds)

    def beside(move: Any) -> float:
        theirs = vector.kernel_unit(move, line.lanes)
        theirs()  # compiles
        return vector.ratio(ours.games, theirs, seconds)

    return {
        "games": lambda: games.of(ours),
        "decisions": lambda: games.of(ours) * vector.decisions_in_a_game(line.name),
        "step": lambda: beside(kernel.step),
        "leap": lambda: beside(kernel.leap),
    }


def _observed(line: Line, seconds: float) -> dict[str, Callable[[], float]]:
    """With all seats' observations in both forms."""
    forms = {
        form: vector.Simulation(line.name, line.lanes, form=line.form, observing=form) for form in ("all", "packed")
    }
    games = _Once(seconds)

    def decisions(form: str) -> float:
        return games.of(forms[form]) * vector.decisions_in_a_game(line.name)

    return {
        "all": lambda: decisions("all"),
        "packed": lambda: decisions("packed"),
        "gain": lambda: vector.ratio(forms["packed"].games, forms["all"].games, seconds),
    }


class _Once:
    """Games a second, measured once for each simulation."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._known: dict[vector.Simulation, float] = {}

    def of(self, ours: vector.Simulation) -> float:
        if ours not in self._known:
            self._known[ours] = vector.rate(ours.games, self._seconds)
        return self._known[ours]


def markdown(lines: Sequence[Line], cells: Sequence[Cell], machine: str) -> str:
    """Both tables."""
    values = {(cell.line, cell.column): cell.value for cell in cells}
    return "\n\n".join(_table(lines, values, columns, machine) for columns in (PLAIN, OBSERVED))


def _table(lines: Sequence[Line], values: dict[tuple[Line, str], float], columns: tuple[str, ...], machine: str) -> str:
    rows = [[machine, "batch", *(COLUMNS[column] for column in columns)], ["---"] * (2 + len(columns))]
    for line in lines:
        if set(line.columns) <= set(columns):
            numbers = (_number(values.get((line, column)), column) for column in columns)
            rows.append([line.label(), f"{line.lanes:,}", *numbers])
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _number(value: float | None, column: str) -> str:
    if value is None:
        return ""
    if column in RATIOS:
        return f"{value:.2f}"
    return f"{value / 1e6:,.0f} million" if value >= 1e7 else f"{value / 1e6:.2f} million"


def run(file: Path, *, quick: bool) -> None:
    """Measure, write and print. `quick` tries the same with batches 1,024 times smaller."""
    import jax

    lines, cells = plan(1024 if quick else 1), []
    with file.open("w", encoding="utf-8") as out:
        for cell in measure(lines, 0.02 if quick else SECONDS, MINUTES):
            cells.append(cell)
            for stream in (out, sys.stderr):
                print(cell.as_json(), file=stream, flush=True)
    print(markdown(lines, cells, jax.devices()[0].device_kind))
