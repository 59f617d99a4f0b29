"""Fitting the model of people: equal games give equal numbers, and the numbers tell how these players play."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from tests.people.logs import line
from turncoat.cli import run as turncoat
from turncoat.games.resistance.belief.people.weights import SHIPPED, PeopleWeights, shipped_weights
from turncoat.games.resistance.learning.merlin_fit import add_merlin
from turncoat.games.resistance.learning.people_bench import beliefs_of
from turncoat.games.resistance.learning.people_fit import fit_without
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


def test_numbers_fitted_without_some_games_do_not_know_them(log: Path) -> None:
    """Only the games outside of the set that is left out count, for every one of the numbers."""
    games = people_games(log)
    left_out = np.arange(GAMES) < GAMES // 4
    (without, other), _ = fit_without(games, [left_out, ~left_out])
    few, _ = fit_without(games[GAMES // 4 :], [np.zeros(GAMES - GAMES // 4, bool)])
    for name in ("seat", "pair", "about", "value", "sent"):
        assert getattr(without, name) == pytest.approx(getattr(few[0], name), abs=1e-4), name
        assert getattr(without, name) != pytest.approx(getattr(other, name), abs=1e-4), name


def test_how_merlin_votes_and_leads_is_not_learnt_from_the_games_left_out(log: Path) -> None:
    games, shipped = people_games(log), shipped_weights()
    count = GAMES // 4
    left_out = np.arange(GAMES) < count
    others = [*games[count : 2 * count], *games[count:]]
    one, two = (
        add_merlin(some, [left_out, ~left_out], [shipped] * 2, lambda _: shipped, 0) for some in (games, others)
    )
    for name in ("merlin_votes", "other_votes"):
        pairs = [list(zip(getattr(a, name), getattr(b, name), strict=True)) for a, b in zip(one, two, strict=True)]
        assert all(np.array_equal(*pair) for pair in pairs[0]), name
        assert not all(np.array_equal(*pair) for pair in pairs[1]), name
    assert np.array_equal(one[0].merlin_leads, two[0].merlin_leads)
    assert not np.array_equal(one[1].merlin_leads, two[1].merlin_leads)


def test_a_cross_validation_measures_everything(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = [
        "bench",
        "people",
        str(log),
        "--json",
        "--cross-validate",
        "2",
        "--bots",
        "expert",
        "--no-reading-of-bots",
    ]
    assert turncoat(command) == 0
    rows = {row["name"]: row for row in map(json.loads, capsys.readouterr().out.splitlines())}
    for name in ("belief/people/log_loss", "policy/vote/log_loss", "policy/proposal/log_loss", "assassin/expert/hit"):
        assert rows[name]["low"] <= rows[name]["value"] <= rows[name]["high"]


def test_a_reading_can_be_kept_while_what_people_do_is_fitted_anew(log: Path, tmp_path: Path) -> None:
    (tmp_path / "few.jsonl").write_bytes(line(1) + line(2))
    out = tmp_path / "kept.npz"
    assert turncoat(["people", "fit", str(tmp_path / "few.jsonl"), "--reading", str(SHIPPED), "--out", str(out)]) == 0
    kept, shipped = PeopleWeights.load(out), shipped_weights()
    for name in ("seat", "pair", "about", "merlin", "percival"):
        assert np.array_equal(getattr(kept, name), getattr(shipped, name)), name
    assert not np.array_equal(kept.value, shipped.value)
    assert not np.array_equal(kept.vote[2], shipped.vote[2])


def test_where_the_numbers_cannot_be_written_it_says_so(
    log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "few.jsonl").write_bytes(line(1) + line(2))
    out = tmp_path / "no" / "such" / "folder.npz"
    assert turncoat(["people", "fit", str(tmp_path / "few.jsonl"), "--out", str(out)]) == 2
    assert "NO_FILE" in capsys.readouterr().err
