"""The examples in the docstrings and in docs/envs/vector.md run."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from turncoat.games.resistance.network import action_numbers, layout

FAMILY = "turncoat.games.resistance"
PAGES = Path(__file__).parents[2] / "docs" / "envs"


@pytest.mark.parametrize(
    "module", ["network.action_numbers", "network.playable", "adapters.numbered_game", "adapters.information"]
)
def test_the_examples_in_the_docstrings_run(module: str) -> None:
    failed, tried = doctest.testmod(import_module(f"{FAMILY}.{module}"))
    assert (failed, tried > 0) == (0, True)


def test_environments_on_the_referee_do_not_load_jax() -> None:
    code = f"import sys, {FAMILY}.adapters.numbered_game; sys.exit('jax' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def run_page(name: str) -> dict[str, Any]:
    """What the examples of a page leave behind, run one after another."""
    names: dict[str, Any] = {}
    for block in re.findall(r"```python\n(.*?)```", (PAGES / name).read_text(), re.DOTALL):
        exec(block, names)
    return names


def test_the_page_of_the_simulator_runs_and_has_every_function() -> None:
    names = run_page("vector.md")
    assert names["masks"].shape == (2, 10, action_numbers.num_actions())
    assert names["seen"].shape == (2, 10, 1116)
    simulator, text = names["simulator"], (PAGES / "vector.md").read_text()
    public = [name for name in simulator.__all__ if callable(getattr(simulator, name)) and name.islower()]
    assert [name for name in public if f"`{name}" not in text] == []


def test_the_page_of_the_simulator_names_every_place_of_an_observation() -> None:
    text = (PAGES / "vector.md").read_text()
    named = [*layout.sizes(10), *layout.ROLES, *layout.CHARACTERS, *layout.KNOWN_AS, *layout.PHASES, *layout.FLAGS]
    assert [name for name in named if f"`{name}`" not in text] == []


def test_the_pages_of_the_other_interfaces_run() -> None:
    assert not run_page("pettingzoo.md")["table"].agents  # played to its end
    assert run_page("gymnasium.md")["observation"]["action_mask"].any()
    assert run_page("openspiel.md")["game"].num_players() == 7
    assert set(run_page("jaxmarl.md")["rewards"]) == {f"agent_{seat}" for seat in range(7)}
    assert run_page("pgx.md")["state"].legal_action_mask.any()
