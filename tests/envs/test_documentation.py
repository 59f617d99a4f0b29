"""The examples in the docstrings and in docs/envs/vector.md run."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from turncoat.games.resistance.network import action_numbers

FAMILY = "turncoat.games.resistance"
PAGE = Path(__file__).parents[2] / "docs" / "envs" / "vector.md"


@pytest.mark.parametrize("module", ["network.action_numbers", "network.playable", "adapters.numbered_game"])
def test_the_examples_in_the_docstrings_run(module: str) -> None:
    failed, tried = doctest.testmod(import_module(f"{FAMILY}.{module}"))
    assert (failed, tried > 0) == (0, True)


def test_environments_on_the_referee_do_not_load_jax() -> None:
    code = f"import sys, {FAMILY}.adapters.numbered_game; sys.exit('jax' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.skipif(find_spec("jax") is None, reason="the simulator needs JAX")
def test_the_page_of_the_simulator_runs_and_has_every_function() -> None:
    from turncoat.games.resistance import simulator

    text = PAGE.read_text()
    names: dict[str, Any] = {}
    for block in re.findall(r"```python\n(.*?)```", text, re.DOTALL):
        exec(block, names)
    assert names["masks"].shape == (2, 10, action_numbers.num_actions())
    assert names["seen"].shape == (2, 10, 1116)
    public = [name for name in simulator.__all__ if callable(getattr(simulator, name)) and name.islower()]
    assert [name for name in public if f"`{name}" not in text] == []
