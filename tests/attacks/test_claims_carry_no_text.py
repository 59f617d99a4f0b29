"""Item 16 of the threat model: where only claims are allowed, nothing else can be said by way of a claim or a name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.server.harness import ServerProcess, dealt, running
from turncoat.client import ServerRefused

TEXT = "meet me at noon"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder = tmp_path_factory.mktemp("claims")
    with running(f"sqlite:///{folder}/tables.db", folder / "log") as process:
        yield process


SMUGGLED: tuple[dict[str, Any], ...] = (
    {"claim": "role", "role": TEXT},
    {"claim": "role", "role": ""},
    {"claim": "role", "role": "Merlin"},
    {"claim": "saw", "seat": 1, "side": "evil", "means": TEXT},
    {"claim": "saw", "seat": 1, "side": TEXT},
    {"claim": "saw", "seat": 1, "side": "evil", "note": TEXT},
    {"claim": "team", "team": [1, 0, 1, 1, 0, 0, 1, 0]},
    {"claim": "team", "team": []},
    {"claim": "team", "team": [TEXT]},
    {"claim": "trust", "seat": 31},
    {"claim": TEXT, "seat": 1},
)


async def test_a_claim_holds_only_words_and_seats_of_the_game(server: ServerProcess) -> None:
    async with dealt(server, 5, ruleset="avalon", talk="claims") as seats:
        for claim in SMUGGLED:
            with pytest.raises(ServerRefused, match="BAD_REQUEST"):
                await seats[0].do("claim", claim=claim)
        for claim in ({"claim": "role", "role": "merlin"}, {"claim": "saw", "seat": 1, "side": "evil"}):
            await seats[0].do("claim", claim=claim)
        await seats[4].until(lambda: len(seats[4].chat) == 2)
        assert TEXT not in str(seats[4].chat)


async def test_a_ruleset_has_its_own_words(server: ServerProcess) -> None:
    """`classic` knows neither Merlin nor the Lady."""
    async with dealt(server, 5, ruleset="classic", talk="claims") as seats:
        for claim in (
            {"claim": "role", "role": "merlin"},
            {"claim": "saw", "seat": 1, "side": "evil", "means": "lady"},
        ):
            with pytest.raises(ServerRefused, match="BAD_REQUEST"):
                await seats[0].do("claim", claim=claim)
        for means in ("plot", "overheard-conversation"):
            await seats[0].do("claim", claim={"claim": "saw", "seat": 1, "side": "evil", "means": means})


@pytest.mark.parametrize("talk", ["claims", "silent"])
async def test_nobody_speaks_by_changing_names(server: ServerProcess, talk: str) -> None:
    async with dealt(server, 5, talk=talk) as seats:
        with pytest.raises(ServerRefused, match="NOT_ALLOWED"):
            await seats[0].do("name", name=TEXT)
        assert seats[1].table["chairs"][0]["name"] == "P0"
