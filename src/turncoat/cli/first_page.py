"""The page on which a person who typed little says what they want."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text


def first_page(offers: Iterable[tuple[str, str]], prompt: str, complaint: str = "") -> RenderableType:
    """The title, what is offered with its number, what can be typed, and what was wrong with the last answer."""
    rows = Table.grid(padding=(0, 2, 0, 0))
    for number, (name, summary) in enumerate(offers, 1):
        rows.add_row(Text(str(number)), Text(name, style="bold"), Text(summary))
    return Padding(
        Group(
            Text("TURNCOAT", style="bold"),
            Text("Somebody at your table is lying.\n", style="italic"),
            rows,
            Text(f"\n{prompt}"),
            Text(complaint, style="bold yellow"),
        ),
        (1, 2, 0, 2),
    )
