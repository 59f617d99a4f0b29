"""The import contracts of `pyproject.toml` refuse what they forbid: each is tried on a copy with one planted import."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LINT = Path(sys.executable).with_name("lint-imports")
MUTANTS = {
    "Dependencies point downward only": ("bots/random_bot.py", "turncoat.arena.stats"),
    "Inside the server imports point downward": ("server/tables/talk.py", "turncoat.server.live.clock"),
    "The server's tables are pure: no chance, no clock, no input or output": ("server/tables/talk.py", "random"),
    "Inside the family imports point downward": (
        "games/resistance/rules/moves.py",
        "turncoat.games.resistance.belief.evil_sides",
    ),
    "Inside the solitaire game imports point downward": (
        "games/maquis/rules/moves.py",
        "turncoat.games.maquis.session.deals",
    ),
    "Puzzles are checked by other code than that which makes them": (
        "games/resistance/puzzles/check.py",
        "turncoat.games.resistance.puzzles.best",
    ),
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


CONTRACTS = {
    contract["name"]: contract
    for contract in tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
}


def test_every_contract_has_a_mutant() -> None:
    assert set(CONTRACTS) == set(MUTANTS)


def test_every_package_but_the_games_is_a_shared_one() -> None:
    found = {path.stem for path in (ROOT / "src/turncoat").iterdir() if path.suffix == ".py" or _is_package(path)}
    shared = set(CONTRACTS["Shared rooms know no game"]["source_modules"])
    assert {f"turncoat.{name}" for name in found - {"__init__", "games"}} == shared


def _is_package(path: Path) -> bool:
    return (path / "__init__.py").exists()


def test_the_source_keeps_every_contract(copied: Path) -> None:
    assert _broken(copied) == set()


@pytest.mark.parametrize("contract", MUTANTS)
def test_a_contract_refuses_a_planted_import(copied: Path, contract: str) -> None:
    file, forbidden = MUTANTS[contract]
    with (copied / "src/turncoat" / file).open("a") as source:
        source.write(f"\nimport {forbidden}\n")
    assert contract in _broken(copied)


def test_a_module_in_no_layer_is_refused(copied: Path) -> None:
    """Otherwise a new module could import anything, and be imported from anywhere, until somebody lists it."""
    layered = {name: contract["containers"][0] for name, contract in CONTRACTS.items() if contract["type"] == "layers"}
    for package in layered.values():
        (copied / "src" / package.replace(".", "/") / "unplaced.py").write_text('"""In no layer."""\n')
    assert _broken(copied) >= set(layered)
