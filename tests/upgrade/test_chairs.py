"""Today's server takes over tables whose chairs were given away by a majority."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AsyncExitStack

import pytest

from tests.server.harness import ServerProcess, at_random, play_on, running, visitor
from tests.upgrade.kept import in_old_terms, kept, unpack_database
from turncoat.client import Client, ServerRefused

MADE = kept("before-consent/shown")
TABLES = MADE["tables"]


@pytest.fixture
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """Today's server on a copy of the database."""
    folder = tmp_path_factory.mktemp("chairs")
    database = unpack_database("data/before-consent", folder)
    with running(f"sqlite:///{database}", folder / "log") as server:
        yield server
    assert "Traceback" not in server.log.read_text()


def _client(server: ServerProcess, name: str) -> Client:
    return Client(server.address, MADE["tokens"][name])


@pytest.mark.parametrize("table", ["given", "open"])
def test_every_visitor_finds_the_table_as_it_was(server: ServerProcess, table: str) -> None:
    for name, old in MADE["shown"][table].items():
        assert in_old_terms(_client(server, name).table(TABLES[table]), old) == old


def test_whoever_was_given_a_chair_keeps_it(server: ServerProcess) -> None:
    table = TABLES["given"]
    seats = {name: _client(server, name).table(table)["you"]["seat"] for name in MADE["tokens"]}
    assert seats == {"Ann": 0, "Bob": 1, "Cat": None, "Dan": 2, "Eve": 3, "Fay": None}


async def test_a_request_of_the_old_kind_lapses_when_somebody_connects(server: ServerProcess) -> None:
    """A majority decides about chairs no more; other motions stay open."""
    async with AsyncExitStack() as stack:
        ann = await stack.enter_async_context(_client(server, "Ann").sit(TABLES["open"]))
        await ann.until(lambda: [motion["kind"] for motion in ann.table["motions"]] == ["pause"])


@pytest.mark.parametrize("command", ["agree", "leave", "away"])
def test_no_command_carries_a_request_of_the_old_kind(server: ServerProcess, command: str) -> None:
    """One vote was missing for each chair. Neither that vote nor fewer voters give it away."""
    bob, table = _client(server, "Bob"), TABLES["open"]
    if command == "agree":
        for motion in (1, 2):
            with pytest.raises(ServerRefused, match="NOT_NOW"):
                bob.do(table, "agree", motion=motion)
    else:
        bob.do(table, command)
    for name in ("Dan", "Eve"):
        assert _client(server, name).table(table)["you"]["seat"] is None
    assert _client(server, "Cat").table(table)["you"]["seat"] == 2


def test_a_new_request_follows_the_new_rules(server: ServerProcess) -> None:
    table = TABLES["given"]
    fay = visitor(server)
    with pytest.raises(ServerRefused, match="NOT_INVITED"):
        fay.do(table, "propose", motion="substitute", seat=4, name="Fay")
    _client(server, "Bob").do(table, "invite")
    fay.do(table, "propose", motion="substitute", seat=4, name="Fay")
    (motion,) = fay.table(table)["table"]["motions"]
    assert motion["consent"] == [0, 1, 2, 3]


async def test_a_later_game_at_the_table_of_a_days_deal_is_not_on_the_board(server: ServerProcess) -> None:
    """The old server had dealt it as that day's deal."""
    cat, table = _client(server, "Cat"), TABLES["daily"]
    async with cat.sit(table) as seat:
        await play_on(seat, at_random(table))
        (record,) = seat.table["records"]
    assert cat.request("GET", f"/api/records/{record}")["meta"]["daily"] is None
    assert cat.request("GET", "/api/solo/stats")["daily"] == {}
