"""The curve of a run as a picture, over time: how often good wins in the five groups of tables.

Where single seats were trained, it is how often the learner's own seat wins, as good and as evil.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from turncoat import charts as plots

SIDES = ("as good", "as evil")
NAMES = ("self-play", "frozen good", "frozen evil", "scripted good", "scripted evil")


def draw(curve: Path) -> Path:
    """Write `curve.svg` beside the lines of a run, and say where."""
    rows = [msgspec.json.decode(line) for line in curve.read_bytes().splitlines()]
    ticks = [f"{row['seconds'] / 60:.1f}" for row in rows]
    what, names = ("wins", SIDES) if "wins" in rows[0] else ("good", NAMES)
    lines = [
        plots.Line(name, [row[what][at] for row in rows], plots.colour("good", at)) for at, name in enumerate(names)
    ]
    picture = curve.with_suffix(".svg")
    svg = plots.curves(
        lines, ticks, "the learner's wins, over minutes" if what == "wins" else "good's wins by opponent, over minutes"
    )
    picture.write_text(plots.alone(svg))
    return picture
