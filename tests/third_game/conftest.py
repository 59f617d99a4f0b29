"""A game that comes from outside: `installed` is a folder as `pip install` would leave it."""

from __future__ import annotations

import importlib
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.harness import ServerProcess, running
from turncoat.core import AnyGame

INSTALLED = Path(__file__).parent / "installed"


@pytest.fixture(scope="package", autouse=True)
def _installed() -> Iterator[None]:
    """Programs started from here find the game as an installed package."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join(filter(None, [str(INSTALLED), os.environ.get("PYTHONPATH")])))
        yield


@pytest.fixture
def lantern(monkeypatch: pytest.MonkeyPatch) -> AnyGame:
    """The game itself, in this process."""
    monkeypatch.syspath_prepend(str(INSTALLED))
    game: AnyGame = importlib.import_module("lantern").GAME
    return game


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory, _installed: None) -> Iterator[ServerProcess]:
    """A server that offers the game."""
    folder = tmp_path_factory.mktemp("third-game")
    with running(f"sqlite:///{folder / 'tables.db'}", folder / "log") as server:
        yield server
