"""The page that `?` shows."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from turncoat.games.resistance.narration.rules_in_brief import rules_in_brief
from turncoat.games.resistance.rules.view import View
from turncoat.games.resistance.terminal.board import Board


def help_page(board: Board, view: View, models: str = "") -> RenderableType:
    """The keys, the signs, and the rules of this game in a few lines; `models` is what language models may use."""
    told = [f"Whoever is marked (model) is a language model. {models}"] if models else []
    lines = [*_KEYS, *told, "", *rules_in_brief(board.words, view)]
    return Group(Padding(Text("\n".join(lines)), 1), board.key())


_KEYS = (
    "Type one of the answers offered, then Enter. Numbers, names and the beginnings of words all work.",
    "h shows every vote so far, r your role and what you know, q saves the game and leaves.",
    "say and a line talks to the table: say Bo, whom do you suspect? Bots may answer before a vote.",
)
