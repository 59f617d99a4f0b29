"""Follow a page of the documentation: its commands and programs are run as they stand.

A block after "Save this as `NAME`:" is written to that file, and every line of a block `sh` is run, in order, in one
folder. `turncoat serve` goes on in the background until the page says Ctrl-C, starts another on the same port, or ends.
Other blocks need what a test has not: the network, an administrator, a language model.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
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
    """A folder in which commands are run, with at most one server on a port."""

    def __init__(self, folder: Path, programs: tuple[Path, ...] = PROGRAMS) -> None:
        self.folder = folder
        self.port = str(free_port())
        self.said: dict[str, str] = {}
        path = os.pathsep.join([*map(str, programs), os.environ["PATH"]])
        self._environ = {**os.environ, "PATH": path, "PYTHONUTF8": "1", "TURNCOAT_PORT": self.port}
        self._servers: dict[str, subprocess.Popen[bytes]] = {}

    def run(self, command: str) -> None:
        """Run a line, and keep what it says. It must succeed."""
        if command.startswith("turncoat serve "):
            self._serve(command)
            return
        if command.startswith("export "):
            self._environ |= dict(setting.split("=", 1) for setting in command.split()[1:])
            return
        done = subprocess.run(
            command, shell=True, cwd=self.folder, env=self._environ, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
        self.said[command] = done.stdout + done.stderr

    def _serve(self, command: str) -> None:
        asked = re.search(r"--port (\d+)", command)
        port = asked[1] if asked else self.port
        self._end(port)
        log = self.folder / f"serve-{port}.log"
        with log.open("wb") as out:
            server = self._servers[port] = subprocess.Popen(
                f"exec {command}", shell=True, cwd=self.folder, env=self._environ, stdout=out, stderr=out
            )
        deadline = time.monotonic() + PATIENCE
        while "Turncoat at http" not in log.read_text():
            assert server.poll() is None, log.read_text()
            assert time.monotonic() < deadline, log.read_text()
            time.sleep(0.05)

    def _end(self, port: str) -> None:
        if server := self._servers.pop(port, None):
            server.terminate()
            server.wait(PATIENCE)

    def stop(self) -> None:
        """End all servers."""
        for port in list(self._servers):
            self._end(port)


@contextmanager
def followed(
    page: str, terminal: Terminal, games: int = FEW, elsewhere: Mapping[str, str] | None = None
) -> Iterator[Terminal]:
    """The terminal after everything on a page was done there, with at most so many games a contest.

    `elsewhere` says where the addresses of the page are in this test.
    """
    text = re.sub(r"\b8000\b", terminal.port, (DOCS / page).read_text("utf-8"))
    for there, here in (elsewhere or {}).items():
        assert there in text
        text = text.replace(there, here)
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
