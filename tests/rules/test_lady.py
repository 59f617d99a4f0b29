"""The Lady of the Lake (rules.md, "The Lady of the Lake"); seven play, first leader 3 unless said."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.table import Table

CAST = ["merlin", "assassin", "servant", "mordred", "servant", "oberon", "servant"]


def lady(cast: list[str] | None = None, leader: int = 3, **options: Any) -> Table:
    roles = [role for role in cast or CAST if role in ("percival", "mordred", "morgana", "oberon")]
    return Table("avalon", 7, cast=cast or CAST, roles=roles, leader=leader, lady=True, **options)


def pending(**options: Any) -> Table:
    return lady(**options).run().run(fails=1)


@pytest.mark.parametrize("leader", [3, 0])
def test_l1_the_token_starts_on_the_first_leaders_right(leader: int) -> None:
    table = lady(leader=leader)
    assert all(view["lady"] == (leader - 1) % 7 for view in table.views())


def test_l2_no_lady_after_the_first_quest() -> None:
    assert lady().run().phase == "propose"


def test_l3_the_lady_tells_her_holder_alone_and_passes_on() -> None:
    table = pending()
    assert (table.phase, table.waiting) == ("lady", [(2, "examine")])
    table.move(2, "examine", seat=5)
    assert table.knows(2) == {5: "evil"}
    assert table.event("loyalty")["to"] == [2]
    assert all(table.seen(seat) == [] for seat in range(7) if seat != 2)
    assert (table.lady, table.phase, table.leader, table.mission) == (5, "propose", 5, 3)


def test_l4_the_lady_comes_before_the_next_proposal() -> None:
    table = pending()
    assert table.refused(table.leader, "propose", team=[0, 1, 2]) == "WRONG_PHASE"
    assert table.refused(5, "propose", team=[0, 1, 2]) == "WRONG_PHASE"


def test_l5_only_the_holder_examines() -> None:
    assert pending().refused(4, "examine", seat=5) == "NOT_LADY"


def test_l6_not_oneself() -> None:
    assert pending().refused(2, "examine", seat=2) == "SELF_TARGET"


def test_l7_nobody_who_has_used_her() -> None:
    table = pending()
    table.move(2, "examine", seat=5)
    table.run()
    assert table.refused(5, "examine", seat=2) == "LADY_INELIGIBLE"
    assert [move["seat"] for move in table.moves(5, "examine")] == [0, 1, 3, 4, 6]


def test_l8_three_uses_after_quests_two_three_and_four() -> None:
    table = pending()
    used = []
    for number in (2, 3, 4):
        assert (table.phase, sum(result is not None for result in table.missions)) == ("lady", number)
        used.append(table.lady)
        target = table.moves(table.lady, "examine")[0]["seat"]
        table.move(table.lady, "examine", seat=target)
        assert table.ladies == sorted(used)
        if number < 4:
            table.run(fails=2 if number == 3 else 0)
    table.run()
    assert table.phase == "assassinate"


@pytest.mark.parametrize("fails", [1, 0])
def test_l9_no_lady_when_the_quests_are_over(fails: int) -> None:
    table = lady()
    table.run(fails=fails).run(fails=fails)
    table.move(2, "examine", seat=3)
    table.run(fails=fails)
    assert table.phase == ("over" if fails else "assassinate")


@pytest.mark.parametrize(
    ("role", "side"), [("mordred", "evil"), ("oberon", "evil"), ("merlin", "good"), ("morgana", "evil")]
)
def test_l11_the_lady_reads_the_side_on_the_card(role: str, side: str) -> None:
    cast = ["merlin", "assassin", "servant", "mordred", "servant", "oberon", "servant"]
    if role == "morgana":
        cast[3] = "morgana"
    table = lady(cast=cast).run().run(fails=1)
    target = cast.index(role)
    table.move(2, "examine", seat=target)
    assert table.seen(2) == [{"fact": "loyalty", "seat": target, "side": side, "means": "lady"}]


def test_l12_under_targeting_the_order_of_play_counts() -> None:
    assert lady(targeting=True).run(mission=2).phase == "propose"
    assert lady(targeting=True).run(mission=2).run(mission=1).phase == "lady"


def test_l12_or_the_number_of_the_quest() -> None:
    table = lady(targeting=True, lady_timing="by_quest_number").run(mission=2)
    assert table.phase == "lady"
    table.move(2, "examine", seat=5)
    assert table.run(mission=1, fails=1).phase == "propose"


def test_l13_the_loyalty_card_is_not_shown_on() -> None:
    table = pending()
    table.move(2, "examine", seat=5)
    assert table.refused(2, "show", to=0) == "FORBIDDEN_REVEAL"


def test_the_holder_owes_the_examination_before_any_showing() -> None:
    assert pending().refused(2, "show", to=0) == "WRONG_PHASE"


def test_no_lady_without_the_option_or_out_of_time() -> None:
    assert Table("avalon", 7, cast=CAST, roles=["mordred", "oberon"]).refused(2, "examine", seat=5) == "OPTION_DISABLED"
    assert lady().refused(2, "examine", seat=5) == "WRONG_PHASE"
    assert pending().refused(2, "examine", seat=7) == "UNKNOWN_PLAYER"


def test_a_forfeited_quest_counts_as_resolved() -> None:
    table = lady(five_rejections="point").run().reject(5)
    assert (table.phase, table.score) == ("lady", (1, 1))


def test_with_manual_loyalty_the_examined_player_passes_the_card() -> None:
    table = pending(loyalty_card="manual")
    table.move(2, "examine", seat=5)
    assert (table.waiting, table.lady) == ([(5, "loyalty")], 2)
    assert table.refused(5, "loyalty", side="good") == "WRONG_LOYALTY"
    assert table.refused(2, "examine", seat=4) == "WRONG_PHASE"
    table.move(5, "loyalty", side="evil")
    assert (table.knows(2), table.lady, table.phase) == ({5: "evil"}, 5, "propose")


def test_lady_and_plot_cards_together_ask_the_lady_first() -> None:
    table = Table("avalon", 7, cast=CAST, roles=["mordred", "oberon"], leader=3, lady=True, plot=["strong-leader"] * 2)
    table.give("strong-leader", 0).give("strong-leader", 1).run()
    table.pass_all()
    while table.phase == "plot":
        seat, kind = table.waiting[0]
        move = dict(table.moves(seat, kind)[0])
        table.move(seat, move.pop("move"), **move)
    table.run(fails=1)
    assert table.phase == "lady"
    table.move(2, "examine", seat=4)
    assert table.phase == "strong-leader"
