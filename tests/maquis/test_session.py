"""Undo, redo, starting again, saving, and named deals."""

from __future__ import annotations

from datetime import UTC, date, datetime
from pathlib import Path
from random import Random

import pytest

from turncoat.core import CorruptRecord
from turncoat.games.maquis import GAME, MaquisOutcome
from turncoat.games.maquis.belief import imagine
from turncoat.games.maquis.rules.cards import ENEMIES, MAQUIS, MISSIONS
from turncoat.games.maquis.rules.moves import Choose, End, Play
from turncoat.games.maquis.session import Deal, Results, Session, daily, numbered


def _finished(deal: Deal) -> Session:
    session, random = Session(deal), Random(1)
    while session.ask is not None:
        moves = [move for move in session.ask.moves if move != End()] or session.ask.moves
        session.play(random.choice(list(moves)))
    return session


def _first_play(session: Session) -> Play:
    assert session.ask is not None
    return next(move for move in session.ask.moves if isinstance(move, Play))


def test_a_deal_is_the_same_for_everybody() -> None:
    assert Session(numbered(7)).state == Session(numbered(7)).state
    assert Session(numbered(7)).state != Session(numbered(8)).state
    assert daily(date(2026, 11, 15)).seed.hex != numbered(2026).seed.hex


def test_undo_takes_an_answer_back_and_redo_gives_it_again() -> None:
    session = Session(numbered(1))
    before, move = session.state, _first_play(session)
    session.play(move)
    after = session.state
    assert session.undo()
    assert (session.state, session.moves) == (before, ())
    assert session.redo()
    assert session.state == after
    assert not session.redo()


def test_there_is_no_undo_past_new_information() -> None:
    session = Session(numbered(1))
    session.play(Choose(session.view.missions[0].mission))
    assert not session.can_undo
    assert not session.undo()


def test_another_answer_forgets_what_could_be_redone() -> None:
    session = Session(numbered(1))
    session.play(_first_play(session))
    session.undo()
    session.play(Choose(session.view.missions[0].mission))
    assert not session.can_redo


def test_the_end_cannot_be_taken_back() -> None:
    session = _finished(numbered(3))
    assert session.outcome is not None
    assert not session.can_undo


def test_whatever_can_be_undone_told_nothing() -> None:
    """The view after such a move follows from the view before: it is the same in every world that fits."""
    for number in range(30):
        session, random = Session(numbered(number)), Random(number)
        while session.ask is not None:
            before, move = session.view, random.choice(list(session.ask.moves))
            session.play(move)
            if session.can_undo:
                other = GAME.play(imagine(before, random), 0, move).state
                assert GAME.view(other, 0) == session.view


def test_starting_again_is_the_same_deal_and_another_attempt() -> None:
    session = _finished(numbered(5))
    again = session.restart()
    assert again.state == Session(numbered(5)).state
    assert again.attempt == 2


def test_a_saved_game_goes_on_as_if_never_saved() -> None:
    session = Session(numbered(9))
    random = Random(9)
    for _ in range(12):
        if session.ask is not None:
            session.play(random.choice(list(session.ask.moves)))
    loaded = Session.load(session.save())
    assert (loaded.state, loaded.deal, loaded.moves) == (session.state, session.deal, session.moves)
    while session.ask is not None:
        move = random.choice(list(session.ask.moves))
        session.play(move)
        loaded.play(move)
    assert loaded.state == session.state


@pytest.mark.parametrize("data", [b"", b"{}", b"nonsense", b'{"format":1}'])
def test_what_is_no_saved_game_is_refused(data: bytes) -> None:
    with pytest.raises(CorruptRecord):
        Session.load(data)


def test_the_line_to_share_names_no_card() -> None:
    session = _finished(numbered(3))
    line = session.result_line()
    assert line.startswith("RESIST! deal 3: ")
    names = {*MAQUIS, *MISSIONS, *ENEMIES}
    assert not any(name in line for name in names)
    assert line.count("●") == len(session.state.defeated)


NOW = datetime(2026, 11, 15, tzinfo=UTC)


def _outcome(grade: str, points: int = 0, reason: str = "ended") -> MaquisOutcome:
    return MaquisOutcome(None, reason, points=points, grade=grade)


def test_statistics_of_a_player(tmp_path: Path) -> None:
    results = Results(tmp_path / "deep" / "solo.sqlite3")
    outcomes = [
        _outcome("minor", 16),
        _outcome("major", 24),
        _outcome("loss", 0, "civilians-lost"),
        _outcome("epic", 28),
        _outcome("draw", 7),
        _outcome("victory", 19),
    ]
    for number, outcome in enumerate(outcomes):
        assert results.add("ana", numbered(number), 1, outcome, 6, NOW)
    stats = results.statistics("ana")
    assert stats.played == 6
    assert stats.grades == {"minor": 1, "major": 1, "loss": 1, "epic": 1, "draw": 1, "victory": 1}
    assert stats.average_points == pytest.approx(94 / 6)
    assert (stats.streak, stats.best_streak) == (1, 2)
    assert stats.losses == {"civilians-lost": 1}
    assert results.statistics("ben").played == 0


def test_a_result_counts_once_and_a_second_attempt_not_at_all(tmp_path: Path) -> None:
    results = Results(tmp_path / "solo.sqlite3")
    assert results.add("ana", numbered(1), 1, _outcome("loss"), 3, NOW)
    assert not results.add("ana", numbered(1), 1, _outcome("epic", 30), 9, NOW)
    assert results.add("ana", numbered(1), 2, _outcome("epic", 30), 9, NOW)
    assert results.attempts("ana", numbered(1)) == 2
    assert results.statistics("ana").grades == {"loss": 1}
