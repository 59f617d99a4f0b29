"""Plot cards in Avalon, and Loyalty cards (rules.md, R12)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.table import NO_CONFIDENCE, OPEN_UP, OVERHEARD, Table

CAST = ["merlin", "assassin", "servant", "mordred", "servant", "oberon", "servant"]


def avalon(card: str, to: int, **options: Any) -> Table:
    cards = [card, NO_CONFIDENCE]
    table = Table("avalon", 7, cast=CAST, roles=["mordred", "oberon"], leader=4, plot=cards, **options)
    return table.give(card, to)


def test_p46_overheard_on_merlin_tells_good_and_nothing_more() -> None:
    table = avalon(OVERHEARD, 6)
    table.move(6, "look", at=0)
    assert table.seen(6) == [{"fact": "loyalty", "seat": 0, "side": "good", "means": OVERHEARD}]
    assert "merlin" not in str(table.view(6)["you"])


def test_p47_mordred_and_oberon_read_evil() -> None:
    table = avalon(OPEN_UP, 3)
    table.move(3, "show", to=0)
    assert table.knows(0)[3] == "evil"
    table = avalon(OVERHEARD, 6)
    table.move(6, "look", at=5)
    assert table.knows(6) == {5: "evil"}


def test_p48_a_wrong_loyalty_card_is_refused() -> None:
    table = avalon(OVERHEARD, 6, loyalty_card="manual")
    table.move(6, "look", at=5)
    assert table.waiting == [(5, "loyalty")]
    assert table.refused(5, "loyalty", side="good") == "WRONG_LOYALTY"
    assert table.refused(6, "loyalty", side="evil") == "NOT_YOUR_TURN"
    assert table.refused(4, "give", card=NO_CONFIDENCE, to=1) == "WRONG_PHASE"
    assert table.knows(6) == {}
    table.move(5, "loyalty", side="evil")
    assert table.knows(6) == {5: "evil"}
    assert table.give(NO_CONFIDENCE, 1).phase == "propose"


@pytest.mark.parametrize(("target", "side", "winner"), [(5, "good", "good"), (0, "evil", "evil")])
def test_5_a_wrong_loyalty_card_may_forfeit_the_game(target: int, side: str, winner: str) -> None:
    table = avalon(OVERHEARD, 6, loyalty_card="forfeit")
    table.move(6, "look", at=target)
    assert [move["side"] for move in table.moves(target, "loyalty")] == ["good", "evil"]
    table.move(target, "loyalty", side=side)
    assert table.ended == (winner, "wrong-loyalty")


def test_5_a_right_loyalty_card_under_forfeit_goes_on() -> None:
    table = avalon(OVERHEARD, 6, loyalty_card="forfeit")
    table.move(6, "look", at=5)
    table.move(5, "loyalty", side="evil")
    assert (table.knows(6), table.ended) == ({5: "evil"}, None)


def test_5_loyalty_cards_pass_by_themselves_by_default() -> None:
    assert avalon(OVERHEARD, 6).refused(6, "loyalty", side="good") == "OPTION_DISABLED"


def test_5_a_loyalty_card_only_when_one_is_due() -> None:
    assert avalon(OVERHEARD, 6, loyalty_card="manual").refused(6, "loyalty", side="good") == "WRONG_PHASE"


def test_later_loyalty_overwrites_what_the_reveal_told() -> None:
    cast = ["percival", "merlin", "servant", "assassin", "servant", "morgana", "minion"]
    table = Table("avalon", 7, cast=cast, roles=["percival", "morgana"], leader=4, plot=[OVERHEARD, NO_CONFIDENCE])
    assert table.knows(0)[1] == "merlin-or-morgana"
    table.give(OVERHEARD, 0).move(0, "look", at=1)
    assert table.knows(0)[1] == "good"
