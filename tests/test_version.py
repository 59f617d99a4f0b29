"""Every file that names the version names the same one; a release is a tag on such a commit."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from turncoat import __version__

ROOT = Path(__file__).parents[1]


def _newest_section() -> tuple[str, str]:
    """The version and the date of the newest section of the changelog that is cut."""
    found = re.search(
        r"^## \[(\d[^]]*)\] - (\d{4}-\d\d-\d\d)$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE
    )
    assert found is not None
    return found[1], found[2]


def test_the_changelog_is_cut_for_the_version() -> None:
    assert _newest_section()[0] == __version__


def test_the_citation_names_the_version_and_its_date() -> None:
    cited = dict(re.findall(r"^([a-z-]+): (\S+)$", (ROOT / "CITATION.cff").read_text("utf-8"), re.MULTILINE))
    assert (cited["version"], cited["date-released"]) == _newest_section()


@pytest.mark.parametrize("file", ["package.json", "package-lock.json"])
def test_the_client_has_the_version_of_the_package(file: str) -> None:
    told = json.loads((ROOT / "web" / file).read_text("utf-8"))
    versions = {told["version"], told.get("packages", {}).get("", told)["version"]}
    assert versions == {__version__}
