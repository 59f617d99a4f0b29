"""The table of results: what an interrupted run keeps, and what it needs to run. How well bots play is no test."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks import maquis


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def test_an_interrupted_run_goes_on_where_it_was(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal = tmp_path / "journal"
    command = ["--quick", "--json", "--bots", "random,greedy", "--workers", "1", "--journal", str(journal)]
    maquis.main([*command, "--deals", "3"])
    capsys.readouterr()
    journal.write_text("\n".join(_lines(journal)[:5]) + '\n{"bot": "gree\n', encoding="utf-8")
    before = _lines(journal)
    maquis.main([*command, "--deals", "4"])
    assert _lines(journal)[:6] == before
    assert len(_lines(journal)) == 6 + 3
    summaries = [json.loads(line) for line in capsys.readouterr().out.splitlines()[-2:]]
    assert [(found["bot"], found["deals"]) for found in summaries] == [("random", 4), ("greedy", 4)]
    assert sum(summaries[1]["grades"].values()) == 4


def test_search_games_of_another_thinking_time_are_not_taken_over(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    played = maquis.Played("draw", 3, 20, 0.1)
    maquis.Journal(path, maquis.Thought(turns=5)).keep("search", 1, played)
    assert maquis.Journal(path, maquis.Thought(turns=5)).games == {("search", 1): played}
    assert maquis.Journal(path, maquis.Thought(turns=6)).games == {}


def test_the_table_needs_nothing_but_msgspec() -> None:
    """So that it runs on a bare machine with many processors."""
    program = "import sys, benchmarks.maquis; print(*{name.partition('.')[0] for name in sys.modules})"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert not {"numpy", "platformdirs", "rich", "sqlalchemy", "litestar"} & set(done.stdout.split())
