"""The solo game on a terminal, played by a script."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from rich.console import Console

from tests.maquis.desk import BORDER, PASS, table
from turncoat.core import load_record
from turncoat.games import find_game
from turncoat.games.maquis.rules.moves import End
from turncoat.games.maquis.session import Results, Session, numbered
from turncoat.games.maquis.terminal.board import board, choices, keys
from turncoat.games.maquis.terminal.story import frames, page, print_story
from turncoat.games.maquis.terminal.terminal import Terminal


def _screen(width: int = 120) -> tuple[Console, io.StringIO]:
    screen = io.StringIO()
    return Console(file=screen, width=width, force_terminal=False), screen


def _typing(lines: list[str]) -> Callable[[str], str]:
    typed: Iterator[str] = iter(lines)

    def read(prompt: str) -> str:
        try:
            return next(typed)
        except StopIteration:
            raise EOFError from None

    return read


def _play(lines: list[str], folder: Path, deal: int | None = 7) -> str:
    console, screen = _screen()
    Terminal(console, _typing(lines), folder=folder).play(numbered(deal) if deal is not None else None, False, {})
    return screen.getvalue()


def test_every_answer_has_its_own_key_in_a_whole_game() -> None:
    for number in range(15):
        session, random = Session(numbered(number)), Random(number)
        while (ask := session.ask) is not None:
            options = keys(ask.moves, session.view)
            assert list(options.values()) == list(ask.moves)
            session.play(random.choice([move for move in ask.moves if move != End()] or list(ask.moves)))


def test_face_down_enemies_of_a_mission_share_a_line() -> None:
    """Fifteen lines of the same words would push the board off the screen."""
    desk = table({BORDER: ["guard-1", "+jailor-3", "grunt-1"], PASS: ["grunt-2"]}, ["pilar"])
    desk.hide("pilar", use=True)
    console, screen = _screen()
    console.print(choices(keys(desk.moves, desk.view), desk.view))
    assert [" ".join(line.split()) for line in screen.getvalue().splitlines()] == [
        "a1 a3 a face-down Enemy at Cross the Border",
        "b1 a face-down Enemy at Recon the Mountain Pass",
    ]


def test_an_answer_against_a_rule_is_told_the_rule(tmp_path: Path) -> None:
    """Whatever lies on the board and may not be picked now has its reason; other words have none."""
    shown = _play(["a1", "spam"], tmp_path)
    assert "That is no answer to the open question (plan)." in shown
    assert "'spam' is not one of the answers" in shown


def test_enter_alone_shows_the_table_again(tmp_path: Path) -> None:
    assert _play([""], tmp_path).count("help · hint") == 2


def test_undo_and_redo_are_offered_when_there_is_something(tmp_path: Path) -> None:
    shown = _play(["1r", "undo"], tmp_path)
    assert "help · hint · quit" in shown
    assert "help · hint · undo · quit" in shown
    assert "help · hint · redo · quit" in shown


@pytest.mark.parametrize("width", [80, 120])
def test_the_table_is_drawn_at_every_moment(width: int) -> None:
    session, random = Session(numbered(4), {"setup": "draft"}), Random(4)
    while (ask := session.ask) is not None:
        console, screen = _screen(width)
        console.print(board(session.view, width))
        console.print(choices(keys(ask.moves, session.view), session.view))
        assert max(map(len, screen.getvalue().splitlines())) <= width
        session.play(random.choice([move for move in ask.moves if move != End()] or list(ask.moves)))


def test_the_board_shows_no_face_down_card() -> None:
    console, screen = _screen()
    console.print(board(Session(numbered(7)).view, 120))
    assert "face down" in screen.getvalue()
    assert "Guard" not in screen.getvalue()


def test_a_wrong_answer_is_told_and_help_is_near(tmp_path: Path) -> None:
    shown = _play(["9x", "help", "enemies", "stats"], tmp_path)
    assert "'9x' is not one of the answers" in shown
    assert "Type what stands before an answer" in shown
    assert "All Guards must be defeated before the Mission" in shown
    assert "No game finished yet" in shown


def test_a_game_that_was_left_goes_on(tmp_path: Path) -> None:
    _play(["1r", "n", "quit"], tmp_path)
    shown = _play([], tmp_path, deal=None)
    assert "You continue deal 7" in shown


def test_undo_takes_a_card_back_into_the_hand(tmp_path: Path) -> None:
    shown = _play(["1r", "undo", "undo"], tmp_path)
    assert "Taken back." in shown
    assert "There is nothing to take back" in shown


def test_a_finished_game_is_counted_and_can_be_shared(tmp_path: Path) -> None:
    session, lines = Session(numbered(7)), []
    random = Random(3)
    while (ask := session.ask) is not None:
        options = keys(ask.moves, session.view)
        key = "end" if "end" in options else random.choice(list(options))
        lines.append(key)
        session.play(options[key])
    shown = _play([*lines, "n", "n"], tmp_path)
    assert f"To share:  {session.result_line()}" in shown
    assert Results(tmp_path / "solo.sqlite3").statistics("you").played == 1


def test_the_hint_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("turncoat.games.maquis.bots.hint.perf_counter", iter(range(1000)).__next__)
    shown = _play(["hint"], tmp_path)
    assert "points to expect" in shown


def test_a_record_is_told_again_as_it_happened() -> None:
    session, random = Session(numbered(7)), Random(3)
    views = [session.view]
    while (ask := session.ask) is not None:
        session.play(random.choice(list(ask.moves)))
        views.append(session.view)
    record = load_record(session.save(), find_game)
    told = list(frames(record))
    assert [frame.view for frame in told] == views
    console, screen = _screen()
    print_story(record, "0", False, console)
    assert "Attack Strength" in screen.getvalue()
    console.print(page(told[-1], 120))


def test_a_spectator_is_not_told_the_hand() -> None:
    session = Session(numbered(7))
    assert all(frame.view.hand is None for frame in frames(load_record(session.save(), find_game), None))
