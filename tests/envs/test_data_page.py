"""The page for data people leads to its tables. `turncoat self-play` on it needs JAX."""

from __future__ import annotations

from pathlib import Path

from tests import user_pages
from tests.followed_pages import Terminal


def test_the_page_for_data_people(tmp_path: Path) -> None:
    user_pages.for_data_people(Terminal(tmp_path))
