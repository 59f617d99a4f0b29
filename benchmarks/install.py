"""From an empty directory with Python alone to a game against bots: sizes and times of what is installed.

`python -m benchmarks install` builds the wheel first; `--wheel FILE` takes one that is there. Nothing is taken from
pip's cache. The browser is Chromium, which must be there.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from benchmarks.report import Row, show
from tests.package.try_wheel import Installed

FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"]
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
_MB = 1_000_000


def _seconds(work: Callable[[], object]) -> float:
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def _build(into: Path) -> Path:
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(into)], check=True)
    return next(into.glob("*.whl"))


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def _in_the_terminal(it: Installed) -> None:
    """Until the first card of a game against bots is shown."""
    assert "Only for" in it.run("play", "avalon", "--save", f"{time.time_ns()}.json")


def _in_the_browser(it: Installed) -> None:
    """From `turncoat serve` until a newcomer sits in a game and can look at their card."""
    from playwright.sync_api import expect, sync_playwright

    path = next(found for name in BROWSERS if (found := shutil.which(name)))
    with it.serving() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        page = browser.new_page()
        page.goto(address)
        page.get_by_role("button", name="Play now with bots").click()
        page.get_by_role("button", name="Yes, I know the game").click()
        expect(page.get_by_role("button", name="Show my card")).to_be_visible(timeout=30_000)
        browser.close()


def _rows(wheel: Path, folder: Path, runs: int) -> Iterator[Row]:
    os.environ["PIP_NO_CACHE_DIR"] = "1"
    it = Installed(folder)
    yield Row("wheel", wheel.stat().st_size / _MB, "MB")
    yield Row("python -m venv, pip install", _seconds(lambda: it.install(wheel)), "s")
    packages = it.environment / "lib"
    yield Row("installed, with bytecode and pip", _size(packages) / _MB, "MB")
    (own,) = packages.rglob("site-packages/turncoat")
    yield Row("of these, turncoat itself", _size(own) / _MB, "MB")
    yield Row("pulled", len(it.packages() - {"turncoat", "pip", "setuptools"}), "packages")
    for name, work in (("terminal", _in_the_terminal), ("browser", _in_the_browser)):
        yield Row(f"in a game in the {name}, the first time", _seconds(partial(work, it)), "s")
        yield Row(
            f"in a game in the {name}, best of {runs}", min(_seconds(partial(work, it)) for _ in range(runs)), "s"
        )


def main(arguments: Sequence[str] | None = None) -> None:
    """The benchmark."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks install")
    parser.add_argument("--quick", action="store_true", help="fewer runs")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    parser.add_argument("--wheel", type=Path, help="a wheel that is built already")
    chosen = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        wheel = chosen.wheel or _build(Path(folder) / "dist")
        show(_rows(wheel, Path(folder), 1 if chosen.quick else 3), chosen.json)
