"""Fitting the model of people: equal games give equal numbers, and the numbers tell how these players play."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.people.logs import line
from turncoat.cli import run as turncoat
from turncoat.games.resistance.belief.people.weights import PeopleWeights
from turncoat.games.resistance.learning.people_bench import beliefs_of
from turncoat.games.resistance.learning.people_games import people_games

GAMES = 40
pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("people") / "log.jsonl"
    path.write_bytes(b"".join(map(line, range(GAMES))))
    return path


def test_equal_games_give_equal_numbers_that_read_these_players_better_than_facts(log: Path, tmp_path: Path) -> None:
    for name in ("one.npz", "two.npz"):
        assert turncoat(["people", "fit", str(log), "--out", str(tmp_path / name)]) == 0
    with np.load(tmp_path / "one.npz") as one, np.load(tmp_path / "two.npz") as two:
        assert one.files == two.files
        assert all(np.array_equal(one[name], two[name]) for name in one.files)
    fitted = PeopleWeights.load(tmp_path / "one.npz")
    games = people_games(log)
    found = beliefs_of(games, lambda _: fitted, False, lambda done, total: None).guesses
    assert found["people"].log_loss.mean() < found["facts"].log_loss.mean()


def test_where_the_numbers_cannot_be_written_it_says_so(
    log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "few.jsonl").write_bytes(line(1) + line(2))
    out = tmp_path / "no" / "such" / "folder.npz"
    assert turncoat(["people", "fit", str(tmp_path / "few.jsonl"), "--out", str(out)]) == 2
    assert "NO_FILE" in capsys.readouterr().err
