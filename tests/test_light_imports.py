"""The core and the rules need msgspec and the standard library, and load nothing else."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCES = Path(__file__).parents[1] / "src/turncoat"

PROGRAM = """
import sys
before = set(sys.modules)
import importlib, pkgutil
for name in sys.argv[1:]:
    package = importlib.import_module(name)
    if hasattr(package, "__path__") and name != "turncoat":
        for module in pkgutil.walk_packages(package.__path__, f"{name}."):
            importlib.import_module(module.name)
print(*{name.partition(".")[0] for name in set(sys.modules) - before})
"""


def _loaded(*names: str) -> set[str]:
    """The top-level packages that a new interpreter loads with these modules."""
    run = subprocess.run([sys.executable, "-c", PROGRAM, *names], capture_output=True, text=True, check=True)
    return set(run.stdout.split())


@pytest.mark.parametrize(
    "names",
    [
        ("turncoat",),
        ("turncoat.core",),
        ("turncoat.games.resistance.game", "turncoat.games.resistance.rules"),
        ("turncoat.games.maquis.game", "turncoat.games.maquis.rules"),
    ],
    ids=lambda names: names[0],
)
def test_nothing_but_msgspec_is_loaded(names: tuple[str, ...]) -> None:
    allowed = {
        "turncoat",
        *_loaded("msgspec"),
        *sys.stdlib_module_names,
    }  # msgspec uses typing_extensions if it is there
    assert _loaded(*names) - allowed == set()


def _imported(package: Path) -> Iterator[str]:
    """The top-level names of all imports in a package, those inside functions too."""
    for file in package.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                yield from (name.name.partition(".")[0] for name in node.names)
            elif isinstance(node, ast.ImportFrom):
                yield (node.module or "").partition(".")[0]


@pytest.mark.parametrize("package", ["core", "games/resistance/rules", "games/maquis/rules"])
def test_no_other_package_is_loaded_later(package: str) -> None:
    """The contract of the linter names packages; this holds for those that nobody has thought of, too."""
    found = set(_imported(SOURCES / package))
    assert {"msgspec", "turncoat"} <= found
    assert found - {"turncoat", "msgspec", *sys.stdlib_module_names} == set()


NAMED_OTHERWISE = {
    "flax": "jaxmarl",  # which needs it
    "fpdf": "fpdf2",
    "httpx2": "openai",  # which needs it
    "opentelemetry": "opentelemetry-sdk",
    "pydantic": "verifiers",  # which needs it
    "pyspiel": "open-spiel",
    "pythonjsonlogger": "python-json-logger",
}


def test_whatever_is_imported_comes_with_the_plain_install_or_an_extra() -> None:
    project = tomllib.loads((SOURCES.parents[1] / "pyproject.toml").read_text("utf-8"))["project"]
    required = [
        *project["dependencies"],
        *(one for extra in project["optional-dependencies"].values() for one in extra),
    ]
    offered = {re.split(r"[^\w.-]", one)[0].lower().replace("_", "-") for one in required}
    imported = set(_imported(SOURCES)) - {"turncoat", *sys.stdlib_module_names}
    named = {name: NAMED_OTHERWISE.get(name, name).lower().replace("_", "-") for name in imported}
    assert {name for name, package in named.items() if package not in offered} == set()
    assert set(NAMED_OTHERWISE) <= imported


EXTRAS = {"mcp", "openai", "opentelemetry", "pydantic", "starlette", "textarena", "verifiers"}


@pytest.mark.parametrize("name", ["turncoat.server.run", "turncoat.cli.app", "turncoat.cli.mcp", "turncoat.client"])
def test_the_plain_install_loads_no_extra(name: str) -> None:
    """What the extras bring is loaded only where it is asked for."""
    assert _loaded(name) & EXTRAS == set()


def test_other_packages_would_be_seen() -> None:
    assert "httpx" in _loaded("turncoat.client")
