"""Item 17 of the threat model: the commitment of a fixed deal cannot be guessed from the deals there can be."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from pathlib import Path

import msgspec
import pytest

from tests.server.harness import ServerProcess, running, visitor
from turncoat.core import Seed

ROLES = ("merlin", "percival", "servant", "morgana", "assassin")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server whose host allows fixed deals, as it would be run: without a secret for tests."""
    with running(f"sqlite:///{tmp_path}/tables.db", tmp_path / "log", test_secret="") as server:
        yield server


def commitment(server: ServerProcess, roles: tuple[str, ...]) -> str:
    client = visitor(server)
    table = client.create(ruleset="avalon", players=5, roles=["percival", "morgana"], deal={"roles": list(roles)})
    shown: str = client.table(table)["table"]["proof"]["commitment"]
    return shown


def test_no_deal_there_can_be_explains_the_commitment(server: ServerProcess) -> None:
    shown = commitment(server, ROLES)
    for roles in permutations(ROLES):
        deal = {"roles": list(roles)}
        for text in (msgspec.json.encode(deal), msgspec.json.encode(deal, order="sorted"), repr(deal).encode()):
            assert Seed.of(text.decode()).commitment != shown


def test_equal_deals_have_different_commitments(server: ServerProcess) -> None:
    assert len({commitment(server, ROLES) for _ in range(5)}) == 5
