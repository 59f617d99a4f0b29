"""The documentation site holds every page, describes every request, and plays a game. `make site` builds it."""

from __future__ import annotations

import ast
import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tools import site

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site") / "source"
    site.prepare(folder)
    return folder


def _leaves(navigation: Any) -> list[str]:
    if isinstance(navigation, str):
        return [navigation]
    inner = navigation.values() if isinstance(navigation, dict) else navigation
    return [leaf for one in inner for leaf in _leaves(one)]


def test_every_page_is_in_the_navigation_once(prepared: Path) -> None:
    settings = tomllib.loads((prepared / "zensical.toml").read_text())
    pages = sorted(path.relative_to(prepared / "pages").as_posix() for path in (prepared / "pages").rglob("*.md"))
    assert sorted(_leaves(settings["project"]["nav"])) == pages
    assert {path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md")} <= set(pages)


def test_every_request_of_the_interface_is_described(prepared: Path) -> None:
    schema = json.loads((prepared / "pages/reference/openapi.json").read_text())
    text = (prepared / "pages/reference/http.md").read_text()
    assert len(schema["paths"]) > 20
    for path, methods in schema["paths"].items():
        for method in methods:
            _, _, after = text.partition(f"### {method.upper()} {path} ")
            assert re.match(r"\{#[\w-]+\}\n\n[A-Z][^#]+\.\n", after), (method, path)
    targets = set(re.findall(r"\]\(#([\w-]+)\)", text))
    assert targets <= set(re.findall(r"\{#([\w-]+)\}", text))


def test_examples_of_the_reference_are_shown_as_code(prepared: Path) -> None:
    """Markdown takes `>>>` outside a fence for a quotation."""
    sources = [ast.parse(file.read_text("utf-8")) for file in (prepared / "src").rglob("*.py")]
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    texts = [
        ast.get_docstring(node) or "" for tree in sources for node in ast.walk(tree) if isinstance(node, documented)
    ]
    assert sum("```pycon\n>>> " in text for text in texts) > 20
    assert [text for text in texts if ">>>" in re.sub(r"```.*?```", "", text, flags=re.DOTALL)] == []


def test_a_game_can_be_stepped_through_without_scripts_from_elsewhere(prepared: Path) -> None:
    text = (prepared / "pages/docs/watch.md").read_text()
    assert text.count('class="frame"') > 20
    assert text.count("data-shown") == 1
    assert "Merlin" in text
    assert "\n\n" not in text.split('<div class="film"')[1].split("</div>")[0], "Markdown would end the frame there"
    for file in (prepared / "pages/assets").iterdir():
        assert "http" not in file.read_text()
