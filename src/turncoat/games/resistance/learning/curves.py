"""The curve of a run as a picture: how often good wins in the five groups of tables, over time."""

from __future__ import annotations

from pathlib import Path

import msgspec

from turncoat import charts as plots

NAMES = ("self-play", "frozen good", "frozen evil", "scripted good", "scripted evil")


def draw(curve: Path) -> Path:
    """Write `curve.svg` beside the lines of a run, and say where."""
    rows = [msgspec.json.decode(line) for line in curve.read_bytes().splitlines()]
    ticks = [f"{row['seconds'] / 60:.1f}" for row in rows]
    lines = [
        plots.Line(name, [row["good"][at] for row in rows], plots.colour("good", at)) for at, name in enumerate(NAMES)
    ]
    picture = curve.with_suffix(".svg")
    svg = plots.curves(lines, ticks, "good's wins by opponent, over minutes")
    picture.write_text(plots.alone(svg))
    return picture
