"""The pages that take somebody from an empty folder to a result do so. (The page for data people: `tests/envs`.)"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.followed_pages import Terminal, followed


def test_the_page_for_bot_authors(tmp_path: Path) -> None:
    with followed("for-bot-authors.md", Terminal(tmp_path)) as terminal:
        said = "".join(terminal.said.values())
        assert "forfeit" not in said
        assert "winner" in terminal.said["python watch.py"]
        assert "winner" in terminal.said["python play.py"]
        assert "mybot:MyBot" in (tmp_path / "strangers.html").read_text("utf-8")


def test_the_page_for_hosts(tmp_path: Path) -> None:
    with followed("for-hosts.md", Terminal(tmp_path)) as terminal:
        said = "".join(terminal.said.values())
        assert "Restored: " in said
        assert "up to date" in said
        assert re.search("^ok +sockets", said, re.MULTILINE)
        assert (tmp_path / "old/games.db").exists()


def test_a_command_that_fails_is_noticed(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="NO_FILE"):
        Terminal(tmp_path).run("turncoat export nothing.jsonl --out tables")
