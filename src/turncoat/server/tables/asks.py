"""Asks as they are sent: complete, but "any five of these ten" is one line instead of 252 moves."""

from __future__ import annotations

from typing import Any

import msgspec

from turncoat.core import AnyGame, Ask, OneOf
from turncoat.server.tables.table_state import Effect, ask_id
from turncoat.server.tables.wire import AskView, Pick, StakeView


def ask_views(at: Effect, seat: int | None, view: Any) -> tuple[AskView, ...]:
    """The open asks of a seat, which sees `view`."""
    if seat is None or not at.asks or at.table.status != "playing" or seat >= len(at.counts):
        return ()
    found = []
    for ask in at.asks:
        if ask.seat == seat:
            moves, picks = describe(ask)
            name = ask_id(at.table.game, at.counts[seat], ask.kind)
            stakes = stakes_of(at.game, view, ask)
            found.append(AskView(id=name, kind=ask.kind, moves=moves, picks=picks, stakes=stakes, card=ask.card))
    return tuple(found)


def describe(ask: Ask) -> tuple[tuple[Any, ...], tuple[Pick, ...]]:
    """The moves of an ask that are listed, and those that are described, by the shape of the ask."""
    if not ask.shape:
        return tuple(ask.moves), ()
    moves: list[Any] = []
    picks: list[Pick] = []
    for part in ask.shape:
        if isinstance(part, OneOf):
            moves += part.moves
        else:
            move = msgspec.to_builtins(part.move)
            move.pop(part.field, None)
            picks.append(Pick(move=move, field=part.field, count=part.count, of=part.among))
    return tuple(moves), tuple(picks)


def stakes_of(game: AnyGame, view: Any, ask: Ask) -> tuple[StakeView, ...]:
    """What special thing follows from an answer, in every language of the game."""
    offers = game.capabilities
    if offers.stakes is None:
        return ()
    stakes = offers.stakes()
    found = stakes.stakes(view, ask)
    if not found:
        return ()
    languages = ("en",) if offers.narration is None else offers.narration().languages
    texts = {language: stakes.stakes(view, ask, language) for language in languages}
    return tuple(
        StakeView(
            answer=stake.answer,
            follows=stake.follows,
            text={language: translated[place].text for language, translated in texts.items()},
        )
        for place, stake in enumerate(found)
    )
