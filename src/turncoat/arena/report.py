"""Reports of matches: Markdown, and one HTML page that needs nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import msgspec

from turncoat.arena.stats import Rate
from turncoat.insight.plots import PAGE_STYLE, bars, heat_map


class Matrix(msgspec.Struct, frozen=True):
    """Good's rates: a row for each good bot, a column for each evil one."""

    title: str
    good: tuple[str, ...]
    evil: tuple[str, ...]
    rates: tuple[tuple[Rate, ...], ...]
    command: str


def markdown(matrix: Matrix) -> str:
    """A table with 95 % intervals and the command that makes it."""
    games = max((cell.games for row in matrix.rates for cell in row), default=0)
    lines = [f"**{matrix.title}**: good wins in percent (95 % interval), {games:,} games a cell", ""]
    lines.append("| good \\ evil | " + " | ".join(matrix.evil) + " |")
    lines.append("|---" * (len(matrix.evil) + 1) + "|")
    for name, row in zip(matrix.good, matrix.rates, strict=True):
        lines.append(f"| {name} | " + " | ".join(str(cell) for cell in row) + " |")
    return "\n".join([*lines, "", "```", matrix.command, "```", ""])


def html(matrices: Sequence[Matrix], title: str = "Arena") -> str:
    """The same as a page, each table with its picture."""
    parts = [f"<!doctype html><html lang=en><meta charset=utf-8><title>{escape(title)}</title>{PAGE_STYLE}"]
    parts.append(f"<h1>{escape(title)}</h1>")
    for matrix in matrices:
        parts.append(f"<h2>{escape(matrix.title)}</h2>")
        parts.append(heat_map(matrix.good, matrix.evil, [[cell.rate for cell in row] for row in matrix.rates]))
        parts.append(_table(matrix))
        parts.append(f"<pre>{escape(matrix.command)}</pre>")
    return "\n".join(parts) + "\n"


def _table(matrix: Matrix) -> str:
    head = "".join(f"<th>{escape(name)}" for name in matrix.evil)
    rows = "".join(
        f"<tr><th>{escape(name)}" + "".join(f"<td>{cell}" for cell in row)
        for name, row in zip(matrix.good, matrix.rates, strict=True)
    )
    return f"<table><caption>good wins, percent (95 % interval)</caption><tr><th>good \\ evil{head}{rows}</table>"


__all__ = ["Matrix", "bars", "html", "markdown"]
