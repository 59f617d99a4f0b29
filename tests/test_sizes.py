"""CONTRIBUTING.md, "Small pieces": how long a function and a file may be."""

from __future__ import annotations

import ast
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LONGEST_FUNCTION = 60
LONGEST_FILE = 600
TABLES = ("schema.ts", "words/en.ts", "words/es.ts", "words/fr.ts")
"""Generated types, and the words of the client: tables and not code."""


def tracked(*kinds: str) -> list[Path]:
    """The files of these kinds that git tracks."""
    named = subprocess.run(["git", "ls-files", *kinds], cwd=ROOT, capture_output=True, text=True, check=True)
    return [ROOT / name for name in named.stdout.splitlines()]


def test_the_page_says_how_long() -> None:
    page = (ROOT / "CONTRIBUTING.md").read_text()
    assert "none takes more than sixty" in page
    assert f"under {LONGEST_FILE} lines" in page


def test_no_function_is_longer() -> None:
    long = []
    for file in tracked("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.end_lineno:
                lines = node.end_lineno - node.lineno + 1
                long += [f"{file.name}:{node.name}: {lines}"] * (lines > LONGEST_FUNCTION)
    assert long == []


@pytest.mark.parametrize("kind", ["*.py", "*.ts", "*.svelte"])
def test_no_file_is_longer(kind: str) -> None:
    files = [file for file in tracked(kind) if not str(file).endswith(TABLES)]
    lines = {file.name: len(file.read_text("utf-8").splitlines()) for file in files}
    assert lines
    assert {name: number for name, number in lines.items() if number >= LONGEST_FILE} == {}
