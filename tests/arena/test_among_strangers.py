"""The command that measures one seat among every kind of stranger: what it pools, and what it counts."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.among_strangers import distance, main, pooled
from turncoat.arena.stats import Gain


def test_cells_are_pooled_by_their_games_and_vary_about_their_own_means() -> None:
    both = pooled([Gain(2.0, 1.0, 300), Gain(-2.0, 3.0, 100)])
    assert both.games == 400
    assert both.mean == pytest.approx(1.0)
    assert both.error == pytest.approx((300**2 * 1.0 + 100**2 * 9.0) ** 0.5 / 400)
    assert distance(both) == pytest.approx(1.0 / both.error)
    assert pooled([]).games == 0


def test_a_guest_is_compared_with_the_kind_it_replaces(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A kind among its own gains nothing. A run is continued from its journal, and says the same."""
    kind = "stranger:grudge-quorum"
    words = ["simple", "--among", kind, "--players", "5", "--games", "30", "--workers", "1"]
    words += ["--journal", str(tmp_path / "games.journal")]
    main(words)
    told = capsys.readouterr().out
    assert f"| `{kind}` |" in told
    assert "of 1 kinds" in told
    assert "of 4 cells" in told
    main(words)
    assert capsys.readouterr().out == told
    main([kind, *words[1:-2]])
    assert f"| `{kind}` | +0.0 ± 0.0 | +0.0 ± 0.0 |" in capsys.readouterr().out
