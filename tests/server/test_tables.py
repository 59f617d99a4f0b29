"""Before the deal: making tables, sitting down, agreeing."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.server.harness import ServerProcess, at_random, play_on, seated, visitor
from turncoat.client import Client, ServerRefused
from turncoat.server.http.catalog import catalogue, check_setup, recommended
from turncoat.server.tables.resources import SetupCheck


def refusal(client: Client, table: str, command: str, **fields: Any) -> str:
    with pytest.raises(ServerRefused) as caught:
        client.do(table, command, **fields)
    return caught.value.code


def chairs(client: Client, table: str) -> list[str | None]:
    return [chair["name"] for chair in client.table(table)["table"]["chairs"]]


def test_a_table_is_found_by_code_in_either_case(server: ServerProcess) -> None:
    host = visitor(server)
    table = host.create(ruleset="classic", players=5, name="Ann")
    code = host.table(table)["table"]["code"]
    assert visitor(server).table(code.lower())["table"]["id"] == table
    assert host.table(code)["you"] == {"seat": 0, "host": True, "channels": ["table"]}
    assert visitor(server).table(code)["you"] == {"seat": None, "host": False, "channels": ["watchers"]}


def test_only_public_tables_are_listed(server: ServerProcess) -> None:
    host = visitor(server)
    private = host.create(ruleset="classic", name="Ann")
    public = host.create(ruleset="classic", name="Ann", public=True)
    listed = [line["id"] for line in visitor(server).request("GET", "/api/tables")]
    assert public in listed
    assert private not in listed
    mine = [line["id"] for line in host.request("GET", "/api/tables/mine")]
    assert {private, public} <= set(mine)


def test_chairs_are_taken_once_and_names_are_distinct(server: ServerProcess) -> None:
    host, guest = visitor(server), visitor(server)
    table = host.create(ruleset="classic", name="Ann")
    assert refusal(guest, table, "join", name="Bob", seat=0) == "SEAT_TAKEN"
    assert refusal(guest, table, "join", name=" ann ") == "NAME_TAKEN"
    assert refusal(guest, table, "join", name="\u200b") == "BAD_REQUEST"
    guest.do(table, "join", name="Bob", seat=3)
    assert guest.do(table, "join", name="Bob", seat=3)["again"]
    assert chairs(host, table) == ["Ann", None, None, "Bob", None]
    guest.do(table, "sit", seat=1)
    guest.do(table, "name", name="Bobby")
    assert chairs(host, table) == ["Ann", "Bobby", None, None, None]
    guest.do(table, "leave")
    assert chairs(host, table) == ["Ann", None, None, None, None]


def test_only_the_host_rules_the_table(server: ServerProcess) -> None:
    host, guest = visitor(server), visitor(server)
    table = host.create(ruleset="classic", name="Ann")
    guest.do(table, "join", name="Bob")
    for command, fields in (
        ("kick", {"seat": 0}),
        ("lock", {"locked": True}),
        ("shuffle", {}),
        ("host", {"seat": 1}),
        ("bot", {"bot": "random"}),
        ("start", {}),
        ("settings", {"settings": {"ruleset": "classic"}}),
    ):
        assert refusal(guest, table, command, **fields) == "NOT_HOST"
    host.do(table, "host", seat=1)
    assert refusal(host, table, "lock", locked=True) == "NOT_HOST"
    guest.do(table, "lock", locked=True)
    assert refusal(visitor(server), table, "join", name="Cy") == "TABLE_LOCKED"
    guest.do(table, "kick", seat=0)
    assert chairs(guest, table) == [None, "Bob", None, None, None]


def test_the_ready_check_names_the_whole_contract(server: ServerProcess) -> None:
    host, guest = visitor(server), visitor(server)
    table = host.create(ruleset="classic", players=5, name="Ann")
    guest.do(table, "join", name="Bob")
    host.do(table, "bot", bot="random")
    contract = guest.table(table)["table"]["contract"]
    assert refusal(host, table, "start") == "NOT_READY"
    guest.do(table, "ready", contract=contract)
    host.do(table, "settings", settings={"ruleset": "classic", "players": 5, "clocks": {"vote": 30}})
    assert refusal(guest, table, "ready", contract=contract) == "CONTRACT_CHANGED"
    assert refusal(host, table, "start") == "NOT_READY"
    guest.do(table, "ready", contract=guest.table(table)["table"]["contract"])
    host.do(table, "start")
    assert host.table(table)["table"]["status"] == "playing"
    assert refusal(host, table, "shuffle") == "NOT_NOW"


def test_shuffling_keeps_everybody(server: ServerProcess) -> None:
    host = visitor(server)
    table = host.create(ruleset="classic", name="Ann")
    host.do(table, "bot", bot="random")
    before = chairs(host, table)
    host.do(table, "shuffle")
    assert sorted(map(str, chairs(host, table))) == sorted(map(str, before))


def test_a_smaller_table_drops_bots_before_people(server: ServerProcess) -> None:
    host, guest = visitor(server), visitor(server)
    table = host.create(ruleset="classic", players=7, name="Ann")
    guest.do(table, "join", name="Bob", seat=6)
    host.do(table, "bot", bot="random", seat=2)
    host.do(table, "settings", settings={"ruleset": "classic", "players": 5})
    assert {"Ann", "Bob"} <= set(chairs(host, table))
    assert len(chairs(host, table)) == 5


def test_bad_settings_are_refused_with_the_games_reason(server: ServerProcess) -> None:
    host = visitor(server)
    for settings, code in (
        ({"ruleset": "chess"}, "NOT_FOUND"),
        ({"ruleset": "classic", "players": 4}, "PLAYER_COUNT"),
        ({"ruleset": "classic", "options": {"lady": True}}, "OPTION_CONFLICT"),
        ({"ruleset": "avalon", "roles": ["percival"]}, "ROLE_DEPENDENCY"),
        ({"ruleset": "classic", "stand_in": "os:system"}, "NOT_FOUND"),
    ):
        with pytest.raises(ServerRefused, match=code):
            host.create(**settings)


def test_a_host_without_a_chair_shows_the_table_to_the_room(server: ServerProcess) -> None:
    host = visitor(server)
    table = host.create(ruleset="classic", players=5)
    host.do(table, "bot", bot="random")
    host.do(table, "start")
    reply = host.table(table)
    assert reply["you"]["seat"] is None
    assert reply["you"]["host"]


def test_the_commitment_comes_before_the_seed(server: ServerProcess) -> None:
    host = visitor(server)
    table = host.create(ruleset="classic", players=5, name="Ann")
    host.do(table, "entropy", entropy="lemon")
    proof = host.table(table)["table"]["proof"]
    assert proof["commitment"]
    assert proof["secret"] is None
    assert proof["entropy"] == ["lemon"]


def test_the_qr_code_is_a_picture_without_script(server: ServerProcess) -> None:
    import urllib.request

    host = visitor(server)
    table = host.create(ruleset="classic")
    with urllib.request.urlopen(f"{server.address}/api/tables/{table}/qr.svg", timeout=20) as reply:
        body, headers = reply.read().decode(), reply.headers
    assert headers["content-type"].startswith("image/svg+xml")
    assert "<svg" in body
    assert "script" not in body
    with urllib.request.urlopen(f"{server.address}/api/tables/{table}/qr.svg?board=true", timeout=20) as reply:
        assert reply.read().decode() != body, "the board has an address of its own"


async def test_one_click_deals_a_table_with_bots(server: ServerProcess) -> None:
    client = visitor(server)
    table = await asyncio.to_thread(lambda: client.play(ruleset="avalon", players=7, name="Ada", pace="instant"))
    async with client.sit(table) as seat:
        assert seat.table["status"] == "playing"
        assert len({chair["name"] for chair in seat.table["chairs"]}) == 7
        async with asyncio.timeout(60):
            await play_on(seat, at_random("click"))
        assert seat.view is not None
        assert seat.view["outcome"]


async def test_a_moved_player_starts_from_scratch(server: ServerProcess) -> None:
    async with seated(server, 5) as seats:
        await seats[0].do("kick", seat=3)
        await seats[3].until(lambda: seats[3].you["seat"] is None)
        assert seats[3].you["channels"] == ["watchers"]


def test_every_line_up_may_be_played() -> None:
    for info in catalogue():
        for line in info.lineups:
            check = SetupCheck(ruleset=info.id, players=line.players, roles=line.roles, options=line.options)
            assert check_setup(check).ok, line
        for players in info.seats:
            assert recommended(info.id, players).players == players


def test_rulesets_tell_all_a_client_needs(server: ServerProcess) -> None:
    rulesets = {info["id"]: info for info in visitor(server).request("GET", "/api/rulesets")}
    avalon = rulesets["avalon"]
    assert avalon["options"]["lady"] == {"default": False, "type": "bool", "offered": True}
    assert avalon["options"]["first_leader"]["values"] == ["dealt", "host", "random"]
    assert avalon["options"]["host"]["type"] == "seat"
    assert avalon["roles"]["merlin"] == {
        "side": "good",
        "plain": False,
        "option": "merlin",
        "helps": "good",
        "hunted": True,
    }
    assert avalon["words"]["en"]["mission"] == "quest"
    assert "vote" in avalon["phases"]
