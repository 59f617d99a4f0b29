"""The benchmarks can be found and keep their output format. Speed itself is not tested."""

from __future__ import annotations

import json

import pytest

from benchmarks import engine, static
from benchmarks.__main__ import main, names
from benchmarks.report import Row, show
from turncoat.games import find_game
from turncoat.server.http.static import client_folder


def test_benchmarks_are_found_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert "engine" in names()
    assert "report" not in names()
    assert main(["no-such"]) == 2
    assert "engine" in capsys.readouterr().out


def test_json_is_one_object_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    show([Row("a", 2.0, "1/s"), Row("b", 0.5, "ratio", "a")], as_json=True)
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert lines == [
        {"name": "a", "value": 2.0, "unit": "1/s"},
        {"name": "b", "value": 0.5, "unit": "ratio", "of": "a"},
    ]


def test_the_benchmark_of_the_files_asks_for_what_a_browser_asks_for() -> None:
    path = static.largest_script()
    with static.applications() as (ours, library):
        first = ours.ask(path)
        assert (first.status, library.ask(path).status) == (200, 200)
        assert 0 < first.size < (client_folder("") / path[1:]).stat().st_size
        assert ours.ask(path, first.etag) == (304, first.etag, 0)


@pytest.mark.parametrize("name", engine.CASES)
@pytest.mark.parametrize("views", [False, True])
def test_the_engines_cases_are_playable(name: str, views: bool) -> None:
    setup = engine.CASES[name]
    player = engine.Player(find_game(setup.ruleset), setup, views)
    assert player.play_one() == player.decisions > 10
    assert player.games == 1
