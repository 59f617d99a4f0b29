"""`turncoat bench people`: what it measures is what it says, on games of our own bots."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from tests.people.logs import line
from turncoat.cli import run as turncoat
from turncoat.games.resistance.learning.figures import Guesses, auc, calibration_error, mean_row
from turncoat.games.resistance.learning.people_bench import beliefs_of, onlooker
from turncoat.games.resistance.learning.people_games import folds, people_games

GAMES = 8


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("people") / "log.jsonl"
    path.write_bytes(b"".join(map(line, range(GAMES))))
    return path


def guesses(chance: list[float], truth: list[bool]) -> Guesses:
    zeros = np.zeros(len(chance), int)
    return Guesses(np.array(chance), np.array(truth), np.arange(len(chance)), zeros, zeros, zeros)


def test_the_command_prints_the_rows_that_it_promises(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert turncoat(["bench", "people", str(log), "--json", "--bots", "logic"]) == 0
    rows = [json.loads(text) for text in capsys.readouterr().out.splitlines()]
    assert all(set(row) == {"name", "value", "n", "low", "high"} for row in rows)
    found = {row["name"]: row for row in rows}
    for method in ("prior", "facts", "bots", "people"):
        for figure in ("log_loss", "ece", "auc", "top1", "log_loss/mission-2", "log_loss/players-5"):
            assert f"belief/{method}/{figure}" in found
    for name in ("people", "chance", "naive-bayes", "reading", "logic"):
        assert f"assassin/{name}/hit" in found
        assert f"assassin/{name}/hit/players-5" in found
    gain = found["assassin/logic/hit"]["value"] - found["assassin/people/hit"]["value"]
    assert found["assassin/logic/above-people"]["value"] == pytest.approx(gain)
    for name in ("vote", "proposal", "mission"):
        assert f"policy/{name}/log_loss" in found
        assert 0.0 < found[f"policy/{name}/accuracy"]["value"] <= 1.0
    assert found["belief/prior/log_loss"]["value"] == pytest.approx(-(0.5 * np.log(0.5) + 0.5 * np.log(0.5)))


def test_one_game_gives_no_intervals(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "one.jsonl").write_bytes(line(0))
    assert turncoat(["bench", "people", str(tmp_path / "one.jsonl"), "--bots", "logic", "--no-reading-of-bots"]) == 0
    rows = capsys.readouterr().out.splitlines()
    assert rows
    assert all("(no interval, n " in row for row in rows)


def test_the_moments_are_those_before_every_proposal_after_the_first(log: Path) -> None:
    games = people_games(log)
    results = beliefs_of(games, lambda _: None, False, lambda done, total: None)
    moments = sum(len(game.proposals) - 1 for game in games)
    assert len(results.guesses["facts"].truth) == 4 * moments
    assert len(results.top["facts"][0]) == moments
    for game in games:
        seat = onlooker(game)
        assert seat is not None
        assert game.roles[seat] == "servant"
        assert "servant" not in game.roles[:seat]


def test_the_games_of_a_table_are_in_one_fold(log: Path) -> None:
    games = people_games(log)
    found = folds(games, 2)
    assert sorted({game.table for game in games}) == ["g0", "g1"]
    assert len({(game.table, fold) for game, fold in zip(games, found, strict=True)}) == 2


def test_a_perfect_forecaster_has_no_calibration_error_and_ranks_perfectly() -> None:
    perfect = guesses([0.0, 0.0, 1.0], [False, False, True])
    assert calibration_error(perfect) == 0.0
    assert auc(perfect) == 1.0


def test_saying_more_than_is_true_is_a_calibration_error() -> None:
    assert calibration_error(guesses([0.95] * 4, [True, True, True, False])) == pytest.approx(0.2)
    assert auc(guesses([0.5] * 4, [True, False, True, False])) == 0.5


def test_the_interval_takes_the_cases_of_one_game_as_one() -> None:
    values = np.repeat([0.0, 1.0], 100)
    together = mean_row("x", values, np.repeat([0, 1], 100))
    alone = mean_row("x", values, np.arange(200))
    assert together.value == alone.value == 0.5
    assert together.high - together.low > 5 * (alone.high - alone.low)


def test_pictures_are_drawn(log: Path, tmp_path: Path) -> None:
    arguments = ["bench", "people", str(log), "--bots", "logic", "--no-reading-of-bots", "--pictures", str(tmp_path)]
    assert turncoat(arguments) == 0
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["people-calibration.svg", "people-shots.svg", "people-votes.svg"]
    assert all(path.read_text().startswith("<svg") for path in tmp_path.iterdir())


@pytest.mark.parametrize(
    ("text", "arguments", "code"),
    [
        (b"", [], "NO_GAMES"),
        (b"{}\n17\n", [], "NO_GAMES"),
        (line(1), ["--weights", "none.npz"], "BAD_WEIGHTS"),
        (line(1), ["--bots", "nobody"], "BAD_BOT"),
        (line(1), ["--cross-validate", "9"], "BAD_FOLDS"),
    ],
)
def test_what_cannot_be_measured_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: bytes, arguments: list[str], code: str
) -> None:
    log = tmp_path / "log.jsonl"
    log.write_bytes(text)
    assert turncoat(["bench", "people", str(log), *arguments]) == 2
    assert code in capsys.readouterr().err
