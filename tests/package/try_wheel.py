"""Installs a built wheel into an empty environment, without the source tree, and tries what a newcomer would try.

`python tests/package/try_wheel.py dist/*.whl` needs nothing but Python, on any system. It says how long each step took
and ends with an error at the first that fails. A file of constraints after the wheel chooses the versions of what the
wheel pulls.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
import venv
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

GAME_OVER_THE_SOCKET = """
import asyncio, random, sys
from turncoat.client import Client

async def play():
    me = Client(sys.argv[1])
    table = me.play(ruleset="classic", players=5, name="Newcomer", pace="instant")
    async with me.sit(table) as seat, asyncio.timeout(120):
        async for asks in seat.questions():
            await seat.answer(asks[0], random.choice(asks[0].choices()))
        (record,) = seat.table["records"]
    print(me.request("GET", f"/api/records/{record}")["ruleset"])

asyncio.run(play())
"""


class Installed:
    """An environment with the wheel and what it pulls, and a folder to work in that is not the source tree."""

    def __init__(self, folder: Path) -> None:
        self.environment = folder / "environment"
        self.work = folder / "work"
        self.work.mkdir()
        scripts, end = ("Scripts", ".exe") if sys.platform == "win32" else ("bin", "")
        self.python = self.environment / scripts / f"python{end}"
        self.turncoat = self.environment / scripts / f"turncoat{end}"

    def install(self, wheel: Path, constraints: Path | None = None, extras: str = "") -> None:
        """As `pip install turncoat[EXTRAS]` would, with the versions of a file of constraints if one is given."""
        venv.create(self.environment, with_pip=True)
        pip = ["-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
        versions = ["--constraint", str(constraints.resolve())] if constraints else []
        self.run_python(*pip, *versions, f"{wheel.resolve()}[{extras}]" if extras else str(wheel.resolve()))

    def run(self, *arguments: str, given: str = "") -> str:
        """What a command of `turncoat` prints."""
        return self._run([self.turncoat, *arguments], given)

    def run_python(self, *arguments: str) -> str:
        """What the environment's Python prints."""
        return self._run([self.python, *arguments])

    def packages(self) -> set[str]:
        """The names of everything that is installed."""
        told = self.run_python("-m", "pip", "list", "--format", "json", "--disable-pip-version-check")
        return {package["name"].lower() for package in json.loads(told)}

    def _run(self, command: Sequence[str | Path], given: str = "") -> str:
        done = subprocess.run(
            [str(part) for part in command],
            cwd=self.work,
            env=self.variables(),
            input=given,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=300,
            check=False,
        )
        if done.returncode:
            raise AssertionError(f"{command} ended with {done.returncode}:\n{done.stdout}\n{done.stderr}")
        return done.stdout

    def variables(self) -> dict[str, str]:
        """The environment variables of a newcomer: nothing of ours, no path to any sources."""
        ours = ("TURNCOAT_", "PYTHON", "VIRTUAL_ENV")
        return {**{k: v for k, v in os.environ.items() if not k.startswith(ours)}, "PYTHONUTF8": "1"}

    @contextmanager
    def serving(self) -> Iterator[str]:
        """`turncoat serve`, for the length of a block; its address."""
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        address = f"http://127.0.0.1:{port}"
        database = f"sqlite:///{(self.work / 'tables.db').as_posix()}"
        # With its log in JSON, because that is written by a package that nothing else here uses.
        command = [str(self.turncoat), "serve", "--port", str(port), "--database", database, "--log-json"]
        with subprocess.Popen(command, cwd=self.work, env=self.variables()) as process:
            try:
                _wait_for(f"{address}/health/ready")
                yield address
            finally:
                process.terminate()


def _wait_for(address: str) -> None:
    deadline = time.monotonic() + 60
    while True:
        try:
            with urllib.request.urlopen(address, timeout=5):
                return
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)


def it_is_not_the_source_tree(it: Installed) -> None:
    """The package that runs is the installed one, with everything that it needs inside."""
    code = "import turncoat, pathlib; print(pathlib.Path(turncoat.__file__).parent.resolve())"
    found = Path(it.run_python("-c", code).strip())
    assert it.environment.resolve() in found.parents, found
    for part in ("web/index.html", "web/version.json", "games/resistance/bots/weights/net.npz", "py.typed"):
        assert (found / part).is_file(), f"{part} is missing in the wheel"
    assert list((found / "web" / "assets").glob("*.woff2")), "the fonts of the page are missing in the wheel"


def it_carries_the_licences_of_others(it: Installed) -> None:
    """Fonts and the client's library may be passed on with their copyright and licence; every font has its own."""
    code = "import turncoat, pathlib; print(pathlib.Path(turncoat.__file__).parent / 'web')"
    client = Path(it.run_python("-c", code).strip())
    texts = (client / "licences.txt").read_text(encoding="utf-8")
    for font in (client / "assets").glob("*.woff2"):
        name = font.name.partition("-latin-")[0]
        assert f"/{name} " in texts, f"{name} has no licence in the wheel"
    fonts = texts.count("(OFL-1.1)")
    assert fonts > 0
    assert texts.count("SIL OPEN FONT LICENSE Version 1.1") == fonts
    assert "\nsvelte " in texts


def it_plays(it: Installed) -> None:
    """A game of bots in the terminal, and one where a person's card is shown; a game alone."""
    it.run("play", "avalon", "--seat", "bot", "--quick", "--seed", "1", "--save", "game.json")
    assert "Only for" in it.run("play", "classic", "--save", "left.json", given="")
    it.run("play", "maquis", "--daily", "--save", "alone.json", given="")


def it_analyses(it: Installed) -> None:
    """The game that was saved: in words and as a page, proved and told again."""
    assert "5 players" in it.run("analyse", "game.json")
    it.run("analyse", "game.json", "--html", "game.html")
    assert "<svg" in (it.work / "game.html").read_text(encoding="utf-8")
    assert "proved" in it.run("verify", "game.json")
    assert "Merlin" in it.run("replay", "game.json", "--all", "--print")


def it_prints(it: Installed) -> None:
    """The sheet for a real table, with its fonts, and the words that open a game."""
    it.run("sheet", "--players", "7", "-o", "sheet.pdf", "--language", "es")
    assert (it.work / "sheet.pdf").read_bytes().startswith(b"%PDF-")
    assert it.run("script", "--ruleset", "avalon", "--players", "7").strip()


def it_measures(it: Installed) -> None:
    """The trained network, from its weights, in the arena."""
    it.run("arena", "--good", "net", "--evil", "simple", "--players", "5", "--games", "4")


def it_serves(it: Installed) -> None:
    """The page, its script, the interface, and a whole game over the socket."""
    with it.serving() as address:
        with urllib.request.urlopen(f"{address}/") as answer:
            page = answer.read().decode()
        script = page.split('<script type="module"')[1].split('src="')[1].split('"')[0]
        with urllib.request.urlopen(address + script) as answer:
            assert len(answer.read()) > 10_000
        (it.work / "over_the_socket.py").write_text(GAME_OVER_THE_SOCKET)
        assert it.run_python("over_the_socket.py", address).strip() == "classic"


CHECKS = (
    it_is_not_the_source_tree,
    it_carries_the_licences_of_others,
    it_plays,
    it_analyses,
    it_prints,
    it_measures,
    it_serves,
)


def main(wheel: str, constraints: str | None = None) -> None:
    """Install and check everything, saying how long it took."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        it = Installed(Path(folder))
        _timed("install", it.install, Path(wheel), Path(constraints) if constraints else None)
        for check in CHECKS:
            _timed(check.__name__, check, it)


def _timed(name: str, step: Callable[..., None], *arguments: Any) -> None:
    begin = time.perf_counter()
    step(*arguments)
    print(f"{name:<34} {time.perf_counter() - begin:6.1f} s", flush=True)  # noqa: T201 - this is a program


if __name__ == "__main__":
    main(*sys.argv[1:])
