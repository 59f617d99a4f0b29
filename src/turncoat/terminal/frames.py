"""A record step by step."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from turncoat.core import CHANCE, AnyGame, Event, Record, replay
from turncoat.games import find_game


class Frame(NamedTuple):
    """The state after a move, and the events of the move."""

    state: Any
    events: tuple[Event, ...]


def frames(record: Record) -> list[Frame]:
    """A frame for the deal, and one for every move. Raises CorruptRecord."""
    game = find_game(record.ruleset)
    replay(game, record)  # checks every move and says which one is wrong
    return list(_frames(game, record))


def _frames(game: AnyGame, record: Record) -> Iterator[Frame]:
    state = game.start(record.setup)
    opening: list[Event] = []
    while not game.dealt(state):
        step = game.play(state, CHANCE, game.asks(state)[0].moves[0])
        state = step.state
        opening += step.events
    yield Frame(state, tuple(opening))
    for seat, move in record.moves:
        step = game.play(state, seat, move)
        state = step.state
        yield Frame(state, step.events)
