"""Charts as SVG text: bars with intervals, heat maps, dots and curves. Every value is also written as a number."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import escape
from importlib.resources import files
from itertools import pairwise
from typing import NamedTuple

_CSS = (files(__package__) / "charts.css").read_text(encoding="utf-8")
_LIGHT = re.findall(r"--(good|evil)-\d:(#\w+)", _CSS.partition("@media")[0])
_RULE, _QUIET = "var(--rule,#d6d3d1)", "var(--quiet,#5f6368)"

PAGE_STYLE = f'<meta name=viewport content="width=device-width"><style>\n{_CSS}</style>'
"""Colours for light and dark mode. Good has blues and greens, evil has reds and browns."""


def colour(side: str, number: int) -> str:
    """One of the colours of a side. Outside a page with `PAGE_STYLE` it is the one for light mode."""
    colours = [colour for owner, colour in _LIGHT if owner == side]
    at = number % len(colours)
    return f"var(--{side}-{at},{colours[at]})"


def _svg(width: int, height: int, label: str, parts: Sequence[str]) -> str:
    body = "".join(parts)
    return f'<svg viewBox="0 0 {width} {height}" width="{width}" role="img" aria-label="{escape(label)}">{body}</svg>'


def _text(x: float, y: float, words: str, more: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" {more}>{escape(words)}</text>'


def _margin(titles: Sequence[str]) -> int:
    """The width that the titles beside a chart need."""
    return 20 + 7 * max((len(title) for title in titles), default=0)


def heat_map(rows: Sequence[str], columns: Sequence[str], shares: Sequence[Sequence[float]]) -> str:
    """How often good wins, as squares with percentages. Blue means that good wins often, red that evil does."""
    left, top, wide, high = max(60, _margin(rows)), 52, 90, 40
    parts = [_text(left - 8, 42, "good ↓", 'text-anchor="end"'), _text(left, 16, "evil →")]
    parts += [_text(left + (at + 0.5) * wide, 42, name, 'text-anchor="middle"') for at, name in enumerate(columns)]
    for down, (name, row) in enumerate(zip(rows, shares, strict=True)):
        y = top + down * high
        parts.append(_text(left - 8, y + 25, name, 'text-anchor="end"'))
        for across, share in enumerate(row):
            x = left + across * wide
            hue, pale = (215, 96 - 90 * (share - 0.5)) if share > 0.5 else (8, 96 - 90 * (0.5 - share))
            ink = "#fff" if pale < 60 else "#111"
            box = f'x="{x}" y="{y}" width="{wide - 3}" height="{high - 3}" rx="4"'
            parts.append(f'<rect {box} fill="hsl({hue} 65% {pale:.0f}%)"/>')
            parts.append(_text(x + wide / 2, y + 25, f"{100 * share:.1f}", f'text-anchor="middle" fill="{ink}"'))
    return _svg(left + wide * len(columns), top + high * len(rows) + 6, "matrix of win rates", parts)


Bar = tuple[str, float, float, float]
"""A name, a number, and the lower and upper end of its interval."""


def bars(items: Sequence[Bar], label: str, *, full: float = 100.0, unit: str = " %") -> str:
    """A bar for each item, with its interval as a whisker. The vertical line marks half of `full`."""
    left, wide, high = _margin([item[0] for item in items]), 360, 24
    bottom = 6 + high * len(items)
    middle = left + wide / 2
    parts = [f'<line x1="{middle}" x2="{middle}" y1="2" y2="{bottom}" stroke="{_RULE}"/>']
    for at, (name, number, low, top) in enumerate(items):
        y = 6 + at * high
        parts.append(_text(left - 8, y + 13, name, 'text-anchor="end"'))
        box = f'x="{left}" y="{y}" width="{wide * number / full:.1f}" height="{high - 8}" rx="2"'
        parts.append(f'<rect {box} fill="{colour("good", 0)}" fill-opacity=".75"/>')
        ends = f'x1="{left + wide * low / full:.1f}" x2="{left + wide * top / full:.1f}"'
        parts.append(f'<line {ends} y1="{y + 8}" y2="{y + 8}" stroke="currentColor" stroke-width="2"/>')
        parts.append(_text(left + wide + 8, y + 13, f"{number:.1f}{unit}"))
    return _svg(left + wide + 70, bottom + 6, label, parts)


def shares(items: Sequence[tuple[str, Mapping[str, float]]], colours: Mapping[str, str], label: str) -> str:
    """A bar for each item, divided into named parts in the order of `colours`."""
    left, wide, high = _margin([title for title, _ in items]), 360, 24
    drawn = []
    for at, (title, parts) in enumerate(items):
        y, x = 6 + at * high, float(left)
        drawn.append(_text(left - 8, y + 13, title, 'text-anchor="end"'))
        for name, ink in colours.items():
            share = parts.get(name, 0.0)
            box = f'x="{x:.1f}" y="{y}" width="{wide * share:.1f}" height="{high - 8}"'
            hint = f"<title>{escape(f'{name}: {100 * share:.1f} %')}</title>"
            drawn.append(f'<rect {box} fill="{ink}">{hint}</rect>' if share else "")
            x += wide * share
    for at, (name, ink) in enumerate(colours.items()):
        drawn.append(f'<rect x="{left + wide + 12}" y="{8 + 20 * at}" width="12" height="12" fill="{ink}"/>')
        drawn.append(_text(left + wide + 30, 19 + 20 * at, name))
    return _svg(left + wide + 170, 12 + max(high * len(items), 20 * len(colours)), label, drawn)


def dots(items: Sequence[tuple[str, Mapping[str, float]]], colours: Mapping[str, str], label: str) -> str:
    """A row for each item, with its named shares as dots between 0 and 100 %."""
    left, top, wide, high = _margin([title for title, _ in items]), 30, 460, 22
    bottom = top + high * len(items)
    parts = []
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        x = left + wide * share
        parts.append(f'<line x1="{x}" x2="{x}" y1="{top}" y2="{bottom}" stroke="{_RULE}"/>')
        parts.append(_text(x, bottom + 18, f"{share:.0%}", f'text-anchor="middle" fill="{_QUIET}"'))
    for at, (title, shares) in enumerate(items):
        y = top + high * (at + 0.5)
        parts.append(_text(left - 8, y + 4, title, 'text-anchor="end"'))
        ends = f'x1="{left + wide * min(shares.values()):.1f}" x2="{left + wide * max(shares.values()):.1f}"'
        parts.append(f'<line {ends} y1="{y}" y2="{y}" stroke="{_RULE}" stroke-width="3"/>')
        for name, ink in colours.items():
            hint = f"<title>{escape(f'{name}: {100 * shares[name]:.1f} %')}</title>"
            parts.append(f'<circle cx="{left + wide * shares[name]:.1f}" cy="{y}" r="6" fill="{ink}">{hint}</circle>')
    for at, (name, ink) in enumerate(colours.items()):
        x = left + wide * at / len(colours)
        parts.append(f'<circle cx="{x + 6:.1f}" cy="13" r="6" fill="{ink}"/>')
        parts.append(_text(x + 18, 17, name))
    return _svg(left + wide + 30, bottom + 26, label, parts)


def alone(svg: str) -> str:
    """A chart as the text of an SVG file."""
    return svg.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" font-family="sans-serif" font-size="13" ', 1)


class Line(NamedTuple):
    """A curve of values between 0 and 1."""

    name: str
    values: Sequence[float]
    colour: str
    dash: str = ""


def curves(lines: Sequence[Line], ticks: Sequence[str], label: str, marks: Mapping[int, str] | None = None) -> str:
    """Curves over steps, with their names at the end. `marks` gives a colour for each step to mark with a line."""
    left, top, wide, high = 50, 12, 620, 260
    step = wide / max(1, len(ticks) - 1)
    parts = []
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        y = top + high * (1 - share)
        parts.append(f'<line x1="{left}" x2="{left + wide}" y1="{y}" y2="{y}" stroke="{_RULE}"/>')
        parts.append(_text(left - 8, y + 4, f"{share:.0%}", f'text-anchor="end" fill="{_QUIET}"'))
    for mark, ink in (_every(len(ticks)) if marks is None else marks).items():
        x = left + mark * step
        place = f'x1="{x:.1f}" x2="{x:.1f}" y1="{top}" y2="{top + high}"'
        parts.append(f'<line {place} stroke="{ink}" stroke-dasharray="2 3"/>')
        parts.append(_text(x, top + high + 18, ticks[mark], f'text-anchor="middle" fill="{ink}"'))
    ends = _apart([top + high * (1 - line.values[-1]) for line in lines], 15, top + high)
    for line, end in zip(lines, ends, strict=True):
        points = " ".join(f"{left + k * step:.1f},{top + high * (1 - v):.1f}" for k, v in enumerate(line.values))
        ink = f'fill="none" stroke="{line.colour}" stroke-width="2.2" stroke-dasharray="{line.dash}"'
        joins = 'stroke-linejoin="round"'
        parts.append(f'<polyline points="{points}" {ink} {joins}><title>{escape(line.name)}</title></polyline>')
        parts.append(_text(left + wide + 8, end + 4, line.name, f'fill="{line.colour}"'))
    return _svg(left + wide + _margin([line.name for line in lines]), top + high + 28, label, parts)


def _every(count: int) -> dict[int, str]:
    """About a dozen marks at even distances."""
    return dict.fromkeys(range(0, count, 1 + count // 12), _QUIET)


def _apart(heights: Sequence[float], gap: float, bottom: float) -> list[float]:
    """Heights for labels near these heights, at least `gap` apart and not below `bottom`."""
    order = sorted(range(len(heights)), key=lambda at: heights[at])
    placed = list(heights)
    for before, at in pairwise(order):
        placed[at] = max(placed[at], placed[before] + gap)
    limit = bottom
    for at in reversed(order):
        placed[at] = min(placed[at], limit)
        limit = placed[at] - gap
    return placed
