"""The benchmark's ready-made configurations are those of the set-ups they name; its tables show what was measured."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks import vector, vector_tables
from benchmarks.vector import GAMES, SETUPS
from turncoat.games.resistance import simulator


def test_ready_made_configurations() -> None:
    assert GAMES.keys() == SETUPS.keys()
    for name, (seats, words) in GAMES.items():
        assert SETUPS[name][1] == seats
        assert simulator.make_config(*SETUPS[name]) == simulator.config_from_words(*words)


def test_the_tables_have_a_place_for_every_number_and_leave_the_others_empty() -> None:
    lines = vector_tables.plan()
    first, observed = lines[0], next(line for line in lines if line.columns == vector_tables.OBSERVED)
    cells = [
        vector_tables.Cell(first, "games", 2.5e9),
        vector_tables.Cell(first, "step", 0.5678),
        vector_tables.Cell(observed, "packed", 1.2e9),
    ]
    text = vector_tables.markdown(lines, cells, "machine")
    assert text.count("\n| machine") + text.startswith("| machine") == 2
    assert "| classic, 5 players, fixed configuration | 4,194,304 | 2,500 million |  | 0.57 |  |" in text
    assert "| classic, 5 players, fixed configuration | 131,072 |  | 1,200 million |  |" in text
    assert sum(line.startswith(("| classic", "| avalon")) for line in text.splitlines()) == len(lines)


def test_nothing_is_begun_when_the_time_is_up() -> None:
    assert list(vector_tables.measure(vector_tables.plan(1 << 16), 0.0, minutes=0.0)) == []


def test_every_number_is_kept_as_soon_as_it_is_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "tables.jsonl"
    line = vector_tables.Line(next(iter(GAMES)), "fixed", 64, ("games", "step"))
    kept: list[dict[str, Any]] = []

    def ratio(*_: object) -> float:
        kept.extend(json.loads(text) for text in file.read_text().splitlines())
        return 0.5

    monkeypatch.setattr(vector_tables, "plan", lambda _: [line])
    monkeypatch.setattr(vector, "ratio", ratio)
    vector.main(["--tables", str(file), "--quick"])
    assert [(cell["batch"], cell["column"]) for cell in kept] == [(64, "games/s")]
    assert [json.loads(text)["value"] for text in file.read_text().splitlines()] == [kept[0]["value"], 0.5]
    assert "| 64 |" in capsys.readouterr().out
