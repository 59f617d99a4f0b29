"""Agents play through the Model Context Protocol with the official client, over standard streams and over HTTP.

Item 27 of docs/security.md.
"""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import httpx2
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

from tests.machine import PATIENCE
from tests.server.harness import ServerProcess, running, visitor

TOOLS = """answer claim fill_with_bots leave list_records list_tables look open_table play_with_bots replay rules
    say sit_down start_game study wait_for_turn"""
_TURNCOAT = "from turncoat.cli import main; main()"


@pytest.fixture(scope="module")
def mcp_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server with the endpoint on, and with its limits: an agent has those of a chair."""
    folder = tmp_path_factory.mktemp("mcp")
    with running(f"sqlite:///{folder}/tables.db", folder / "log", mcp=1) as process:
        yield process
        assert "Traceback" not in process.log.read_text()


def stdio(server: ServerProcess) -> Client:
    """`turncoat mcp`, as a desktop client starts it."""
    arguments = ["-c", _TURNCOAT, "mcp", "--server", server.address]
    return Client(StdioServerParameters(command=sys.executable, args=arguments, env=dict(os.environ)))


@asynccontextmanager
async def over_http(server: ServerProcess, token: str | None) -> AsyncIterator[Client]:
    """The server's own endpoint, with a visitor's token or without one."""
    headers = {} if token is None else {"authorization": f"Bearer {token}"}
    async with httpx2.AsyncClient(headers=headers, timeout=90) as http:
        transport = streamable_http_client(f"{server.address}/mcp", http_client=http)
        async with Client(transport) as client:
            yield client


async def call(client: Client, tool: str, **arguments: Any) -> str:
    """What a tool answers. It must not fail."""
    result = await client.call_tool(tool, arguments)
    text = "".join(part.text for part in result.content)  # type: ignore[union-attr]
    assert not result.is_error, text
    return text


async def refused(client: Client, tool: str, **arguments: Any) -> str:
    """The error of a tool that must fail."""
    result = await client.call_tool(tool, arguments)
    assert result.is_error
    text = "".join(part.text for part in result.content)  # type: ignore[union-attr]
    return text.removeprefix(f"Error executing tool {tool}: ")


def numbers(text: str) -> list[int]:
    """The numbers of the answers in a view in words."""
    return [int(number) for number in re.findall(r"^(\d+)\. ", text.partition("== QUESTION ==")[2], re.MULTILINE)]


def asked(text: str) -> str:
    found = re.search(r"answer\(ask='([^']+)'", text)
    assert found, text
    return found[1]


async def play_out(client: Client, table: str, choose: Random) -> str:
    """Answer by number until the game is over; returns the last view in words."""
    while True:
        text = await call(client, "wait_for_turn", table=table)
        if text.startswith("Status: over."):
            return text
        if numbers(text):
            number = choose.choice(numbers(text))
            result = await client.call_tool("answer", {"table": table, "ask": asked(text), "number": number})
            said = "".join(part.text for part in result.content)  # type: ignore[union-attr]
            assert not result.is_error or re.search("STALE_ASK|ALREADY_ANSWERED|GAME_OVER", said), said


async def test_a_whole_game_is_played_over_standard_input_and_output(server: ServerProcess) -> None:
    async with asyncio.timeout(PATIENCE), stdio(server) as client:
        listed = await client.list_tools()
        assert sorted(tool.name for tool in listed.tools) == TOOLS.split()
        dealt = await call(client, "play_with_bots", name="Marvin", players=5, bot="random")
        table = dealt.split()[1]
        assert "== YOU ==" in await call(client, "look", table=table)
        await call(client, "say", table=table, text="Hello.")
        await call(client, "claim", table=table, claim={"claim": "suspect", "seat": 3})
        last = await play_out(client, table, Random("stdio"))
        assert "Seat 4 was " in last
        assert 'claims: "Keep an eye on seat 3' in last
        record = re.search(r'"id":"([^"]+)"', await call(client, "list_records"))
        assert record
        assert "avalon" in await call(client, "replay", record=record[1])
        assert await call(client, "study", record=record[1])


async def test_five_clients_play_a_whole_game_over_http(mcp_server: ServerProcess) -> None:
    tokens = [visitor(mcp_server).token for _ in range(5)]
    async with asyncio.timeout(PATIENCE):
        async with over_http(mcp_server, tokens[0]) as host:
            opened = await call(host, "open_table", name="A0", players=5)
            found = re.search(r"at table (\S+)", opened)
            assert found
            table = found[1]
            for number, token in enumerate(tokens[1:], 1):
                async with over_http(mcp_server, token) as guest:
                    assert "and ready" in await call(guest, "sit_down", table=table, name=f"A{number}")
            await call(host, "start_game", table=table)

        async def play(number: int) -> str:
            async with over_http(mcp_server, tokens[number]) as client:
                return await play_out(client, table, Random(f"http {number}"))

        ends = await asyncio.gather(*map(play, range(5)))
        assert all("Seat 4 was " in end for end in ends)


async def test_a_second_client_cannot_touch_the_chair(mcp_server: ServerProcess) -> None:
    """Rule: a token is a chair. Another token sees the game as a watcher, and can answer nothing."""
    async with over_http(mcp_server, visitor(mcp_server).token) as owner:
        table = (await call(owner, "play_with_bots", name="Marvin", ruleset="classic", bot="random")).split()[1]
        text = await call(owner, "wait_for_turn", table=table)
        ask = asked(text)
        for token in (visitor(mcp_server).token, None):
            async with over_http(mcp_server, token) as other:
                seen = await call(other, "look", table=table)
                assert "== YOU ==" not in seen
                assert numbers(seen) == []
                said = await refused(other, "answer", table=table, ask=ask, number=1)
                assert said == "STALE_ASK: That question is not open to you. Look again."
                assert re.match("[A-Z_]+: ", await refused(other, "leave", table=table))
                claim = {"claim": "suspect", "seat": 3}
                assert re.match("[A-Z_]+: ", await refused(other, "claim", table=table, claim=claim))
        assert asked(await call(owner, "look", table=table)) == ask


async def test_bad_arguments_are_refused_with_a_code(mcp_server: ServerProcess) -> None:
    async with over_http(mcp_server, visitor(mcp_server).token) as client:
        assert (await refused(client, "look", table="../../metrics")).startswith("NOT_FOUND")
        assert (await refused(client, "look", table="")).startswith("NOT_FOUND")
        assert (await refused(client, "rules", ruleset="nothing")).startswith("BAD_REQUEST")
        assert (await refused(client, "rules", ruleset="avalon", players=99)).startswith("PLAYER_COUNT")
        assert "Merlin sees" in await call(client, "rules", ruleset="avalon", players=7)
        offered = await call(client, "rules")
        assert "avalon: 5 to 10 players" in offered
        assert "maquis: 1 player\n" in offered + "\n"
    async with over_http(mcp_server, None) as nobody:
        assert (await refused(nobody, "play_with_bots", name="X")).startswith("NO_VISITOR")


def test_the_endpoint_is_off_by_default(server: ServerProcess) -> None:
    reply = httpx2.post(f"{server.address}/mcp", json={"jsonrpc": "2.0", "id": 1, "method": "tools/list"})
    assert reply.status_code in (404, 405)


def test_another_sites_page_cannot_use_the_endpoint(mcp_server: ServerProcess) -> None:
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    reply = httpx2.post(f"{mcp_server.address}/mcp", json=body, headers={"origin": "https://evil.example"})
    assert (reply.status_code, reply.json()["error"]) == (403, "FORBIDDEN_ORIGIN")


async def test_an_agent_has_the_limits_of_a_chair(tmp_path: Path) -> None:
    """Rule: what an agent does is counted with its address and its token, like any other request."""
    limits = {"rate_limits": 1, "limits": "chat=2/2/2/600"}
    with running(f"sqlite:///{tmp_path}/tables.db", tmp_path / "log", mcp=1, **limits) as process:
        async with over_http(process, visitor(process).token) as client:
            table = (await call(client, "play_with_bots", name="Marvin", bot="random")).split()[1]
            for _ in range(2):
                await call(client, "say", table=table, text="Hello.")
            assert (await refused(client, "say", table=table, text="Hello.")).startswith("RATE_LIMIT")


def command(*arguments: str, before: str = "") -> tuple[int, str]:
    """The exit code of a command and what it says on standard error."""
    program = [sys.executable, "-c", f"{before}\n{_TURNCOAT}", *arguments]
    done = subprocess.run(program, capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout == "", "standard output belongs to the protocol"
    return done.returncode, done.stderr


_WITHOUT = (
    "import importlib.util as u; real = u.find_spec; u.find_spec = lambda n, *a: None if n == 'mcp' else real(n, *a)"
)


@pytest.mark.parametrize("arguments", [("mcp",), ("serve", "--mcp", "--port", "0")], ids=lambda words: words[0])
def test_a_missing_package_is_one_sentence(arguments: tuple[str, ...], tmp_path: Path) -> None:
    more = ("--database", f"sqlite:///{tmp_path}/x.db") if arguments[0] == "serve" else ()
    code, said = command(*arguments, *more, before=_WITHOUT)
    assert (code, said.splitlines()[-1]) == (
        2,
        'turncoat: MISSING_EXTRA: This needs another package: pip install "turncoat[mcp]"',
    )
    assert "Traceback" not in said


@pytest.mark.parametrize("address", ["http://127.0.0.1:9", "nonsense", "ftp://x"])
def test_a_server_that_is_not_there_is_one_sentence(address: str) -> None:
    code, said = command("mcp", "--server", address)
    assert (code, said.partition(": There")[0]) == (2, "turncoat: UNAVAILABLE")
