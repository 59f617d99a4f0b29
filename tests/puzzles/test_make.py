"""`turncoat puzzles`: equal seeds give equal puzzles, games of people give puzzles, bad input gets one sentence."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path

import pytest

from turncoat.cli.app import run
from turncoat.core import offered
from turncoat.core.puzzles import Puzzle, dump_puzzles, read_puzzles
from turncoat.games import find_game


def made(kind: str, attempts: int) -> list[Puzzle]:
    maker = offered(find_game("avalon").capabilities.puzzles, "puzzles")
    return [puzzle for puzzle in islice(maker.make(kind, "test"), attempts) if puzzle is not None]  # type: ignore[arg-type]


def test_equal_seeds_give_equal_puzzles() -> None:
    assert dump_puzzles(made("facts", 12)) == dump_puzzles(made("facts", 12))


def test_the_command_writes_what_it_has_confirmed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "two.xz"
    assert run(["puzzles", "make", "--kind", "facts", "--count", "2", "--seed", "7", "--out", str(out)]) == 0
    assert len(read_puzzles(out)) == 2
    assert run(["puzzles", "check", str(out)]) == 0
    assert "2 puzzles checked, 0 wrong" in capsys.readouterr().out


MISSED = {
    "roles": ["merlin", "servant", "servant", "assassin", "minion"],
    "proposals": [
        {"leader": 0, "team": [0, 1], "votes": [True, True, True, False, False], "cards": [True, True]},
        {"leader": 1, "team": [1, 3, 4], "votes": [False, True, True, True, True], "cards": [True, False, True]},
        {"leader": 2, "team": [2, 4], "votes": [False, True, True, False, False]},
        {"leader": 3, "team": [3, 2], "votes": [False, True, False, True, False]},
        {"leader": 4, "team": [0, 2], "votes": [True, True, True, False, False], "cards": [True, True]},
        {"leader": 0, "team": [0, 1, 2], "votes": [True, True, True, False, False], "cards": [True, True, True]},
    ],
    "shot": 2,
}


def test_a_game_in_which_the_assassin_missed_becomes_a_puzzle(tmp_path: Path) -> None:
    games, out = tmp_path / "games.jsonl", tmp_path / "people.xz"
    hit = {**MISSED, "shot": 0}
    games.write_text("".join(json.dumps(game) + "\n" for game in (MISSED, hit)))
    assert run(["puzzles", "make", "--people", str(games), "--out", str(out)]) == 0
    (puzzle,) = read_puzzles(out)
    assert (puzzle.kind, puzzle.seat, puzzle.question) == ("people", 3, {"ask": "missed", "named": 2})
    assert puzzle.choices[puzzle.right] == {"seats": [0]}


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["make"], "USAGE"),
        (["make", "--out", "x", "--count", "0"], "BAD_COUNT"),
        (["make", "--out", "x", "--ruleset", "chess"], "UNKNOWN_RULESET"),
        (["make", "--out", "x", "--ruleset", "maquis", "--kind", "facts"], "NOT_OFFERED"),
        (["make", "--out", "x", "--people", "missing.jsonl"], "NO_FILE"),
        (["make", "--out", "/missing/folder/x", "--count", "1", "--seed", "7"], "NO_FILE"),
        (["check", "missing.xz"], "NO_FILE"),
        (["riddle"], "USAGE"),
    ],
)
def test_bad_input_gets_one_sentence(
    arguments: list[str], code: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["puzzles", *arguments]) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"turncoat: {code}: ")
    assert told.count("\n") == 1


def test_a_file_that_holds_no_puzzles_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "no.xz"
    path.write_bytes(b"nothing")
    assert run(["puzzles", "check", str(path)]) == 2
    assert "CORRUPT_RECORD" in capsys.readouterr().err
