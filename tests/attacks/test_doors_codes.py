"""Item 2 of the threat model: private tables cannot be found by trying codes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.attacks.people import Person, without_refill
from tests.server.harness import ServerProcess, running
from turncoat.core import Refused
from turncoat.server.config import LIMITS
from turncoat.server.http.limits import Limits, sender

LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
LOOKUP = LIMITS["lookup"]
DAY = 86_400.0


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server with its limits on, behind a proxy."""
    settings = {"rate_limits": 1, "trust_proxy": 1, "limits": without_refill("lookup")}
    with running(f"sqlite:///{tmp_path}/t.db", tmp_path / "log", **settings) as process:
        yield process


def try_codes(server: ServerProcess, address: str, codes: list[str]) -> list[httpx.Response]:
    """Look codes up without a token: the limit of a visitor does not apply then."""
    with httpx.Client(base_url=server.address, headers={"x-forwarded-for": address}, timeout=30) as http:
        return [http.get(f"/api/tables/{code}") for code in codes]


def test_a_limited_address_cannot_tell_a_hit_from_a_miss(server: ServerProcess) -> None:
    """It was: misses were refused and hits were answered, so the refusal did not slow anybody down."""
    host = Person(server, "198.51.100.1")
    hit = host.open_table()["code"]
    miss = next(code for code in map("".join, product(LETTERS, repeat=6)) if code != hit)
    replies = try_codes(server, "198.51.101.1", [miss, hit] * LOOKUP.address)
    assert {reply.status_code for reply in replies[:20]} == {404, 200}
    limited = replies[-20:]
    for pair in zip(limited[::2], limited[1::2], strict=True):
        shown = [(reply.status_code, reply.json(), {**reply.headers, "date": ""}) for reply in pair]
        assert shown[0] == shown[1]
        assert shown[0][0] == 429


def test_every_road_to_a_table_by_its_code_is_counted(server: ServerProcess) -> None:
    host = Person(server, "198.51.100.1")
    code = host.open_table()["code"]
    stranger = Person(server, "198.51.102.1")
    roads = ("", "/qr.svg", "/messages", "/history", "/deduction", "/hint")
    replies = [stranger.get(f"/api/tables/{code}{road}") for _ in range(LOOKUP.visitor) for road in roads]
    assert all(reply.status_code == 429 for reply in replies[LOOKUP.visitor :])
    assert stranger.post(f"/api/tables/{code}/join", name="Eve").status_code == 429
    with (
        connect(stranger.socket_address(code), additional_headers=stranger.headers) as socket,
        pytest.raises(ConnectionClosed, match="1013"),
    ):
        socket.recv()


def test_a_network_is_limited_where_each_of_its_addresses_is_not(server: ServerProcess) -> None:
    each = LOOKUP.address - 10
    statuses = Counter[int]()
    for last in range(1 + LOOKUP.network // each):
        replies = try_codes(server, f"2001:db8:7:{last:x}::1", ["BBBBBB"] * each)
        statuses.update(reply.status_code for reply in replies)
    assert statuses[404] == LOOKUP.network
    assert set(statuses) == {404, 429}


def test_people_at_a_table_may_use_its_code_as_often_as_they_like(server: ServerProcess) -> None:
    host = Person(server, "198.51.103.1")
    code = host.open_table(name="Ann")["code"]
    assert all(host.get(f"/api/tables/{code}").status_code == 200 for _ in range(3 * LOOKUP.visitor))


def test_an_id_is_looked_up_without_counting(server: ServerProcess) -> None:
    table = Person(server, "198.51.103.1").open_table()["id"]
    replies = try_codes(server, "198.51.104.1", [table] * (LOOKUP.address + 50))
    assert all(reply.status_code == 200 for reply in replies)


def lookups_in(seconds: float, hosts: list[str]) -> int:
    """How many look-ups pass in a time, if these hosts do nothing else. On a clock of its own: it is all arithmetic."""
    now = 0.0
    limits = Limits(LIMITS, on=True, clock=lambda: now)
    passed = 0
    while now < seconds:
        for host in hosts:
            while True:
                try:
                    limits.take("lookup", sender("", host))
                except Refused:
                    break
                passed += 1
        now += 60.0
    return passed


@pytest.mark.parametrize(
    ("hosts", "days"),
    [(["198.51.100.1"], 90), ([f"198.51.100.{last}" for last in range(200)], 30)],
    ids=["one address", "a network of 200"],
)
def test_finding_one_of_25_tables_takes_weeks(hosts: list[str], days: int) -> None:
    """All 160,000 codes of four letters took 359 s. Half the time, the first of 25 tables needs 1/37 of all codes."""
    codes = len(LETTERS) ** 6
    needed = codes * (1 - 0.5 ** (1 / 25))
    a_day = lookups_in(DAY, hosts)
    assert needed / a_day > days
