"""Items 3 and 20 of the threat model: nobody gets at a chair, and so at a role, without the owner or the table."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.server.harness import ServerProcess, dealt, running, visitor
from turncoat.client import Client, Seat, ServerRefused

HURRY = "start + 20 * (real() - start)"
"""A clock by which a minute passes in three seconds."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder = tmp_path_factory.mktemp("chairs")
    with running(f"sqlite:///{folder}/tables.db", folder / "log") as process:
        yield process
    assert "Traceback" not in process.log.read_text()


def with_bots(server: ServerProcess, people: int, **settings: Any) -> tuple[str, list[Client]]:
    """A public table of five with some people, who sit from chair 0 on, and bots; dealt."""
    clients = [visitor(server) for _ in range(people)]
    table = clients[0].create(ruleset="classic", players=5, name="P0", takeover=0, **{"public": True, **settings})
    for number, client in enumerate(clients[1:], 1):
        client.do(table, "join", name=f"P{number}", seat=number)
    clients[0].do(table, "bot", bot="random")
    contract = clients[0].table(table)["table"]["contract"]
    for client in clients[1:]:
        client.do(table, "ready", contract=contract)
    clients[0].do(table, "start")
    return table, clients


async def connected(stack: AsyncExitStack, table: str, clients: list[Client]) -> list[Seat]:
    """Everybody's socket, open, and everybody knows it."""
    seats = [await stack.enter_async_context(client.sit(table)) for client in clients]
    for seat in seats:
        await seat.until(lambda seat=seat: len(seat.presence.get("here", [])) == len(seats))
    return seats


def refused_or_ignored(client: Client, table: str, command: str, **fields: Any) -> None:
    """Try a command that may be refused: what counts is what it does not lead to."""
    try:
        client.do(table, command, **fields)
    except ServerRefused as refusal:
        assert refusal.code in ("NOT_ALLOWED", "NOT_NOW", "NOT_INVITED"), refusal  # noqa: PT017 - either is fine


@pytest.mark.parametrize(("people", "victim"), [(2, 0), (2, 1), (3, 2), (3, 0)])
@pytest.mark.parametrize("motion", ["recover", "substitute"])
async def test_a_connected_owner_keeps_the_chair_whatever_the_others_agree_on(
    server: ServerProcess, people: int, victim: int, motion: str
) -> None:
    """One of two, or two of three, ask for the third's chair from another token, and all agree."""
    table, clients = with_bots(server, people)
    mallory = visitor(server)
    async with AsyncExitStack() as stack:
        seats = await connected(stack, table, clients)
        refused_or_ignored(mallory, table, "motion", motion=motion, seat=victim, name="M")
        for number, client in enumerate(clients):
            if number != victim:
                refused_or_ignored(client, table, "agree", motion=1)
        assert mallory.table(table)["you"]["seat"] is None
        assert clients[victim].table(table)["you"]["seat"] == victim
        assert seats[victim].you["seat"] == victim


def test_alone_with_bots_nobody_sees_a_bots_hand(server: ServerProcess) -> None:
    """The only person asks for every other chair from other tokens, and agrees."""
    table, (owner,) = with_bots(server, 1)
    for seat in range(1, 5):
        second = visitor(server)
        with pytest.raises(ServerRefused, match="NOT_ALLOWED"):
            second.do(table, "motion", motion="substitute", seat=seat, name=f"M{seat}")
        refused_or_ignored(owner, table, "agree", motion=seat)
        assert second.table(table)["you"]["seat"] is None


def test_who_stays_alone_with_bots_gets_no_chair_by_an_earlier_vote(server: ServerProcess) -> None:
    """A request for a bot's chair ends when only one person is left who could consent."""
    table, (ann, bob) = with_bots(server, 2)
    second = visitor(server)
    second.do(table, "motion", motion="substitute", seat=3, name="M")
    ann.do(table, "agree", motion=1)
    bob.do(table, "leave")
    refused_or_ignored(ann, table, "agree", motion=1)
    assert second.table(table)["you"]["seat"] is None


def test_a_bots_chair_needs_every_seated_person_connected_or_not(server: ServerProcess) -> None:
    table, people = with_bots(server, 3)
    second = visitor(server)
    second.do(table, "motion", motion="substitute", seat=4, name="M")
    for client in people[:2]:
        client.do(table, "agree", motion=1)
        assert second.table(table)["you"]["seat"] is None
    people[2].do(table, "agree", motion=1)
    assert second.table(table)["you"]["seat"] == 4


async def test_an_absent_owners_chair_needs_everybody_who_is_connected_and_a_minute(tmp_path: Path) -> None:
    """The minute is in the log: it goes on after the server was killed, and ends when the owner comes back."""
    server = ServerProcess(f"sqlite:///{tmp_path}/tables.db", tmp_path / "log", clock=HURRY)
    server.start()
    try:
        table, clients = with_bots(server, 3)
        ann, bob, owner = clients
        friend = visitor(server)
        async with AsyncExitStack() as stack:
            a, b = await connected(stack, table, [ann, bob])
            friend.do(table, "motion", motion="recover", seat=2, name="P2")
            await a.until(lambda: a.table["motions"])
            assert a.table["motions"][0]["consent"] == [0, 1]
            await a.do("agree", motion=1)
            assert a.table["motions"][0]["due"] is None, "Bob has not agreed"
            await b.do("agree", motion=1)
            await a.until(lambda: a.table["motions"][0]["due"] is not None)
            async with owner.sit(table):
                await a.until(lambda: a.table["motions"][0]["consent"] == [2])
                assert a.table["motions"][0]["due"] is None, "the owner is there to object"
            await a.until(lambda: a.table["motions"][0]["due"] is not None)
            due = a.table["motions"][0]["due"]
            server.kill()
            server.start()
            assert friend.table(table)["table"]["motions"][0]["due"] == due
            assert friend.table(table)["you"]["seat"] is None
            await a.until(lambda: a.presence.get("here") == [0, 1])
            while friend.table(table)["you"]["seat"] is None:
                await a.do("chat", text="Are they back?")  # every line lets the server look at its clock
            assert (await a.do("ping"))["result"]["now"] >= due
            await a.until(lambda: a.table["handovers"])
        (told,) = ann.table(table)["table"]["handovers"]
        assert (told["seat"], told["before"], told["name"], told["how"]) == (2, "P2", "P2", "consent")
        assert owner.table(table)["you"]["seat"] is None
    finally:
        server.kill()


async def test_an_absent_owner_objects_from_anywhere(server: ServerProcess) -> None:
    """A no ends the request even if it comes without a socket."""
    table, (ann, owner) = with_bots(server, 2)
    async with AsyncExitStack() as stack:
        (a,) = await connected(stack, table, [ann])
        visitor(server).do(table, "motion", motion="recover", seat=1, name="P1")
        await a.do("agree", motion=1)
        assert owner.table(table)["table"]["motions"][0]["due"] is not None
        owner.do(table, "agree", motion=1, agree=False)
        assert owner.table(table)["table"]["motions"] == []


def test_an_absent_owners_chair_cannot_be_had_where_nobody_is_connected(server: ServerProcess) -> None:
    table, _ = with_bots(server, 2)
    with pytest.raises(ServerRefused, match="NOT_ALLOWED"):
        visitor(server).do(table, "motion", motion="recover", seat=1, name="M")


def test_strangers_open_no_motion_at_a_private_table(server: ServerProcess) -> None:
    """Somebody with a chair has to let people ask first; a locked table counts as private."""
    for settings, locked in (({"public": False}, False), ({"public": True}, True)):
        table, (ann, bob) = with_bots(server, 2, **settings)
        ann.do(table, "lock", locked=locked)
        stranger = visitor(server)
        for motion in ("recover", "substitute", "pause", "abandon"):
            with pytest.raises(ServerRefused, match=r"NOT_INVITED|NOT_SEATED"):
                stranger.do(table, "motion", motion=motion, seat=3, name="M")
        with pytest.raises(ServerRefused, match="NOT_SEATED"):
            stranger.do(table, "invite")
        assert ann.table(table)["table"]["motions"] == []
        until = bob.do(table, "invite")["result"]["until"]
        assert ann.table(table)["table"]["open_until"] == until
        stranger.do(table, "motion", motion="substitute", seat=3, name="M")
        assert len(ann.table(table)["table"]["motions"]) == 1


def test_a_transfer_code_moves_its_makers_chair_and_no_other(server: ServerProcess) -> None:
    """Mallory makes a code in one chair, moves to another, and waits until somebody else sits where they were."""
    mallory, ann, second = (visitor(server) for _ in range(3))
    table = mallory.create(ruleset="classic", players=5, name="M", takeover=0)
    code = mallory.do(table, "transfer")["result"]["code"]
    mallory.do(table, "sit", seat=1)
    ann.do(table, "join", name="Ann", seat=0)
    second.do(table, "take", code=code)
    assert ann.table(table)["you"]["seat"] == 0
    assert second.table(table)["you"]["seat"] == 1


@pytest.mark.parametrize("how", ["leave", "kick"])
def test_a_transfer_code_ends_with_its_makers_chair(server: ServerProcess, how: str) -> None:
    host, mallory, ann, second = (visitor(server) for _ in range(4))
    table = host.create(ruleset="classic", players=5, name="Host", takeover=0)
    mallory.do(table, "join", name="M", seat=1)
    code = mallory.do(table, "transfer")["result"]["code"]
    if how == "leave":
        mallory.do(table, "leave")
    else:
        host.do(table, "kick", seat=1)
    ann.do(table, "join", name="Ann", seat=1)
    with pytest.raises(ServerRefused, match="BAD_CODE"):
        second.do(table, "take", code=code)
    assert ann.table(table)["you"]["seat"] == 1


async def test_everybody_is_told_when_a_chair_changes_hands(server: ServerProcess) -> None:
    """Also if the new owner has the old one's name."""
    async with dealt(server) as seats, visitor(server).sit(seats[0].table["id"]) as watcher:
        code = (await seats[2].do("transfer"))["result"]["code"]
        visitor(server).do(seats[0].table["id"], "take", code=code)
        for one in (*seats, watcher):
            await one.until(lambda one=one: one.table["handovers"])
            (told,) = one.table["handovers"]
            assert (told["seat"], told["name"], told["how"]) == (2, "P2", "code")


@pytest.mark.parametrize("command", ["kick", "shuffle", "settings", "bot", "sit", "undo", "redo"])
def test_a_host_gets_at_no_chair_during_a_game(server: ServerProcess, command: str) -> None:
    """What changes chairs is for the lobby, and what takes moves back is for solitaire."""
    table, (host, guest) = with_bots(server, 2)
    fields: dict[str, Any] = {
        "kick": {"seat": 1},
        "settings": {"settings": {"ruleset": "classic", "players": 6}},
        "bot": {"bot": "random", "seat": 1},
        "sit": {"seat": 1},
    }
    with pytest.raises(ServerRefused, match=r"NOT_NOW|NOT_ALLOWED"):
        host.do(table, command, **fields.get(command, {}))
    assert guest.table(table)["you"]["seat"] == 1
