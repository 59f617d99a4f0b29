"""The import contracts of `pyproject.toml` refuse what they forbid: each is tried on a copy with one planted import."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LINT = Path(sys.executable).with_name("lint-imports")
MUTANTS = {
    "Shared rooms know no game": ("arena/stats.py", "turncoat.games.maquis.game"),
    "The games do not know each other": ("games/maquis/rules/moves.py", "turncoat.games.resistance.rules.moves"),
    "The core needs only the standard library and msgspec": ("core/chance.py", "httpx"),
}


def _broken(folder: Path) -> set[str]:
    """The contracts that the source in a folder breaks."""
    environ = {**os.environ, "PYTHONPATH": str(folder / "src"), "COLUMNS": "200"}
    command = [str(LINT), "--config", str(folder / "pyproject.toml"), "--no-cache"]
    run = subprocess.run(command, cwd=folder, env=environ, capture_output=True, text=True, check=False)
    assert re.search(r"Contracts: \d+ kept, \d+ broken", run.stdout), run.stdout + run.stderr
    return set(re.findall(r"^(.+) BROKEN", run.stdout, re.MULTILINE))


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """A copy of the source, with the contracts."""
    leave_out = shutil.ignore_patterns("__pycache__", "web", "weights", "*.json", "*.npz")
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=leave_out)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def test_the_source_keeps_every_contract(copied: Path) -> None:
    assert _broken(copied) == set()


@pytest.mark.parametrize("contract", MUTANTS)
def test_a_contract_refuses_a_planted_import(copied: Path, contract: str) -> None:
    file, forbidden = MUTANTS[contract]
    with (copied / "src/turncoat" / file).open("a") as source:
        source.write(f"\nimport {forbidden}\n")
    assert contract in _broken(copied)
