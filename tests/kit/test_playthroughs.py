"""Golden playthroughs: the engine behaves as before, unless somebody has reviewed and committed the difference."""

from __future__ import annotations

from pathlib import Path

from tests.kit.cases import every_game
from turncoat.core import AnyGame
from turncoat.testing.playthrough import main, missing_or_different, playthrough

GOLDEN = Path(__file__).parents[1] / "golden"


@every_game()
def test_the_game_goes_as_written(game: AnyGame, ruleset: str, players: int) -> None:
    path = GOLDEN / f"{ruleset}-{players}.txt"
    assert path.is_file(), f"{path.name} is missing: python -m turncoat.testing.playthrough --write"
    assert playthrough(game, ruleset, players) == path.read_text(encoding="utf-8")


def test_no_golden_file_is_missing_or_left_over() -> None:
    assert missing_or_different(GOLDEN) == []


def test_the_command_writes_what_it_then_finds_right(tmp_path: Path) -> None:
    assert main([str(tmp_path)]) == 1
    assert main(["--write", str(tmp_path)]) == 0
    changed = next(tmp_path.glob("*.txt"))
    changed.write_text("something else\n")
    assert missing_or_different(tmp_path) == [changed.name]
