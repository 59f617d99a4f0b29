"""The study of endgames: every recorded shot is put to the bots from the same seat."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest

from tools.endgames import PLAYERS, column, endgames, main, table


def played(shot: int | None) -> dict[str, Any]:
    """A game of five in which good succeeds three times; the Assassin in seat 3 names this seat."""
    teams = [[0, 1], [0, 1, 2], [1, 2]]
    proposals = [
        {"leader": leader, "team": team, "votes": [True] * 5, "cards": [True] * len(team)}
        for leader, team in enumerate(teams)
    ]
    roles = ["merlin", "servant", "servant", "assassin", "minion"]
    return {"roles": roles, "proposals": proposals, "shot": shot}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "three.jsonl.gz"
    games: list[Any] = [played(0), played(1), played(None), {"roles": []}, played(1)]
    path.write_bytes(gzip.compress("".join(json.dumps(game) + "\n" for game in games).encode()))
    return path


def test_only_games_that_end_with_a_shot_are_endgames(file: Path) -> None:
    found = list(endgames(file))
    assert [endgame.named for endgame in found] == [0, 1, 1]
    assert all(endgame.ask.seat == 3 and endgame.merlin == 0 for endgame in found)
    assert all(endgame.view.you.role == "assassin" for endgame in found)


def test_hits_and_chance_are_counted(file: Path) -> None:
    found = column(file, ["random"], most=2)
    assert (found.hits[PLAYERS].wins, found.endgames) == (1, 2)
    assert found.chance == pytest.approx(1 / 3)
    shown = table({"three": found})
    assert shown.startswith("| who names Merlin | three (2 endgames) |")
    assert shown.endswith("| a random choice | 33.3 |")


def test_the_command_of_the_page_makes_the_table_of_the_page(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same columns and rows; the figures are those of the file."""
    page = (Path(__file__).parents[2] / "docs/results/endgames.md").read_text()
    (command,) = re.findall(r"^python -m tools.endgames (.+)$", page, re.MULTILINE)
    monkeypatch.setattr("sys.argv", ["endgames", *command.replace("=FILE", f"={file}").split()])
    main()
    assert labels(capsys.readouterr().out) == labels(page)


def labels(text: str) -> tuple[list[str], list[str]]:
    """What the columns and rows of a table are called."""
    head, *rows = re.findall(r"^\| (.*) \|$", text, re.MULTILINE)
    return re.findall(r"([^| ]+) \(\d+ endgames\)", head), [row.split(" | ")[0] for row in rows]
