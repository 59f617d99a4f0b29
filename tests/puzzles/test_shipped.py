"""Every puzzle that is shipped is confirmed by the second implementation, and a wrong one is not."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from turncoat.core import CorruptRecord, offered
from turncoat.core.puzzles import Puzzle, dump_puzzles, load_puzzles
from turncoat.games import find_game

RULESETS = ("avalon", "maquis")
SAMPLE = 60


def shipped(ruleset: str) -> list[Puzzle]:
    return list(offered(find_game(ruleset).capabilities.puzzles, "puzzles").shipped())


def check(ruleset: str, puzzle: Puzzle) -> str | None:
    return offered(find_game(ruleset).capabilities.puzzles, "puzzles").check(puzzle)


def sample(ruleset: str) -> list[Puzzle]:
    found = shipped(ruleset)
    return found[:: max(1, len(found) // SAMPLE)]


def test_there_are_a_thousand_of_each_kind() -> None:
    kinds = Counter(puzzle.kind for puzzle in shipped("avalon"))
    assert kinds["facts"] >= 1000
    assert kinds["best"] >= 1000
    assert kinds["people"] == 0, "no recorded game of people is shipped"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_puzzle_is_shipped_twice(ruleset: str) -> None:
    found = shipped(ruleset)
    assert len({puzzle.id for puzzle in found}) == len(found)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_sample_passes_the_check(ruleset: str) -> None:
    assert {puzzle.id: problem for puzzle in sample(ruleset) if (problem := check(ruleset, puzzle))} == {}


@pytest.mark.long
@pytest.mark.parametrize("ruleset", RULESETS)
def test_all_pass_the_check(ruleset: str) -> None:
    assert {puzzle.id: problem for puzzle in shipped(ruleset) if (problem := check(ruleset, puzzle))} == {}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_planted_wrong_answer_is_caught(ruleset: str) -> None:
    for puzzle in sample(ruleset)[:25]:
        wrong = replace(puzzle, right=(puzzle.right + 1) % len(puzzle.choices))
        assert check(ruleset, wrong) is not None, puzzle


def first(ask: str) -> Puzzle:
    return next(puzzle for puzzle in shipped("avalon") if puzzle.question["ask"] == ask)


def test_a_planted_wrong_probability_is_caught() -> None:
    puzzle = first("likely-evil")
    chances = [round(1 - chance, 2) for chance in puzzle.why["chances"]]
    assert check("avalon", replace(puzzle, why={**puzzle.why, "chances": chances})) is not None


def test_a_record_that_cannot_be_played_is_caught() -> None:
    puzzle = first("must-be-evil")
    assert check("avalon", replace(puzzle, record=puzzle.record.replace("mission=", "mission=x"))) is not None


def test_every_question_is_varied() -> None:
    asked = Counter(str(puzzle.question["ask"]) for puzzle in shipped("avalon"))
    places: dict[str, set[int]] = {}
    for puzzle in shipped("avalon"):
        places.setdefault(str(puzzle.question["ask"]), set()).add(puzzle.right)
    assert len(asked) >= 11, asked
    assert all(len(found) > 1 for found in places.values()), places
    players = {puzzle.game_so_far(find_game).players for puzzle in sample("avalon")}
    assert len(players) >= 5


def test_a_file_round_trips_and_a_broken_one_is_refused() -> None:
    puzzles = sample("avalon")[:3]
    data = dump_puzzles(puzzles)
    assert [puzzle.id for puzzle in load_puzzles(data)] == [puzzle.id for puzzle in puzzles]
    assert dump_puzzles(load_puzzles(data)) == data
    bad: list[Any] = [b"{}\n", data[:40], b"\x1f\x8bno", b"\xff\xfe", dump_puzzles([replace(puzzles[0], right=9)])]
    for broken in bad:
        with pytest.raises(CorruptRecord):
            load_puzzles(broken)
