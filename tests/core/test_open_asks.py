"""A match offers the asks that are open in it, and works them out once for each of its states."""

from __future__ import annotations

from typing import Any

import pytest

from turncoat.core import Match, Refused, Seed, Setup
from turncoat.games import find_game


class _Watched:
    """A game that remembers which states it was asked about."""

    def __init__(self, ruleset: str) -> None:
        self._game = find_game(ruleset)
        self.states: list[Any] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def asks(self, state: Any) -> Any:
        self.states.append(state)
        return self._game.asks(state)


def test_the_open_asks_are_those_of_the_state_and_are_worked_out_once() -> None:
    for ruleset in ("classic", "maquis"):
        game: Any = _Watched(ruleset)
        players = find_game(ruleset).seats(ruleset)[0]
        match: Match[Any] = Match(game, Setup(ruleset=ruleset, players=players), Seed.of("1"))
        while match.asks and len(match.moves) < 200:
            match.play(match.asks[-1].seat, match.asks[-1].moves[-1])
            assert match.asks == find_game(ruleset).asks(match.state)
        assert len(match.moves) > 10
        assert len({id(state) for state in game.states}) == len(game.states), ruleset


def test_a_refused_move_leaves_the_asks_as_they_are() -> None:
    match: Match[Any] = Match(find_game("classic"), Setup(ruleset="classic", players=5), Seed.of("1"))
    before = match.asks
    stranger = next(seat for seat in range(5) if seat != before[0].seat)
    with pytest.raises(Refused):
        match.play(stranger, before[0].moves[0])
    assert match.asks is before


def test_a_match_that_is_continued_asks_what_was_open() -> None:
    match: Match[Any] = Match(find_game("classic"), Setup(ruleset="classic", players=5), Seed.of("1"))
    match.play(match.asks[0].seat, match.asks[0].moves[0])
    match.play(match.asks[0].seat, match.asks[0].moves[0])
    assert Match.resume(match.game, match.record(), Seed.of("1")).asks == match.asks
