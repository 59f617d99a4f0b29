"""The assassination (rules.md, "The end in Avalon"); five play: servants 0 and 3, Merlin 2, Minion 1, Assassin 4."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.rules.table import Table, ask, open_table, refusal_of_new

CAST = ("servant", "minion", "merlin", "servant", "assassin")


def avalon(cast: Sequence[str] = CAST, **more: Any) -> Table:
    optional = [role for role in cast if role in ("percival", "mordred", "morgana", "oberon")]
    return Table("avalon", len(cast), cast=cast, roles=optional, **more)


def three_successes(cast: Sequence[str] = CAST, **more: Any) -> Table:
    return avalon(cast, **more).run().run().run()


def test_a1_naming_merlin_wins_for_evil() -> None:
    table = three_successes()
    assert (table.phase, table.waiting, table.score) == ("assassinate", [(4, "assassinate")], (3, 0))
    table.move(4, "assassinate", seat=2)
    assert (table.phase, table.ended) == ("over", ("evil", "assassination"))


def test_a2_naming_anybody_else_wins_for_good() -> None:
    table = three_successes()
    table.move(4, "assassinate", seat=0)
    assert table.ended == ("good", "assassin-missed")


def test_a3_only_the_assassin_names() -> None:
    table = three_successes()
    assert {table.refused(seat, "assassinate", seat=2) for seat in range(4)} == {"NOT_ASSASSIN"}


@pytest.mark.parametrize("target", [1, 4])
def test_a4_not_oneself_nor_known_evil(target: int) -> None:
    table = three_successes()
    assert table.refused(4, "assassinate", seat=target) == "TARGET_EVIL"
    assert [move["seat"] for move in table.moves(4, "assassinate")] == [0, 2, 3]


def test_a5_oberon_is_a_legal_target_that_loses() -> None:
    cast = ("servant", "oberon", "merlin", "servant", "assassin", "minion", "servant")
    table = three_successes(cast)
    assert [move["seat"] for move in table.moves(4, "assassinate")] == [0, 1, 2, 3, 6]
    table.move(4, "assassinate", seat=1)
    assert table.ended == ("good", "assassin-missed")


def test_a6_not_before_the_third_success() -> None:
    assert avalon().run().run().run(fails=1).refused(4, "assassinate", seat=2) == "WRONG_PHASE"


def test_a7_no_assassination_when_evil_has_won() -> None:
    assert avalon().run(fails=1).run(fails=1).run(fails=1).ended == ("evil", "three-failures")
    assert avalon().reject(5).ended == ("evil", "five-rejections")


def test_a8_no_such_target() -> None:
    assert three_successes().refused(4, "assassinate", seat=5) == "UNKNOWN_PLAYER"


def test_a9_no_name_in_time_wins_for_good() -> None:
    table = three_successes()
    table.move(None, "timeout")
    assert table.ended == ("good", "assassin-missed")


def test_a9_the_clock_ends_nothing_else() -> None:
    assert avalon().refused(None, "timeout") == "WRONG_PHASE"
    assert three_successes().refused(4, "timeout") == "BAD_REQUEST"
    assert three_successes().refused(None, "assassinate", seat=2) == "BAD_REQUEST"
    assert all(entry["seat"] is not None for entry in three_successes().asks())


def test_a10_roles_stay_hidden_and_there_is_no_channel_to_write_in() -> None:
    table = three_successes()
    assert all(view["roles"] is None for view in table.views())
    assert table.refused(0, "say", text="I am Oberon") == "BAD_REQUEST"


def test_a10_who_names_merlin_shows_to_that_seat_alone() -> None:
    table = three_successes()
    assert [view["waiting"] for view in table.views()] == [[], [], [], [], [], [4]]


def test_a11_no_more_teams() -> None:
    table = three_successes()
    assert {table.refused(seat, "propose", team=[0, 1, 2]) for seat in range(5)} == {"WRONG_PHASE"}


def test_a12_everything_is_told_at_the_end() -> None:
    table = avalon().run().run(fails=1).run().run()
    assert all("cards" not in result for result in table.missions if result)
    table.move(4, "assassinate", seat=2)
    for view in table.views():
        assert view["roles"] == list(CAST)
        assert view["missions"][1]["cards"] == {"0": True, "1": False, "2": True}
    assert table.event("over")["roles"] == list(CAST)


def test_6_5_without_merlin_three_successes_win() -> None:
    cast = ("servant", "minion", "servant", "servant", "assassin")
    table = three_successes(cast, merlin=False)
    assert table.ended == ("good", "three-successes")
    assert avalon(cast, merlin=False).refused(4, "assassinate", seat=2) == "OPTION_DISABLED"


# --- assassin_fallback: Merlin without an Assassin

NO_ASSASSIN = ("servant", "minion", "merlin", "servant", "minion", "minion", "servant")


def test_fallback_refuse() -> None:
    options = {"assassin": False, "assassin_fallback": "refuse"}
    assert refusal_of_new("avalon", 7, options=options) == "ROLE_DEPENDENCY"


def test_fallback_none_wins_for_good_without_an_attempt() -> None:
    table = three_successes(NO_ASSASSIN, assassin=False, assassin_fallback="none")
    assert table.ended == ("good", "three-successes")


def collective(*names: int, order: Sequence[int] = (1, 4, 5)) -> Table:
    table = three_successes(NO_ASSASSIN, assassin=False, assassin_fallback="collective")
    assert table.waiting == [(1, "assassinate"), (4, "assassinate"), (5, "assassinate")]
    choice = dict(zip((1, 4, 5), names, strict=True))
    for seat in order:
        table.move(seat, "assassinate", seat=choice[seat])
    return table


def test_fallback_collective_takes_the_majority_of_evil() -> None:
    assert collective(2, 0, 2).ended == ("evil", "assassination")
    assert collective(0, 0, 2).ended == ("good", "assassin-missed")


@pytest.mark.parametrize("order", [(1, 4, 5), (5, 4, 1), (4, 5, 1)])
def test_fallback_collective_breaks_a_tie_by_the_first_evil_seat_from_the_leader(order: Sequence[int]) -> None:
    # Leaders were 0, 1, 2, so the last leader is seat 2 and the first evil seat clockwise is 4.
    assert collective(0, 2, 3, order=order).ended == ("evil", "assassination")
    assert collective(2, 0, 3, order=order).ended == ("good", "assassin-missed")


def test_fallback_collective_hides_the_names_until_all_are_in() -> None:
    table = three_successes(NO_ASSASSIN, assassin=False, assassin_fallback="collective")
    before = [view for view in table.views()[1:] if view["you"]["seat"] != 1]
    table.move(1, "assassinate", seat=2)
    assert [view for view in table.views()[1:] if view["you"]["seat"] != 1] == before
    assert table.events == []
    assert table.refused(1, "assassinate", seat=0) == "ALREADY_PLAYED"


# --- assassin_duty

DUTY = ("servant", "mordred", "merlin", "servant", "morgana")


def test_duty_lies_on_the_seat_the_deal_names_and_only_it_is_told() -> None:
    table = three_successes(DUTY, assassin_duty=True, duty=1)
    assert [bool(view["you"] and view["you"].get("assassin")) for view in table.views()] == [
        False, False, True, False, False, False,
    ]  # fmt: skip
    assert table.waiting == [(1, "assassinate")]
    assert table.refused(4, "assassinate", seat=2) == "NOT_ASSASSIN"
    table.move(1, "assassinate", seat=2)
    assert table.ended == ("evil", "assassination")


def test_duty_is_drawn_among_the_evil_seats() -> None:
    drawn = set()
    for number in range(40):
        table = Table.__new__(Table)
        options = {"assassin_duty": True}
        deal = {"roles": ["servant", "oberon", "merlin", "servant", "mordred"], "leader": 0}
        roles = ["oberon", "mordred"]
        table.begin(ruleset="avalon", players=5, roles=roles, options=options, deal=deal, seed=str(number))
        drawn.add(table.record()["deal"]["assassin"])
    assert drawn == {1, 4}  # Oberon too


def test_duty_has_no_assassin_card() -> None:
    assert "assassin" not in open_table("avalon", 7, options={"assassin_duty": True}).rules["roles"]
    assert refusal_of_new("avalon", 5, roles=["assassin"], options={"assassin_duty": True}) == "ROLE_SET"


def test_duty_makes_room_for_morgana_and_mordred_at_five() -> None:
    table = open_table("avalon", 5, roles=["percival", "mordred", "morgana"], options={"assassin_duty": True})
    assert sorted(table.rules["roles"]) == ["merlin", "mordred", "morgana", "percival", "servant"]


def test_duty_falls_to_an_evil_seat_at_the_table() -> None:
    deal: dict[str, Any] = {"roles": list(DUTY), "leader": 0}
    request = {"roles": ["mordred", "morgana"], "options": {"assassin_duty": True}}
    assert refusal_of_new("avalon", 5, deal={**deal, "assassin": 0}, **request) == "ROLE_SET"
    assert refusal_of_new("avalon", 5, deal={**deal, "assassin": 5}, **request) == "UNKNOWN_PLAYER"


def test_known_evil_includes_what_the_lady_told() -> None:
    cast = ("servant", "oberon", "merlin", "servant", "assassin", "minion", "servant")
    table = avalon(cast, lady=True, leader=5).run().run()
    table.move(4, "examine", seat=1)  # the Assassin holds the Lady and learns about Oberon
    table.run()
    assert table.refused(4, "assassinate", seat=1) == "TARGET_EVIL"


def test_the_record_keeps_the_clocks_move_under_no_seat() -> None:
    table = three_successes()
    table.move(None, "timeout")
    assert table.record()["moves"][-1] == [None, {"move": "timeout"}]
    answer = ask(table.referee, op="load", record=table.record())
    assert (answer["ok"], answer["phase"]) == (True, "over")
