"""The page after the game: everybody's role and knowledge, every mission card, every vote."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from turncoat.core import AnyGame, Event
from turncoat.games.resistance.narration.phrases import capital
from turncoat.games.resistance.narration.vocabulary import Vocabulary
from turncoat.games.resistance.rules.view import MissionView, View
from turncoat.games.resistance.terminal.board import Board
from turncoat.games.resistance.terminal.event_sentences import sentences


def final_page(game: AnyGame, state: Any, board: Board, last: Iterable[Event]) -> RenderableType:
    """Everything that was hidden, headed by the last events of the game."""
    words = board.words.to(None)
    view: View = game.view(state, None)
    return Group(
        Padding(Text("\n".join(sentences(last, words)), style=f"bold {board.colours.accent}"), (1, 1, 0, 1)),
        _roles(game, state, board, words),
        _missions(view, board, words),
        board.history(view, words),
    )


def _roles(game: AnyGame, state: Any, board: Board, words: Vocabulary) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in ("", "seat", "role", "side", "knew"):
        table.add_column(heading)
    for seat, name in enumerate(words.names):
        you = game.view(state, seat).you
        knew = " ".join(words.private(you)) or "nobody"
        colour = board.colours.good if you.side == "good" else board.colours.evil
        side = board.signs.yes if you.side == "good" else board.signs.no
        table.add_row(
            str(seat),
            name,
            Text(capital(words.role(you.role)), style=f"bold {colour}"),
            f"{side} {words.side(you.side)}",
            Text(knew.replace("you saw", "saw")),
        )
    return table


def _missions(view: View, board: Board, words: Vocabulary) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in (words.mission, "result", "cards"):
        table.add_column(heading)
    for number, mission in enumerate(view.missions, 1):
        if mission is not None:
            sign = board.signs.yes if mission.success else board.signs.no
            result = f"{sign} {'success' if mission.success else 'failed'}"
            table.add_row(str(number), result, _cards(mission, words))
    return table


def _cards(mission: MissionView, words: Vocabulary) -> str:
    if not mission.cards:
        return "forfeited after five rejected teams"
    played = mission.cards.items()
    return ", ".join(f"{words.names[seat]} {'Success' if success else 'FAIL'}" for seat, success in played)
