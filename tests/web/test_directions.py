"""ESLint refuses imports of the client that do not point downward: every pair of folders is tried with planted imports.

The folders and their directions are read from docs/architecture.md.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
from itertools import permutations
from pathlib import Path
from typing import NamedTuple

import pytest

from hatch_build import npm_command
from tests.machine import lacking
from tests.web.conftest import ROOT

WEB = ROOT / "web"
WAYS = ("import { a } from '{}'; a();", "void import('{}');", "export * from '{}';", "import.meta.glob('{}');")
LINT = """
import { ESLint } from 'eslint';
const eslint = new ESLint();
const found = [];
for (const [filePath, text] of JSON.parse(process.argv[1])) {
  const [{ messages }] = await eslint.lintText(text, { filePath });
  found.push(messages.map(({ ruleId }) => ruleId));
}
console.log(JSON.stringify(found));
"""
REFUSALS = {"no-restricted-imports", "no-restricted-syntax"}


class Planted(NamedTuple):
    """One import that is not in the source."""

    folder: str
    other: str
    text: str
    deep: bool = False

    def file(self) -> tuple[str, str]:
        """Where it stands, and its text."""
        up = "../../" if self.deep else "../"
        place = f"src/{self.folder}/{'deeper/' if self.deep else ''}planted.ts"
        return place, self.text.replace("{}", f"{up}{self.other}/planted")


def _layers() -> list[str]:
    page = (ROOT / "docs/architecture.md").read_text()
    block = re.search(r"```folders\nweb/src\n(.+?)\n```", page, re.DOTALL)
    assert block
    return [line.strip() for line in block[1].split("\n")]


def _may_import() -> dict[tuple[str, str], bool]:
    """Whether the first folder may import from the second, by the page."""
    rank = {name: at for at, line in enumerate(_layers()) for name in re.findall(r"\w+", line)}
    together = {name for line in _layers() if "," in line for name in re.findall(r"\w+", line)}
    pairs = permutations(rank, 2)
    return {(one, two): rank[one] < rank[two] or {one, two} <= together for one, two in pairs}


def _refused(planted: list[Planted]) -> list[bool]:
    if not (WEB / "node_modules").exists():
        lacking("the client is not built: make web")
    node = Path(npm_command()[0]).parent
    done = subprocess.run(
        ["node", "--input-type=module", "-e", LINT, json.dumps([one.file() for one in planted])],
        cwd=WEB,
        env={**os.environ, "PATH": os.pathsep.join([str(node), os.environ["PATH"]])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [not REFUSALS.isdisjoint(rules) for rules in json.loads(done.stdout)]


def test_the_page_shows_every_folder() -> None:
    shown = {name for line in _layers() for name in re.findall(r"\w+", line)}
    assert shown == {path.name for path in (WEB / "src").iterdir()}


@pytest.mark.parametrize("way", WAYS)
def test_a_folder_imports_what_the_page_allows_and_nothing_else(way: str) -> None:
    planted = [Planted(one, two, way) for one, two in _may_import()]
    refused = _refused(planted)
    wrong = [
        one for one, answer in zip(planted, refused, strict=True) if answer is _may_import()[one.folder, one.other]
    ]
    assert wrong == []


def test_a_game_does_not_import_the_other_from_deeper_folders_either() -> None:
    assert _refused([Planted("maquis", "resistance", WAYS[0], deep=True)]) == [True]
    assert _refused([Planted("maquis", "table", WAYS[0], deep=True)]) == [False]
