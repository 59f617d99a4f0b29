"""An answer can be replaced while others that were asked together still owe theirs, and never after."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from turncoat.core import Match, Refused, Seed, Setup, replay
from turncoat.games import find_game

YES, NO = ({"move": "vote", "approve": approve} for approve in (True, False))


def _voting() -> Match[Any]:
    """A team is proposed, and everybody is asked for a vote."""
    setup = Setup(ruleset="classic", players=5, deal={"leader": 0})
    match: Match[Any] = Match(find_game("classic"), setup, Seed.of("1"))
    _play(match, 0, {"move": "propose", "team": [0, 1]})
    return match


def _move(match: Match[Any], move: Any) -> Any:
    return msgspec.convert(move, match.game.move_type)


def _play(match: Match[Any], seat: int, move: Any) -> None:
    match.play(seat, _move(match, move))


def test_a_changed_game_is_the_game_in_which_it_was_always_so() -> None:
    changed, straight = _voting(), _voting()
    for seat in (3, 1, 4):
        _play(changed, seat, NO)
        _play(straight, seat, NO if seat == 4 else YES)
    changed.change(3, _move(changed, YES))
    changed.change(1, _move(changed, YES))
    assert changed.is_collecting
    assert changed.state == straight.state
    assert changed.record().moves == straight.record().moves
    assert replay(changed.game, changed.record()) == changed.state


def test_a_match_that_goes_on_from_a_record_can_be_changed_too() -> None:
    match = _voting()
    _play(match, 2, NO)
    resumed: Match[Any] = Match.resume(match.game, match.record(), Seed.of("1"))
    resumed.change(2, _move(match, YES))
    match.change(2, _move(match, YES))
    assert resumed.state == match.state


def test_once_all_have_answered_nothing_is_changed() -> None:
    match = _voting()
    for seat in range(5):
        _play(match, seat, YES)
    before = match.state
    with pytest.raises(Refused, match="WRONG_PHASE"):
        match.change(2, _move(match, NO))
    assert match.state is before
    assert not match.is_collecting


def test_whoever_has_not_answered_has_nothing_to_change_and_a_wrong_answer_changes_nothing() -> None:
    match = _voting()
    _play(match, 2, YES)
    before, moves = match.state, list(match.moves)
    with pytest.raises(Refused, match="WRONG_PHASE"):
        match.change(3, _move(match, NO))
    with pytest.raises(Refused, match="WRONG_PHASE"):
        match.change(2, _move(match, {"move": "mission", "success": True}))
    assert (match.state, match.moves) == (before, moves)
