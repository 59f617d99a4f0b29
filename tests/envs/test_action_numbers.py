"""The numbers of moves that every environment shares."""

from __future__ import annotations

from types import SimpleNamespace
from weakref import ref

from turncoat.games.resistance.network.action_numbers import NumberedMoves


class _Named:
    """A move that names a seat, like the ones of the Lady and the Assassin."""

    seat = 3


def test_asks_that_never_come_again_are_forgotten() -> None:
    """Training asks for a name once a game, with new moves every time, and goes on for millions of games."""
    numbered, named = NumberedMoves(5), []
    for _ in range(5000):
        move = _Named()
        named.append(ref(move))
        assert numbered.of(SimpleNamespace(moves=(move,))) == {3: move}
        del move
    assert sum(move() is not None for move in named) <= 1024
