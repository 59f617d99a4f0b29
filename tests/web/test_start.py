"""`make play`: the server starts, says and shows where it is, and one click later a game runs."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.machine import PATIENCE
from tests.web.conftest import ROOT, free_port

PROGRAM = [sys.executable, "-c", "from turncoat.cli import main; main()"]


def _command(port: int) -> list[str]:
    """What `make play` runs once everything is built."""
    wanted = ["make", "--dry-run", "--no-print-directory", "play", f"ARGS=--port {port}"]
    line = subprocess.run(wanted, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()[-1]
    program, *arguments = line.split()
    assert program.endswith("/turncoat")
    return [*PROGRAM, *arguments]


@contextmanager
def _playing(port: int, folder: Path) -> Iterator[None]:
    """The command runs on a machine with a screen; what it says and shows lies in the folder."""
    browser = folder / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {folder}/showing\nmv {folder}/showing {folder}/shown\n')
    browser.chmod(0o755)
    environment = {
        **os.environ,
        "DISPLAY": ":0",
        "BROWSER": f"{browser} %s",
        "TURNCOAT_DATABASE": f"sqlite:///{folder}/tables.db",
    }
    with (folder / "said").open("w") as said:
        process = subprocess.Popen(_command(port), env=environment, stderr=said)
        try:
            yield
        finally:
            process.terminate()
            process.wait(PATIENCE)


def test_make_play_leads_to_a_game_in_one_click(browser: Browser, tmp_path: Path) -> None:
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    with _playing(port, tmp_path):
        page = browser.new_page()
        page.set_default_timeout(1000 * PATIENCE)
        deadline = time.monotonic() + PATIENCE
        while not (tmp_path / "shown").exists():
            assert time.monotonic() < deadline, (tmp_path / "said").read_text()
            page.wait_for_timeout(100)
        assert f"Turncoat at {address}\n" in (tmp_path / "said").read_text()
        assert (tmp_path / "shown").read_text() == address + "/\n"
        page.goto(address)
        page.get_by_role("button", name="Play now with bots").click()
        page.get_by_role("button", name="Yes, I know the game").click()  # a new device is asked once
        expect(page.get_by_role("button", name="Show my card")).to_be_visible()
        expect(page.locator(".seat")).not_to_have_count(0)
        page.close()
