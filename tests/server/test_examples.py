"""The example of the documentation works as it stands there."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from tests.server.harness import ServerProcess, visitor

DOCS = Path(__file__).parents[2] / "docs"


def test_the_external_bot_of_the_documentation_plays_a_game(server: ServerProcess, tmp_path: Path) -> None:
    text = (DOCS / "bots-external.md").read_text(encoding="utf-8")
    found = re.search(r"```python\n(.*?)```", text, re.DOTALL)
    assert found is not None
    program = tmp_path / "marvin.py"
    program.write_text(found[1], encoding="utf-8")
    assert len(found[1].splitlines()) <= 24
    host = visitor(server)
    table = host.create(ruleset="classic", players=5, pace="instant")
    for seat in range(4):
        host.do(table, "bot", bot="random", seat=seat)
    bot = subprocess.Popen([sys.executable, str(program), server.address, table], stdout=subprocess.PIPE, text=True)
    try:
        while not host.table(table)["table"]["chairs"][4]["ready"]:
            assert bot.poll() is None
        host.do(table, "start")
        out, _ = bot.communicate(timeout=60)
    finally:
        bot.kill()
    assert "winner" in out
