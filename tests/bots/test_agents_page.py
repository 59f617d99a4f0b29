"""The short recipes of docs/agents.md work as they stand: a model in a chair, MCP in a desktop client, training."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from mcp import Client, StdioServerParameters

from tests.bots.chat_server import ChatServer, chat_server
from tests.server.harness import running
from turncoat.bots import may_be_seated
from turncoat.bots.llm.names import allow_addresses

DOCS = Path(__file__).parents[2] / "docs"
TURNCOAT = [sys.executable, "-c", "from turncoat.cli import main; main()"]
EXAMPLE = "llm:qwen3:8b@http://localhost:11434/v1"


@pytest.fixture
def chat() -> Iterator[ChatServer]:
    with chat_server() as server:
        yield server


def blocks(page: str, title: str) -> list[str]:
    """The code of one section."""
    section = (DOCS / page).read_text().split(f"# {title}\n", 1)[1].split("\n## ")[0]
    return [part.partition("\n")[2] for part in section.split("```")[1::2]]


def commands(block: str) -> list[str]:
    return [line.split("  #")[0].strip() for line in block.splitlines()]


@pytest.mark.parametrize(
    ("page", "title", "wanted"),
    [("agents.md", "A language model in a chair", 1), ("agents.md", "MCP", 2), ("envs/verifiers.md", "verifiers", 1)],
)
def test_a_recipe_has_ten_lines_at_most(page: str, title: str, wanted: int) -> None:
    recipe = "".join(blocks(page, title)[:wanted])
    assert 0 < len(recipe.splitlines()) <= 10


def test_a_local_model_plays_in_the_arena_as_the_page_says(chat: ChatServer) -> None:
    (line,) = [one for one in commands(blocks("agents.md", "A language model in a chair")[0]) if " arena " in one]
    line = line.replace(EXAMPLE, chat.name("good")).replace("--games 20", "--games 1")
    done = subprocess.run([*TURNCOAT, *line.split()[1:]], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert chat.requests


def test_the_address_that_the_page_gives_to_the_server_lets_hosts_seat_that_model() -> None:
    lines = commands(blocks("agents.md", "A language model in a chair")[0])
    (address,) = [line.split()[-1] for line in lines if "--llm-address" in line]
    allow_addresses([address])
    try:
        assert may_be_seated(EXAMPLE, "avalon")
    finally:
        allow_addresses([])


async def test_a_desktop_client_starts_what_the_page_tells_it(tmp_path: Path) -> None:
    (server,) = json.loads(blocks("agents.md", "MCP")[1])["mcpServers"].values()
    assert server["command"] == "turncoat"
    *arguments, address = server["args"]
    assert address == "http://127.0.0.1:8000"  # where `turncoat serve` is
    command, *first = TURNCOAT
    with running(f"sqlite:///{tmp_path}/tables.db", tmp_path / "log") as process:
        started = [*first, *arguments, process.address]
        async with Client(StdioServerParameters(command=command, args=started, env=dict(os.environ))) as client:
            assert "look" in {tool.name for tool in (await client.list_tools()).tools}
