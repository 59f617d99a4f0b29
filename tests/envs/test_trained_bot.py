"""The page "From training to play" holds: the example trains, saves, and sits in the arena and at a table."""

from __future__ import annotations

import asyncio
import json
import shutil
import sys
from pathlib import Path

import pytest

from tests.envs import examples
from tests.server.harness import running, visitor
from turncoat.cli import run

FILE = examples.FOLDER / "trained_bot.py"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the example and a network that it has trained, shorter than it would by itself."""
    copied = shutil.copy(FILE, tmp_path / "trained_bot_example.py")
    monkeypatch.setattr(examples, "FOLDER", tmp_path)
    example = examples.load("trained_bot_example")
    example.ROUNDS, example.GAMES = 25, 128
    example.train()
    assert Path(copied).with_name("trained_bot.npz").exists()
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "trained_bot_example", raising=False)
    return tmp_path


async def test_a_network_is_trained_saved_and_played(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As evil it beats `random` by three standard errors, and as good it is not worse; it takes chairs at a table."""
    rates = {}
    for side, other in (("good", "evil"), ("evil", "good")):
        line = ["arena", f"--{side}", "trained_bot_example:Trained", f"--{other}", "random", "--ruleset", "classic"]
        assert run([*line, "--games", "300", "--workers", "1", "--json"]) == 0
        good_wins = json.loads(capsys.readouterr().out)["rate"]
        rates[side] = good_wins if side == "good" else 1 - good_wins
    assert rates["evil"] > 0.5 + 3 * (0.25 / 300) ** 0.5
    assert rates["good"] > 0.5

    with running(f"sqlite:///{folder}/t.db", folder / "log", bots="mine=trained_bot_example:Trained") as server:
        host = visitor(server)
        table = await asyncio.to_thread(lambda: host.create(ruleset="classic", players=5, pace="instant"))
        for _ in range(5):
            await asyncio.to_thread(lambda: host.do(table, "bot", bot="mine"))
        async with host.sit(table) as watching:
            await watching.do("start")
            await watching.until(lambda: (watching.view or {}).get("outcome") is not None)


def test_the_example_has_less_than_a_hundred_lines() -> None:
    assert len(FILE.read_text().splitlines()) < 100
