"""What the client is written against is what the server says now."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from hatch_build import npm_command
from tests.machine import lacking
from tests.web.conftest import ROOT


@pytest.mark.parametrize(
    "script",
    [
        "write_types.py",
        "write_cards.py",
        "write_words.py",
        "write_lesson.py",
        "write_lessons.py",
        "write_resist_lesson.py",
    ],
)
def test_generated_files_are_current(script: str) -> None:
    command = [sys.executable, str(ROOT / "web" / "scripts" / script), "--check"]
    assert subprocess.run(command, check=False).returncode == 0, f"run python web/scripts/{script}"


def test_no_address_of_a_registry_is_kept() -> None:
    for name in ("package.json", "package-lock.json", ".npmrc"):
        text = (ROOT / "web" / name).read_text(encoding="utf-8")
        assert "registry." not in text
        assert '"resolved"' not in text


@pytest.mark.parametrize("script", ["check", "test"])
def test_the_modules_of_the_client(script: str) -> None:
    """Types, ESLint, format, and the tests of the pure modules."""
    if not (ROOT / "web" / "node_modules").exists():
        lacking("the client is not built: make web")
    command = npm_command()
    path = os.pathsep.join([str(Path(command[0]).parent), os.environ["PATH"]])
    done = subprocess.run(
        [*command, "run", "--silent", script],
        cwd=ROOT / "web",
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
