"""Plot cards around a mission: In the Spotlight and Keeping a Close Eye on You (rules.md, "The Plot Thickens")."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.table import CLOSE_EYE, NO_CONFIDENCE, SPOTLIGHT, Table, dealt, hand_out

# --- In the Spotlight


def spotlight(**options: Any) -> Table:
    """Mission 2: the team 1, 3, 5 is approved and seat 0 holds the Spotlight."""
    table = dealt([(SPOTLIGHT, 0), (CLOSE_EYE, 0)], leader=6, evil=(1, 3, 5), **options).run()
    hand_out(table)
    return table.approve(1, 3, 5).pass_all("no-confidence")


def test_p35_one_card_face_up_the_others_shuffled() -> None:
    table = spotlight()
    assert (table.phase, table.waiting) == ("spotlight", [(0, "use")])
    table.use(0, SPOTLIGHT, on=3)
    assert (table.phase, table.spotlight) == ("mission", 3)
    table.cards("SFF").pass_all("close-eye")
    assert table.missions[1] == {"success": False, "fails": 2, "team": [1, 3, 5], "spotlight": {"3": False}}


def test_p36_the_spotlight_falls_on_the_team() -> None:
    table = spotlight()
    assert table.refused(0, "use", card=SPOTLIGHT, on=2) == "NOT_ON_TEAM"
    assert table.refused(0, "use", card=SPOTLIGHT, on=7) == "UNKNOWN_PLAYER"
    assert table.refused(0, "use", card=SPOTLIGHT) == "BAD_REQUEST"
    assert table.refused(1, "use", card=SPOTLIGHT, on=3) == "NOT_CARD_HOLDER"


def test_p37_too_late_once_the_mission_has_begun() -> None:
    table = spotlight()
    table.move(0, "pass")
    table.move(1, "mission", success=True)
    assert table.refused(0, "use", card=SPOTLIGHT, on=3) == "WRONG_PHASE"


def test_p38_the_spotlight_frees_no_good_player() -> None:
    table = dealt([(SPOTLIGHT, 1), (CLOSE_EYE, 1)]).approve(2, 3).use(1, SPOTLIGHT, on=2)
    assert table.refused(2, "mission", success=False) == "GOOD_MUST_SUCCEED"


@pytest.mark.parametrize(("rule", "legal"), [("allow", [0, 1]), ("forbid", [1])])
def test_4_5_the_spotlight_on_oneself(rule: str, legal: list[int]) -> None:
    table = dealt([(SPOTLIGHT, 0), (CLOSE_EYE, 6)], leader=3, spotlight_self=rule).approve(0, 1)
    assert [move["on"] for move in table.moves(0, "use") if move["move"] == "use"] == legal
    if rule == "forbid":
        assert table.refused(0, "use", card=SPOTLIGHT, on=0) == "SELF_TARGET"


def test_spotlight_order_simultaneous_asks_the_whole_team_at_once() -> None:
    table = spotlight().use(0, SPOTLIGHT, on=3)
    assert [seat for seat, _ in table.waiting] == [1, 3, 5]
    table.move(3, "mission", success=False)
    assert table.events == [{"event": "mission-card", "to": None, "seat": 3, "success": None}]
    assert all(view["face_up"] is None for view in table.views())


def test_spotlight_order_target_first_shows_the_card_before_the_others_choose() -> None:
    table = spotlight(spotlight_order="target_first").use(0, SPOTLIGHT, on=3)
    assert table.waiting == [(3, "mission")]
    assert table.refused(1, "mission", success=True) == "NOT_YOUR_TURN"
    assert table.refused(0, "mission", success=True) == "NOT_ON_TEAM"
    table.move(3, "mission", success=False)
    assert table.events == [{"event": "mission-card", "to": None, "seat": 3, "success": False}]
    assert table.refused(3, "mission", success=True) == "ALREADY_PLAYED"
    assert [seat for seat, _ in table.waiting] == [1, 5]
    assert all((view["spotlight"], view["face_up"]) == (3, False) for view in table.views())
    assert table.cards("SS").pass_all("close-eye").missions[1]["fails"] == 1


def test_post_approval_windows_separate_ask_no_confidence_first() -> None:
    table = dealt([(SPOTLIGHT, 1), (NO_CONFIDENCE, 2)]).approve(0, 3)
    assert (table.phase, table.waiting) == ("no-confidence", [(2, "use")])
    table.move(2, "pass")
    assert (table.phase, table.waiting) == ("spotlight", [(1, "use")])


def test_post_approval_windows_single_go_by_seat_alone() -> None:
    table = dealt([(SPOTLIGHT, 1), (NO_CONFIDENCE, 2)], post_approval_windows="single").approve(0, 3)
    assert (table.phase, table.waiting) == ("no-confidence", [(1, "use")])
    table.use(1, SPOTLIGHT, on=3)
    assert (table.phase, table.waiting) == ("no-confidence", [(2, "use")])
    table.use(2, NO_CONFIDENCE)  # the Spotlight is spent on a team that is nullified
    assert (table.phase, table.rejections, table.spotlight) == ("propose", 1, None)
    assert table.plot["discarded"] == [SPOTLIGHT, NO_CONFIDENCE]


def test_post_approval_windows_single_give_one_chance_to_a_holder_of_both() -> None:
    table = dealt([(SPOTLIGHT, 1), (NO_CONFIDENCE, 1)], post_approval_windows="single").approve(0, 3)
    uses = [(move["card"], move.get("on")) for move in table.moves(1, "use") if move["move"] == "use"]
    assert uses == [(NO_CONFIDENCE, None), (SPOTLIGHT, 0), (SPOTLIGHT, 3)]
    assert table.use(1, SPOTLIGHT, on=0).phase == "mission"


def test_a_spotlight_spent_on_the_fifth_nullified_team_is_gone() -> None:
    table = dealt([(SPOTLIGHT, 1), (NO_CONFIDENCE, 2)], post_approval_windows="single")
    table.reject(4).approve(0, 3).use(1, SPOTLIGHT, on=3).use(2, NO_CONFIDENCE)
    assert (table.ended, table.spotlight) == (("evil", "five-rejections"), None)


# --- Keeping a Close Eye on You


def close_eye(first: int = 0, second: int = 2) -> Table:
    """Mission 2 with seven players: the team 1, 3, 5 has played Success, Fail, Fail."""
    table = dealt([(CLOSE_EYE, first), (CLOSE_EYE, second)], leader=6, evil=(1, 3, 5)).run()
    hand_out(table)
    return table.approve(1, 3, 5).pass_all("no-confidence", "spotlight").cards("SFF")


def test_p39_one_card_seen_in_private() -> None:
    table = close_eye()
    assert (table.phase, table.waiting) == ("close-eye", [(0, "use")])
    table.use(0, CLOSE_EYE, on=5)
    assert table.seen(0) == [{"fact": "card", "seat": 5, "mission": 2, "success": False}]
    assert table.event("card-seen")["to"] == [0]
    assert all(table.seen(seat) == [] for seat in range(1, 7))
    table.move(2, "pass")
    assert table.missions[1] == {"success": False, "fails": 2, "team": [1, 3, 5]}
    assert CLOSE_EYE in table.plot["discarded"]


def test_p40_a_card_is_looked_at_once() -> None:
    table = close_eye().use(0, CLOSE_EYE, on=5)
    assert table.refused(2, "use", card=CLOSE_EYE, on=5) == "ALREADY_EXAMINED"
    assert [move["on"] for move in table.moves(2, "use") if move["move"] == "use"] == [1, 3]
    assert table.use(2, CLOSE_EYE, on=1).seen(2)[0]["success"] is True


def test_p41_close_eye_is_for_the_team() -> None:
    assert close_eye().refused(0, "use", card=CLOSE_EYE, on=4) == "NOT_ON_TEAM"


def test_p42_close_eye_waits_for_all_cards() -> None:
    table = dealt([(CLOSE_EYE, 1), (CLOSE_EYE, 2)]).approve(3, 4)
    table.move(3, "mission", success=True)
    assert table.refused(1, "use", card=CLOSE_EYE, on=3) == "WRONG_PHASE"


def test_p43_close_eye_is_spent() -> None:
    table = close_eye().use(0, CLOSE_EYE, on=5)
    assert table.refused(0, "use", card=CLOSE_EYE, on=1) == "NOT_CARD_HOLDER"


def test_close_eye_not_on_ones_own_card() -> None:
    assert close_eye(1, 2).refused(1, "use", card=CLOSE_EYE, on=1) == "SELF_TARGET"


def test_close_eye_one_per_holder_and_mission() -> None:
    table = close_eye(0, 0).use(0, CLOSE_EYE, on=5)
    assert table.phase != "close-eye"
    assert table.plot["held"]["0"].count(CLOSE_EYE) == 1


def test_close_eye_skips_a_holder_without_a_target() -> None:
    """In a team of two, a member may look only at the other's card; once that has been seen, they are skipped."""
    table = dealt([(CLOSE_EYE, 1), (CLOSE_EYE, 3)], leader=0).approve(3, 4).cards("SS")
    assert table.waiting == [(1, "use")]
    table.use(1, CLOSE_EYE, on=4)
    assert table.phase != "close-eye"
    assert table.plot["held"]["3"] == [CLOSE_EYE]
