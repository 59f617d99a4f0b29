"""A table in words: the game as a seat may know it, the talk it has heard, and its answers by number."""

from __future__ import annotations

from collections.abc import Iterable

from turncoat.core import asks_of
from turncoat.core.in_words import answers, quoted, spoken_lines, view_in_words, words_of
from turncoat.server.tables.resources import NumberedAnswer, ViewInWords
from turncoat.server.tables.table_info import TableInfo, model_of
from turncoat.server.tables.table_state import Effect, ask_id
from turncoat.server.tables.talk import spoken
from turncoat.server.tables.wire import ChatLine


def table_in_words(at: Effect, seat: int | None, heard: Iterable[ChatLine]) -> ViewInWords:
    """What a seat (None: a watcher) is told as text."""
    table, game = at.table, at.game
    talk = list(map(spoken, heard))
    if at.state is None:
        lines = [*_lobby(table, seat), *spoken_lines(words_of(game), talk)]
        return ViewInWords(status=table.status, text="\n".join(lines) + "\n", answers=())
    view = game.view(at.state, seat)
    asks = asks_of(at.asks, seat) if seat is not None and table.status == "playing" else ()
    names = [chair.name or "" for chair in table.chairs]
    numbered = tuple(
        NumberedAnswer(
            number=one.number,
            ask=ask_id(table.game, at.counts[seat or 0], one.ask.kind),
            text=one.text,
            move=one.move,
        )
        for one in answers(game, view, asks)
    )
    text = view_in_words(game, view, asks, names, talk, notes=_models(table))
    return ViewInWords(status=table.status, text=text, answers=numbered)


def _models(table: TableInfo) -> dict[int, str]:
    """What everybody is told about the players that are language models, by seat."""
    found = {seat: model_of(chair) for seat, chair in enumerate(table.chairs)}
    return {
        seat: f", a language model ({quoted(model)}) that reads and answers the talk"
        for seat, model in found.items()
        if model is not None
    }


def _lobby(table: TableInfo, seat: int | None) -> list[str]:
    """The chairs before the deal."""
    you = "You have no chair." if seat is None else f"You are seat {seat}."
    models = _models(table)
    chairs = [
        f"seat {number} {quoted(chair.name)}{', ready' if chair.ready else ', not ready'}{models.get(number, '')}"
        if chair.name
        else f"seat {number} is empty"
        for number, chair in enumerate(table.chairs)
    ]
    return ["== LOBBY ==", f"{table.settings.ruleset}, not dealt yet. {you}", *chairs]
