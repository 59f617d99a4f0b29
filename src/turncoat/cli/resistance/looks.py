"""Signs and colours. A sign never stands alone: its word is near, or in the key line of the grid."""

from __future__ import annotations

from typing import NamedTuple

from rich.box import Box
from rich.console import Console


class Signs(NamedTuple):
    """One set of signs; another for terminals that cannot show them."""

    yes: str
    no: str
    none: str
    team: str
    leader: str
    leading_member: str
    free: str
    last: str
    now: str
    line: str


UNICODE = Signs("✓", "✗", "·", "■", "◇", "◆", "○", "▣", "▶", "│")
ASCII = Signs("+", "x", ".", "t", "l", "L", "o", "#", ">", "|")


def signs(console: Console) -> Signs:
    """The signs this terminal can show."""
    return UNICODE if console.options.encoding.startswith("utf") else ASCII


TO_COME = Box(
    "╭┄┄╮\n"
    "┆ ┆┆\n"
    "├┄┼┤\n"
    "┆ ┆┆\n"
    "├┄┼┤\n"
    "├┄┼┤\n"
    "┆ ┆┆\n"
    "╰┄┴╯\n"
)  # fmt: skip


class Colours(NamedTuple):
    """Styles by role; one accent, and it always means now or yours."""

    accent: str
    good: str
    evil: str
    muted: str
    lining: str


_CLASSIC = Colours("#F4B942", "#74C7EC", "#FF7A5C", "dim", "#F8E8F3 on #4B2843")
_AVALON = Colours("#EDBE55", "#9CC1FA", "#FF9480", "dim", "#FBE9F3 on #4D2740")


def colours(ruleset: str) -> Colours:
    """The colours of a ruleset's room."""
    return _AVALON if ruleset == "avalon" else _CLASSIC
