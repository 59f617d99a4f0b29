"""A real server with the built client, and a real Chromium to look at it."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright

from tests.machine import PATIENCE, lacking
from tests.web.scene import identify

ROOT = Path(__file__).parents[2]
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
expect.set_options(timeout=1000 * PATIENCE)
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome")


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class Server:
    """A server process that can be stopped and started again on the same port and database."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        environment = {
            **os.environ,
            "TURNCOAT_PORT": str(self.port),
            "TURNCOAT_DATABASE": f"sqlite:///{self._folder / 'tables.db'}",
            "TURNCOAT_FIXED_DEALS": "true",
            "TURNCOAT_TEST_SECRET": "browser tests",
            "TURNCOAT_RATE_LIMITS": "false",
            "TURNCOAT_LOG_LEVEL": "warning",
        }
        self._process = subprocess.Popen([sys.executable, "-m", "turncoat.server"], env=environment)
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            try:
                with urllib.request.urlopen(self.address + "/health/ready", timeout=1):
                    return
            except OSError:
                time.sleep(0.1)
        raise AssertionError("the server did not start")

    def stop(self) -> None:
        if self._process is not None:
            self._process.send_signal(signal.SIGTERM)
            self._process.wait(PATIENCE)
            self._process = None


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    if not (ROOT / "src" / "turncoat" / "web" / "index.html").exists():
        lacking("the client is not built: make web")
    found = Server(tmp_path_factory.mktemp("server"))
    found.start()
    yield found
    found.stop()


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """It lives no longer than these tests: Playwright keeps an event loop running, and others need their own."""
    path = next((found for name in NAMES if (found := shutil.which(name))), None)
    if path is None:
        lacking("no Chromium: install your system's package `chromium`")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield chromium
        chromium.close()


# A device that need not be asked whether it has played before.
HAS_PLAYED = "try { localStorage.setItem('turncoat.met', 'true') } catch {}"
Opener = Callable[..., Page]


@pytest.fixture
def opened(browser: Browser, server: Server) -> Iterator[Opener]:
    """Opens pages, each in a browser of its own, and fails on any error that a page reports."""
    contexts: list[BrowserContext] = []
    problems: list[str] = []

    def note_blocked(said: ConsoleMessage) -> None:
        """What the page's own policy blocks is missing on the screen."""
        if "Content Security Policy" in said.text:
            problems.append(said.text)

    def open_page(
        width: int = 390, height: int = 844, *, stranger: bool = False, newcomer: bool = False, **options: Any
    ) -> Page:
        settings: dict[str, Any] = {
            "locale": "en-GB",
            "color_scheme": "dark",
            "base_url": server.address,
            **options,
        }
        context = browser.new_context(viewport={"width": width, "height": height}, **settings)
        contexts.append(context)
        context.on("weberror", lambda error: problems.append(str(error.error)))
        context.on("console", note_blocked)
        if not newcomer:
            context.add_init_script(HAS_PLAYED)
        page = context.new_page()
        page.set_default_timeout(1000 * PATIENCE)
        if not stranger:
            identify(page)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert problems == []
