"""Puzzles over REST: the question never comes with its answer, and bad requests are refused with a code."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tests.server.harness import ServerProcess
from turncoat.client import Client, ServerRefused
from turncoat.core.puzzles import dump_puzzles
from turncoat.games import find_game
from turncoat.server.http.puzzle_book import PuzzleBook


def get(server: ServerProcess, path: str) -> Any:
    return Client(server.address).request("GET", path)


def post(server: ServerProcess, path: str, body: Any) -> Any:
    return Client(server.address).request("POST", path, body)


def test_the_puzzle_of_the_day_can_be_answered_once_it_is_asked_for(server: ServerProcess) -> None:
    day = get(server, "/api/puzzles/daily")
    puzzle = day["puzzle"]
    assert get(server, f"/api/puzzles/{puzzle['id']}") == puzzle
    days = get(server, "/api/puzzles/days")
    assert len(days) == 7
    assert (days[0]["date"], days[0]["id"]) == (day["date"], puzzle["id"])
    shown = post(server, f"/api/puzzles/{puzzle['id']}/answer", {})
    assert shown["is_right"] is None
    for choice in range(len(puzzle["choices"])):
        answer = post(server, f"/api/puzzles/{puzzle['id']}/answer", {"choice": choice})
        assert answer["is_right"] == (choice == shown["right"])
        assert answer["why"] == shown["why"]
    assert get(server, f"/api/puzzles/{puzzle['id']}/hint")["hint"]


@pytest.mark.parametrize("kind", ["facts", "best"])
def test_a_position_holds_neither_answer_nor_deal(server: ServerProcess, kind: str) -> None:
    for listed in get(server, f"/api/puzzles?kind={kind}&limit=200")[::20]:
        puzzle = get(server, f"/api/puzzles/{listed['id']}")
        assert {key: puzzle[key] for key in listed} == listed
        assert not {"right", "why", "hint", "record"} & puzzle.keys()
        assert puzzle["view"].get("roles") is None
        if puzzle["seat"] is None:
            assert puzzle["view"]["you"] is None


def test_the_list_comes_nearest_to_a_rating_first(server: ServerProcess) -> None:
    listed = get(server, "/api/puzzles?rating=1500&limit=30&ruleset=avalon")
    away = [abs(one["rating"] - 1500) for one in listed]
    assert away == sorted(away)
    assert {one["ruleset"] for one in listed} == {"avalon"}


@pytest.mark.parametrize(
    ("method", "path", "body", "code"),
    [
        ("GET", "/api/puzzles/nosuchid", None, "NOT_FOUND"),
        ("GET", "/api/puzzles/nosuchid/hint", None, "NOT_FOUND"),
        ("POST", "/api/puzzles/nosuchid/answer", {"choice": 0}, "NOT_FOUND"),
        ("GET", "/api/puzzles?kind=riddle", None, "BAD_REQUEST"),
        ("GET", "/api/puzzles?limit=0", None, "BAD_REQUEST"),
        ("GET", "/api/puzzles?rating=-4", None, "BAD_REQUEST"),
        ("POST", "/api/puzzles/{one}/answer", {"choice": 60}, "BAD_REQUEST"),
        ("POST", "/api/puzzles/{one}/answer", {"choice": "x"}, "BAD_REQUEST"),
        ("POST", "/api/puzzles/{one}/answer", {"pick": 1}, "BAD_REQUEST"),
    ],
)
def test_bad_requests_are_refused_with_a_code(
    server: ServerProcess, method: str, path: str, body: Any, code: str
) -> None:
    one = get(server, "/api/puzzles?limit=1")[0]["id"]
    with pytest.raises(ServerRefused, match=code):
        Client(server.address).request(method, path.format(one=one), body)


def test_a_file_of_the_host_is_offered_and_a_broken_one_is_not(tmp_path: Any) -> None:

    puzzles = find_game("avalon").capabilities.puzzles
    assert puzzles is not None
    first = puzzles().shipped()[0]
    own = {"ask": "must-be-evil", "of": "the host"}

    mine = replace(first, kind="people", question=own)
    good, broken = tmp_path / "mine.xz", tmp_path / "broken.xz"
    good.write_bytes(dump_puzzles([mine]))
    broken.write_bytes(b"\xfd7zXZ nothing")
    book = PuzzleBook([str(good), str(broken), str(tmp_path / "missing")])
    assert book.find(mine.id) == mine
    assert len(book.puzzles) == len(PuzzleBook([]).puzzles) + 1
