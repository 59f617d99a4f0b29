"""Follow a page of the documentation: its commands and programs are run as they stand.

A block after "Save this as `NAME`:" is written to that file, and every line of a block `sh` is run, in order, in one
folder. `turncoat serve` goes on in the background until the page says Ctrl-C, starts another, or ends. Other blocks
need what a test has not: the network, PostgreSQL, a language model.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from hatch_build import npm_command
from tests.machine import PATIENCE
from tests.server.harness import free_port

DOCS = Path(__file__).parents[1] / "docs"
PROGRAMS = (Path(sys.executable).parent, Path(npm_command()[0]).parent)
FEW = 4
_BLOCK = re.compile(r"(?P<before>.*?)^```(?P<kind>\w*)\n(?P<text>.*?)^```$", re.DOTALL | re.MULTILINE)
_SAVED = re.compile(r"Save this\s+as\s+`([\w.]+)`:\s*$")


class Terminal:
    """A folder in which commands are run, with at most one server."""

    def __init__(self, folder: Path, programs: tuple[Path, ...] = PROGRAMS) -> None:
        self.folder = folder
        self.port = str(free_port())
        self.said: dict[str, str] = {}
        path = os.pathsep.join([*map(str, programs), os.environ["PATH"]])
        self._environ = {**os.environ, "PATH": path, "PYTHONUTF8": "1", "TURNCOAT_PORT": self.port}
        self._server: subprocess.Popen[bytes] | None = None

    def run(self, command: str) -> None:
        """Run a line, and keep what it says. It must succeed."""
        if command.startswith("turncoat serve "):
            self._serve(command)
            return
        done = subprocess.run(
            command, shell=True, cwd=self.folder, env=self._environ, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
        self.said[command] = done.stdout + done.stderr

    def _serve(self, command: str) -> None:
        self.stop()
        log = self.folder / "serve.log"
        with log.open("wb") as out:
            self._server = subprocess.Popen(
                f"exec {command}", shell=True, cwd=self.folder, env=self._environ, stdout=out, stderr=out
            )
        deadline = time.monotonic() + PATIENCE
        while "Turncoat at http" not in log.read_text():
            assert self._server.poll() is None, log.read_text()
            assert time.monotonic() < deadline, log.read_text()
            time.sleep(0.05)

    def stop(self) -> None:
        """End the server, if there is one."""
        if self._server is not None:
            self._server.terminate()
            self._server.wait(PATIENCE)
            self._server = None


@contextmanager
def followed(page: str, terminal: Terminal, games: int = FEW) -> Iterator[Terminal]:
    """The terminal after everything on a page was done there, with at most so many games a contest."""
    text = re.sub(r"\b8000\b", terminal.port, (DOCS / page).read_text("utf-8"))
    text = re.sub(r"--games (\d+)", lambda found: f"--games {min(int(found[1]), games)}", text)
    try:
        for block in _BLOCK.finditer(text):
            if "Ctrl-C" in block["before"]:
                terminal.stop()
            if saved := _SAVED.search(block["before"]):
                (terminal.folder / saved[1]).write_text(block["text"], "utf-8")
            elif block["kind"] == "sh":
                for line in block["text"].splitlines():
                    terminal.run(line)
        yield terminal
    finally:
        terminal.stop()
