"""Signs and colours. A sign is always explained by a word beside it or in the key below the table of votes."""

from __future__ import annotations

import os
from typing import NamedTuple

from rich.box import Box
from rich.console import Console


class Signs(NamedTuple):
    """The signs on the board."""

    yes: str
    no: str
    none: str
    team: str
    leader: str
    leading_member: str
    free: str
    last: str
    now: str


UNICODE = Signs("✓", "✗", "·", "■", "◇", "◆", "○", "▣", "▶")
ASCII = Signs("+", "x", ".", "t", "l", "L", "o", "#", ">")


def signs(console: Console) -> Signs:
    """The signs that this terminal can show."""
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
    """Styles by what they mean. The accent always marks what is going on now or what is yours."""

    accent: str
    good: str
    evil: str
    muted: str
    secret: str


_DARK = {
    "classic": Colours("#F4B942", "#74C7EC", "#FF7A5C", "dim", "#F8E8F3 on #4B2843"),
    "avalon": Colours("#EDBE55", "#9CC1FA", "#FF9480", "dim", "#FBE9F3 on #4D2740"),
}
_LIGHT = {
    "classic": Colours("#7A4E00", "#0B5578", "#A32A11", "dim", "#FFF3FB on #5B2F52"),
    "avalon": Colours("#704600", "#1D4A8F", "#9E1F17", "dim", "#FFF2F9 on #5E2F4D"),
}


def colours(ruleset: str, *, light: bool) -> Colours:
    """The colours of a ruleset, or the usual ones if it has none of its own."""
    themes = _LIGHT if light else _DARK
    return themes.get(ruleset, themes["classic"])


def has_light_background() -> bool:
    """Whether the terminal says that its background is light. Few terminals say anything, and most are dark."""
    return os.environ.get("COLORFGBG", "").rpartition(";")[2] in ("7", "15")
