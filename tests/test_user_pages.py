"""The pages that take somebody from an empty folder to a result do so.

Those that need JAX are in `tests/envs`, and all are followed with the wheel in `tests/package`.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests import user_pages
from tests.followed_pages import DOCS, Terminal


def test_the_page_for_bot_authors(tmp_path: Path) -> None:
    user_pages.for_bot_authors(Terminal(tmp_path))


def test_the_rates_on_the_page_for_bot_authors_are_those_of_its_commands(tmp_path: Path) -> None:
    """Deals and bots follow from the seed, so readers see these very figures."""
    text = (DOCS / "for-bot-authors.md").read_text("utf-8")
    terminal = Terminal(tmp_path)
    (tmp_path / "mybot.py").write_text(re.findall(r"```python\n(.*?)```", text, re.DOTALL)[0])
    measured = []
    for bot in ("mybot:MyBot", "random"):
        (command,) = re.findall(f"^turncoat arena --good {bot} --evil random .*$", text, re.MULTILINE)
        terminal.run(command)
        measured += re.findall(r"([\d.]+) \(([\d.]+)-([\d.]+)\)", terminal.said[command])
    told = re.findall(r"([\d.]+) % .*?([\d.]+) to\s+([\d.]+)\)", text.partition("Here good won")[2], re.DOTALL)[:2]
    assert told == measured


def test_the_page_for_hosts(tmp_path: Path) -> None:
    user_pages.for_hosts(Terminal(tmp_path))


def test_a_command_that_fails_is_noticed(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="NO_FILE"):
        Terminal(tmp_path).run("turncoat export nothing.jsonl --out tables")
