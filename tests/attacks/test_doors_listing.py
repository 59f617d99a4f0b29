"""Item 20 of the threat model: tables that nobody plays at cannot push real ones off the public list."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path

import httpx

from tests.attacks.people import Person, without_refill
from tests.server.harness import ServerProcess, running, visitor
from turncoat.server.config import LIMITS

LISTED = 200


def spam(server: ServerProcess, number: int) -> None:
    """Open public tables, and leave them."""
    headers = {"authorization": f"Bearer {visitor(server).token}"}
    with httpx.Client(base_url=server.address, headers=headers, timeout=30) as http:
        for _ in range(number):
            reply = http.post("/api/tables", json={"ruleset": "classic", "public": True})
            assert reply.status_code == 201, reply.text


async def test_a_table_with_people_is_listed_before_any_number_of_empty_ones(tmp_path: Path) -> None:
    with running(f"sqlite:///{tmp_path}/t.db", tmp_path / "log", beat_ms=100) as server:
        host = visitor(server)
        table = host.create(ruleset="classic", name="Ann", public=True)
        async with host.sit(table), asyncio.timeout(60):
            await asyncio.to_thread(spam, server, LISTED + 5)
            while True:  # the list knows of people from the last heartbeat
                listed = [line["id"] for line in host.request("GET", "/api/tables")]
                assert len(listed) == LISTED
                if listed[0] == table:
                    break
                await asyncio.sleep(0.1)


def test_an_address_can_open_only_so_many_public_tables(tmp_path: Path) -> None:
    settings = {"rate_limits": 1, "trust_proxy": 1, "limits": without_refill("public", "visitor", "table")}
    most = LIMITS["public"]
    with running(f"sqlite:///{tmp_path}/t.db", tmp_path / "log", **settings) as server:
        crowd = [Person(server, "198.51.100.1") for _ in range(most.address // most.visitor + 2)]
        replies = Counter(
            person.post("/api/tables", ruleset="classic", public=True).status_code
            for person in crowd
            for _ in range(most.visitor + 1)
        )
        assert replies[201] == most.address
        assert set(replies) == {201, 429}
        assert crowd[0].post("/api/tables", ruleset="classic").status_code == 201, "a private one is another matter"


def test_making_a_private_table_public_counts_as_well(tmp_path: Path) -> None:
    settings = {"rate_limits": 1, "limits": "public=1/9/9/86400"}
    with running(f"sqlite:///{tmp_path}/t.db", tmp_path / "log", **settings) as server:
        host = visitor(server)
        first, second = (host.create(ruleset="classic") for _ in range(2))
        body = {"settings": {"ruleset": "classic", "public": True}}
        for _ in range(3):  # changing a public table is free
            host.do(first, "settings", **body)
        headers = {"authorization": f"Bearer {host.token}"}
        reply = httpx.post(f"{server.address}/api/tables/{second}/settings", json=body, headers=headers)
        assert (reply.status_code, reply.json()["error"]) == (429, "RATE_LIMIT")


def test_listing_finished_games_counts_like_everything_that_reads_many_records(tmp_path: Path) -> None:
    settings = {"rate_limits": 1, "limits": "command=2/9/9/86400"}
    with running(f"sqlite:///{tmp_path}/t.db", tmp_path / "log", **settings) as server:
        headers = {"authorization": f"Bearer {visitor(server).token}"}
        with httpx.Client(base_url=server.address, headers=headers, timeout=30) as http:
            replies = [http.get("/api/records").status_code for _ in range(3)]
    assert replies == [200, 200, 429]
