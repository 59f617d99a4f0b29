"""What a game offers beside its rules reaches clients in the game's own words: narration, sights, stakes, deduction."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests.server.harness import ServerProcess, dealt, visitor
from turncoat.client import Client, Seat, ServerRefused
from turncoat.core import Setup
from turncoat.games import find_game

SETUP: dict[str, Any] = {"ruleset": "avalon", "players": 7, "roles": ["percival", "morgana", "oberon"]}


def ask(server: ServerProcess, path: str, **more: Any) -> Any:
    return Client(server.address).request("POST", path, {**SETUP, **more})


@pytest.mark.parametrize("language", ["en", "es", "fr"])
@pytest.mark.parametrize("seen", [True, False])
def test_the_narration_is_that_of_the_game(server: ServerProcess, language: str, seen: bool) -> None:
    options = {"oberon_seen_by_merlin": seen}
    narration = find_game("avalon").capabilities.narration
    assert narration is not None
    lines = narration().script(Setup(**SETUP, options=options), language)
    reply = ask(server, "/api/narration", options=options, language=language)
    assert reply["language"] == language
    assert reply["lines"] == [{"id": line.id, "text": line.text, "pause": line.pause} for line in lines]


def test_the_setup_report_says_who_sees_whom(server: ServerProcess) -> None:
    def seen_by_merlin(*, seen: bool) -> list[str]:
        report = ask(server, "/api/setups", options={"oberon_seen_by_merlin": seen})
        (row,) = [sight for sight in report["sights"] if sight["viewers"] == ["merlin"]]
        assert row["text"]
        return list(row["sees"])

    assert "oberon" in seen_by_merlin(seen=True)
    assert "oberon" not in seen_by_merlin(seen=False)


def test_an_unknown_language_is_refused(server: ServerProcess) -> None:
    with pytest.raises(ServerRefused, match="BAD_REQUEST"):
        ask(server, "/api/narration", language="tlh")
    assert ask(server, "/api/setups", language="tlh")["error"] == "BAD_REQUEST"


def test_a_game_without_narration_says_so(server: ServerProcess) -> None:
    with pytest.raises(ServerRefused, match="NOT_OFFERED"):
        ask(server, "/api/narration", ruleset="maquis", players=1, roles=[])


def book(server: ServerProcess, ruleset: str, query: str = "") -> Any:
    return Client(server.address).request("GET", f"/api/rulesets/{ruleset}/rules{query}")


def test_the_rule_book_is_that_of_the_set_up(server: ServerProcess) -> None:
    """Everything about the table comes with the request; without it, the book shows the recommended game."""
    offer = find_game("avalon").capabilities.rule_book
    assert offer is not None
    setup = Setup(ruleset="avalon", players=8, roles=("percival", "mordred"), options={"lady": True})
    query = "?players=8&roles=percival,mordred&options=%7B%22lady%22%3Atrue%7D&language=fr"
    assert book(server, "avalon", query) == msgspec.json.decode(msgspec.json.encode(offer().book(setup, "fr")))
    assert book(server, "avalon")["players"] == 5
    assert book(server, "avalon", "?players=7")["roles"] == ["percival", "morgana", "oberon"]
    assert book(server, "maquis")["title"] == "RESIST!"


@pytest.mark.parametrize(
    ("ruleset", "query", "code"),
    [
        ("nowhere", "", "NOT_FOUND"),
        ("classic", "?language=tlh", "BAD_REQUEST"),
        ("classic", "?players=4", "PLAYER_COUNT"),
        ("classic", "?options=%5B%5B", "BAD_REQUEST"),
        ("classic", "?options=%7B%22lady%22%3Atrue%7D", "OPTION_CONFLICT"),
        ("avalon", "?players=5&roles=mordred,morgana,oberon", "ROLE_SET"),
    ],
)
def test_a_rule_book_that_cannot_be_written_is_refused(
    server: ServerProcess, ruleset: str, query: str, code: str
) -> None:
    with pytest.raises(ServerRefused, match=code):
        book(server, ruleset, query)


async def reject(seats: list[Seat]) -> None:
    """One team is proposed and rejected."""
    leader = next(seat for seat in seats if seat.asks)
    await leader.answer(leader.asks[0], leader.asks[0].choices()[0])
    for seat in seats:
        await seat.until(lambda seat=seat: seat.asks and seat.asks[0].kind == "vote")
    assert not any(seat.asks[0].stakes for seat in seats)
    for seat in seats:
        await seat.answer(seat.asks[0], {"move": "vote", "approve": False})
    await seats[0].until(lambda: any(seat.asks and seat.asks[0].kind == "propose" for seat in seats))


@pytest.mark.parametrize(("option", "follows"), [("evil_wins", "evil_wins"), ("point", "evil_scores")])
async def test_the_fifth_vote_says_what_a_rejection_costs(server: ServerProcess, option: str, follows: str) -> None:
    async with dealt(server, options={"five_rejections": option}) as seats:
        for _ in range(4):
            await reject(seats)
        leader = next(seat for seat in seats if seat.asks)
        await leader.answer(leader.asks[0], leader.asks[0].choices()[0])
        for seat in seats:
            await seat.until(lambda seat=seat: seat.asks and seat.asks[0].kind == "vote")
            (stake,) = seat.asks[0].stakes
            assert (stake["answer"], stake["follows"]) == ("reject", follows)
            assert set(stake["text"]) == {"en", "es", "fr"}


def test_every_ruleset_names_its_own_bots(server: ServerProcess) -> None:
    rulesets = {each["id"]: each for each in Client(server.address).request("GET", "/api/rulesets")}
    assert "search" in rulesets["maquis"]["bots"]
    assert rulesets["maquis"]["solitaire"]
    assert not rulesets["avalon"]["solitaire"]
    client = visitor(server)
    table = client.create(ruleset="avalon", name="Ann")
    with pytest.raises(ServerRefused, match="NOT_FOUND"):
        client.do(table, "bot", bot="greedy")


# what a set-up screen shows without knowing a rule


def test_the_report_says_which_characters_cannot_be_added_and_why(server: ServerProcess) -> None:
    """rules.md, "Charts": five players have two evil seats, and Percival alone is refused there."""
    empty = ask(server, "/api/setups", players=5, roles=[])
    assert empty["cannot_add"] == {"percival": "ROLE_DEPENDENCY"}
    full = ask(server, "/api/setups", players=5, roles=["mordred"])
    assert full["cannot_add"] == {"morgana": "ROLE_SET", "oberon": "ROLE_SET"}
    assert "Every evil seat has a special character." in full["summary"]
    assert "Every evil seat has a special character." not in empty["summary"]


def test_the_catalogue_says_which_options_come_first(server: ServerProcess) -> None:
    def first(ruleset: str) -> set[str]:
        found = Client(server.address).request("GET", "/api/rulesets")
        options = next(info["options"] for info in found if info["id"] == ruleset)
        return {name for name, option in options.items() if option.get("offered")}

    assert first("classic") == {"plot", "targeting", "blind_spies"}
    assert first("avalon") == {"lady", "plot", "targeting"}
    assert first("cards") == {"plot", "targeting", "blind_spies"}


def test_an_ask_says_which_card_asks_where_no_move_names_it(server: ServerProcess) -> None:
    """rules.md, "The Plot Thickens": Establish Confidence is drawn with the cards that the leader hands out."""
    host = Client(server.address)
    deal = {"leader": 0, "plot": ["establish-confidence", "no-confidence", "strong-leader"]}
    table = host.create(ruleset="classic", players=7, name="Ann", options={"plot": True}, deal=deal)
    for seat in range(1, 7):
        host.do(table, "bot", bot="random", seat=seat)
    host.do(table, "start")
    asks = host.request("GET", f"/api/tables/{table}/messages")[-1]["asks"]
    assert {one["kind"]: one.get("card") for one in asks} == {"give": None, "show": "establish-confidence"}
