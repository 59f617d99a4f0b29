"""Small pictures as SVG text: bars with intervals, heat maps, curves. Every mark has its number in words too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

PAGE_STYLE = """<style>
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
body{color:#1c1c1c;background:#fff}
table{border-collapse:collapse;margin:1rem 0;font-variant-numeric:tabular-nums}
td,th{border:1px solid #bbb;padding:.25rem .6rem;text-align:left}caption{text-align:left;color:#555}
svg{max-width:100%;height:auto;font:12px system-ui,sans-serif}pre{background:#f3f3f3;padding:.6rem;overflow:auto}
@media (prefers-color-scheme:dark){body{color:#eee;background:#16181c}svg{background:#fff}pre{background:#222}}
</style>"""
_COLOURS = (
    *("#0b6e99", "#c2410c", "#15803d", "#7c3aed", "#b45309"),
    *("#be185d", "#4d7c0f", "#1d4ed8", "#57534e", "#0f766e"),
)
_DASHES = ("", "6 3", "2 2", "8 3 2 3", "1 3")


def _svg(width: int, height: int, label: str, parts: Sequence[str]) -> str:
    body = "".join(parts)
    return (
        f'<svg viewBox="0 0 {width} {height}" width="{width}" role="img" aria-label="{escape(label)}">{body}</svg>'
    )


def _text(x: float, y: float, words: str, more: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" {more}>{escape(words)}</text>'


def _margin(titles: Sequence[str]) -> int:
    """Room for the titles at the left of a picture."""
    return 20 + 7 * max((len(title) for title in titles), default=0)


def heat_map(rows: Sequence[str], columns: Sequence[str], shares: Sequence[Sequence[float]]) -> str:
    """Shares between 0 and 1 as shaded squares with their percentages."""
    left, top, wide, high = _margin(rows), 30, 90, 40
    parts = [_text(left + (at + 0.5) * wide, 20, name, 'text-anchor="middle"') for at, name in enumerate(columns)]
    for down, (name, row) in enumerate(zip(rows, shares, strict=True)):
        y = top + down * high
        parts.append(_text(left - 8, y + 25, name, 'text-anchor="end"'))
        for across, share in enumerate(row):
            x = left + across * wide
            shade = f"hsl(205 60% {95 - 55 * share:.0f}%)"
            ink = "#fff" if share > 0.6 else "#111"
            parts.append(f'<rect x="{x}" y="{y}" width="{wide - 2}" height="{high - 2}" fill="{shade}"/>')
            parts.append(_text(x + wide / 2, y + 25, f"{100 * share:.1f}", f'text-anchor="middle" fill="{ink}"'))
    return _svg(left + wide * len(columns), top + high * len(rows) + 6, "matrix of win rates", parts)


def bars(items: Sequence[tuple[str, float, float, float]], label: str) -> str:
    """Name, share, low, high: a bar each, with its interval as a whisker."""
    left, wide, high = _margin([item[0] for item in items]), 360, 24
    parts = []
    for at, (name, share, low, top) in enumerate(items):
        y = 6 + at * high
        parts.append(_text(left - 8, y + 14, name, 'text-anchor="end"'))
        parts.append(
            f'<rect x="{left}" y="{y}" width="{wide * share:.1f}" height="{high - 8}" fill="{_COLOURS[0]}"/>'
        )
        whisker = f'x1="{left + wide * low:.1f}" x2="{left + wide * top:.1f}" y1="{y + 8}" y2="{y + 8}"'
        parts.append(f'<line {whisker} stroke="#111" stroke-width="2"/>')
        parts.append(_text(left + wide + 8, y + 14, f"{100 * share:.1f} %"))
    return _svg(left + wide + 70, 12 + high * len(items), label, parts)


def shares(items: Sequence[tuple[str, Mapping[str, float]]], label: str) -> str:
    """A bar each, cut into named parts; parts of one name have one colour."""
    left, wide, high = _margin([title for title, _ in items]), 360, 24
    names = list(dict.fromkeys(name for _, parts in items for name in parts))
    drawn = []
    for at, (title, parts) in enumerate(items):
        y, x = 6 + at * high, float(left)
        drawn.append(_text(left - 8, y + 14, title, 'text-anchor="end"'))
        for name, share in parts.items():
            box = f'x="{x:.1f}" y="{y}" width="{wide * share:.1f}" height="{high - 8}"'
            hint = f"<title>{escape(f'{name}: {100 * share:.1f} %')}</title>"
            drawn.append(f'<rect {box} fill="{_COLOURS[names.index(name) % len(_COLOURS)]}">{hint}</rect>')
            x += wide * share
    for at, name in enumerate(names):
        drawn.append(_text(left + wide + 12, 20 + 16 * at, name, f'fill="{_COLOURS[at % len(_COLOURS)]}"'))
    return _svg(left + wide + 170, 12 + max(high * len(items), 16 * len(names) + 8), label, drawn)


def curves(
    lines: Sequence[tuple[str, Sequence[float]]], ticks: Sequence[str], label: str, marks: Sequence[int] = ()
) -> str:
    """Named lines between 0 and 1 over steps; `marks` are steps set off by a vertical line."""
    left, wide, high, count = 40, 640, 220, max(2, len(ticks))
    step = wide / (count - 1)
    parts = [
        _text(left - 6, 14 + high * (1 - share), f"{share:.1f}", 'text-anchor="end"') for share in (0, 0.5, 1)
    ]
    parts.append(f'<path d="M{left} 10V{10 + high}H{left + wide}" fill="none" stroke="#777"/>')
    for mark in marks:
        x = left + mark * step
        parts.append(
            f'<line x1="{x:.1f}" x2="{x:.1f}" y1="10" y2="{10 + high}" stroke="#999" stroke-dasharray="3 3"/>'
        )
    for at, (name, values) in enumerate(lines):
        points = " ".join(f"{left + k * step:.1f},{10 + high * (1 - v):.1f}" for k, v in enumerate(values))
        colour, dash = _COLOURS[at % len(_COLOURS)], _DASHES[at % len(_DASHES)]
        ink = f'fill="none" stroke="{colour}" stroke-width="2" stroke-dasharray="{dash}"'
        parts.append(f'<polyline points="{points}" {ink}><title>{escape(name)}</title></polyline>')
        parts.append(_text(left + wide + 8, 20 + 16 * at, name, f'fill="{colour}"'))
    every = max(1, count // 12)
    for k, tick in enumerate(ticks):
        if k % every == 0:
            parts.append(_text(left + k * step, 26 + high, tick, 'text-anchor="middle"'))
    return _svg(left + wide + 150, high + 40, label, parts)
