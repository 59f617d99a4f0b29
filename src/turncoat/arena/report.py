"""Reports as Markdown, or as an HTML page that loads nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

import msgspec

from turncoat.arena.stats import Rate
from turncoat.charts import PAGE_STYLE, Bar, bars, heat_map


class Matrix(msgspec.Struct, frozen=True):
    """How often good wins, with a row for each good bot and a column for each evil bot."""

    title: str
    good: tuple[str, ...]
    evil: tuple[str, ...]
    rates: tuple[tuple[Rate, ...], ...]
    command: str

    @property
    def caption(self) -> str:
        """What the numbers are, in one line."""
        games = max((cell.games for row in self.rates for cell in row), default=0)
        return f"good wins in percent (95 % interval), {games:,} games per cell"

    @property
    def columns(self) -> dict[str, list[str]]:
        """The columns of the table, by heading."""
        names = {"good \\ evil": list(self.good)}
        return names | {name: [str(row[at]) for row in self.rates] for at, name in enumerate(self.evil)}

    @property
    def picture(self) -> str:
        """The table as an SVG chart."""
        return heat_map(self.good, self.evil, [[cell.rate for cell in row] for row in self.rates])


class Chart(msgspec.Struct, frozen=True):
    """A table, and a bar chart of numbers between 0 and `full`."""

    title: str
    caption: str
    columns: Mapping[str, Sequence[str]]
    bars: tuple[Bar, ...]
    command: str
    full: float = 100.0
    unit: str = " %"

    @property
    def picture(self) -> str:
        """The bars as an SVG chart."""
        return bars(self.bars, self.caption, full=self.full, unit=self.unit)


def markdown(part: Matrix | Chart) -> str:
    """A report as Markdown: the table, and the command that makes it."""
    lines = [f"**{part.title}**: {part.caption}", "", "| " + " | ".join(part.columns) + " |"]
    lines.append("|---" * len(part.columns) + "|")
    lines += ["| " + " | ".join(row) + " |" for row in zip(*part.columns.values(), strict=True)]
    return "\n".join([*lines, "", "```", part.command, "```", ""])


def html(part: Matrix | Chart) -> str:
    """The same report as an HTML page with a chart."""
    heads = "".join(f"<th>{escape(name)}" for name in part.columns)
    rows = "".join(
        f"<tr><th>{escape(row[0])}" + "".join(f"<td>{escape(cell)}" for cell in row[1:])
        for row in zip(*part.columns.values(), strict=True)
    )
    title = escape(part.title)
    return (
        f"<!doctype html><html lang=en><meta charset=utf-8><title>{title}</title>{PAGE_STYLE}"
        f"<h1>{title}</h1><p class=quiet>{escape(part.caption)}</p><div class=wide>{part.picture}</div>"
        f"<div class=wide><table><tr>{heads}{rows}</table></div><pre>{escape(part.command)}</pre>\n"
    )
