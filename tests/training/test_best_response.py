"""Best responses as a command: a fixed budget, both sides, intervals, and a run that can be continued."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import best_response
from turncoat.games.resistance.learning.policy import init_params
from turncoat.games.resistance.learning.recipes import RECIPES
from turncoat.games.resistance.network import checkpoint


@pytest.fixture
def small(tmp_path: Path) -> Path:
    recipe = RECIPES["small"]
    path = tmp_path / "small.npz"
    checkpoint.save(path, init_params(1, recipe.width, recipe.layers)["policy"], recipe.met())
    return path


@pytest.fixture
def budgets(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Instead of training: the words that it was asked with. What comes out is the checkpoint itself."""
    asked: list[list[str]] = []

    def train(words: list[str]) -> None:
        asked.append(words)
        folder, start = Path(words[1]), Path(words[words.index("--from") + 1])
        folder.mkdir()
        (folder / "last-1.npz").write_bytes(start.read_bytes())

    monkeypatch.setattr(best_response, "train", train)
    return asked


def test_both_sides_are_trained_at_one_budget_and_measured_on_the_same_deals(
    small: Path, tmp_path: Path, budgets: list[list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    line = f"{small} {tmp_path / 'out'} --recipe small --updates 7 --workers 1 --rate 0.001"
    best_response.main([*line.split(), "--games", "6"])
    rows = capsys.readouterr().out.splitlines()[2:]
    assert [row.split(" | ")[:2] for row in rows] == [
        [f"| {game}", side] for side in ("good", "evil") for game in ("classic, 5", "avalon, 5")
    ]
    assert [words[words.index("--side") + 1] for words in budgets] == ["evil", "good"]
    assert all(words[words.index("--updates") + 1] == "7" and "--rate" in words for words in budgets)
    kept = len((tmp_path / "out" / "journal.jsonl").read_text().splitlines())
    best_response.main([*line.split(), "--games", "6"])  # nothing is left to do
    assert capsys.readouterr().out.splitlines()[2:] == rows
    assert len(budgets) == 2
    assert len((tmp_path / "out" / "journal.jsonl").read_text().splitlines()) == kept


@pytest.mark.long
def test_a_response_is_trained_for_its_budget(small: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = f"{small} {tmp_path / 'out'} --recipe small --updates 2 --sides evil --games 4 --workers 1"
    best_response.main(line.split())
    printed = capsys.readouterr().out
    assert "updates 2 " in printed
    assert (tmp_path / "out" / "evil" / "last-1.npz").exists()
    assert printed.splitlines()[-1].startswith("| avalon, 5 | good |")
