"""Proposals (rules.md, "The common game"), team sizes ("Charts") and Targeting ("Targeting")."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.table import Table, seats

TEAMS = {
    5: [2, 3, 2, 3, 3],
    6: [2, 3, 4, 3, 4],
    7: [2, 3, 3, 4, 4],
    8: [3, 4, 4, 5, 5],
    9: [3, 4, 4, 5, 5],
    10: [3, 4, 4, 5, 5],
}


def test_t1_the_leader_proposes_and_the_table_votes() -> None:
    table = Table().propose(0, 1)
    assert table.phase == "vote"
    assert table.waiting == [(seat, "vote") for seat in range(5)]
    assert table.team == [0, 1]


def test_t2_the_second_team_of_five_has_three() -> None:
    table = Table().run()
    assert table.refused(table.leader, "propose", team=[0, 1]) == "TEAM_SIZE"


def test_t3_the_third_team_of_six_has_four() -> None:
    table = Table(players=6).run().run()
    assert table.refused(table.leader, "propose", team=[0, 1, 2]) == "TEAM_SIZE"


def test_t4_nobody_goes_twice() -> None:
    assert Table().refused(0, "propose", team=[2, 2]) == "TEAM_DUPLICATE"


def test_t5_only_the_leader_proposes() -> None:
    assert Table().refused(1, "propose", team=[0, 1]) == "NOT_LEADER"


def test_t6_the_leader_need_not_go() -> None:
    assert Table().propose(3, 4).phase == "vote"


@pytest.mark.parametrize("stranger", [9, 5, -1])
def test_t7_no_such_player(stranger: int) -> None:
    assert Table().refused(0, "propose", team=[0, stranger]) == "UNKNOWN_PLAYER"


def test_t8_one_proposal_at_a_time() -> None:
    assert Table().propose(0, 1).refused(0, "propose", team=[0, 2]) == "WRONG_PHASE"


def test_proposal_checks_the_seats_then_the_size_then_doubles() -> None:
    table = Table()
    assert table.refused(0, "propose", team=[0, 0, 9]) == "UNKNOWN_PLAYER"
    assert table.refused(0, "propose", team=[0, 0, 1]) == "TEAM_SIZE"
    assert table.refused(0, "propose", team=[]) == "TEAM_SIZE"


def test_a_team_is_shown_sorted() -> None:
    assert Table().propose(4, 2).view()["team"] == [2, 4]


@seats()
@pytest.mark.parametrize("ruleset", ["classic", "changelings", "avalon"])
def test_2_2_team_sizes(ruleset: str, players: int) -> None:
    cast = None
    if ruleset == "avalon":
        evil = [1, 3, 5, 7][: {5: 2, 6: 2, 10: 4}.get(players, 3)]
        cast = ["minion" if seat in evil else "servant" for seat in range(players)]
        cast[0], cast[1] = "merlin", "assassin"
    table = Table(ruleset, players, cast=cast)
    sizes = []
    for fails in (0, 1, 0, 2, 0):  # two fails, because of the fourth mission of seven and more
        sizes.append(len(table.moves(table.leader, "propose")[0]["team"]))
        table.run(fails=fails)
    assert sizes == TEAMS[players]


# --- Targeting


def targeting(players: int = 8, **options: Any) -> Table:
    return Table(players=players, targeting=True, **options)


def test_g1_first_choice_quest_three_with_eight() -> None:
    table = targeting().propose(0, 1, 2, 3, mission=3)
    assert (table.phase, table.mission) == ("vote", 3)


def test_g2_the_team_has_the_size_of_the_chosen_quest() -> None:
    assert targeting().refused(0, "propose", team=[0, 1, 2], mission=3) == "TEAM_SIZE"


def test_g3_quest_five_needs_two_successes() -> None:
    table = targeting().run(mission=1)
    assert table.refused(1, "propose", team=[0, 1, 2, 3, 4], mission=5) == "QUEST_LOCKED"
    table.run(fails=1, mission=2)
    assert table.refused(2, "propose", team=[0, 1, 2, 3, 4], mission=5) == "QUEST_LOCKED"
    assert table.run(mission=3).propose(0, 1, 2, 3, 4, mission=5).mission == 5


@pytest.mark.parametrize("fails", [0, 1])
def test_g5_a_quest_is_attempted_once(fails: int) -> None:
    table = targeting().run(fails=fails, mission=3)
    assert table.refused(1, "propose", team=[0, 1, 2, 3], mission=3) == "QUEST_DONE"
    assert {move["mission"] for move in table.moves(1, "propose")} == {1, 2, 4}


def test_g7_a_rejected_quest_is_not_used_up() -> None:
    table = targeting().propose(0, 1, 2, 3, mission=2).vote_all("R")
    assert (table.rejections, table.mission) == (1, None)
    assert table.propose(0, 1, 2, mission=1).phase == "vote"


def test_g8_the_quest_must_be_named() -> None:
    assert targeting().refused(0, "propose", team=[0, 1, 2]) == "QUEST_REQUIRED"


def test_g9_the_quest_is_named_only_under_targeting() -> None:
    table = Table().run()
    assert table.refused(table.leader, "propose", team=[0, 1, 2], mission=4) == "OPTION_DISABLED"


def test_targeting_checks_the_quest_before_the_team() -> None:
    table = targeting()
    assert table.refused(0, "propose", team=[0, 99]) == "QUEST_REQUIRED"
    assert table.refused(0, "propose", team=[0, 99], mission=5) == "QUEST_LOCKED"
    assert table.refused(0, "propose", team=[0], mission=6) == "BAD_REQUEST"


def test_6_7_two_fails_stay_on_quest_four_whenever_it_is_taken() -> None:
    table = targeting().approve(0, 1, 2, 4, 6, mission=4).cards("SFSSS")
    assert table.missions[3] == {"success": True, "fails": 1, "team": [0, 1, 2, 4, 6]}
    assert table.score == (1, 0)


def test_6_7_results_lie_on_the_attempted_space() -> None:
    table = targeting().run(mission=3).run(fails=1, mission=1)
    assert [result and result["success"] for result in table.missions] == [False, None, True, None, None]


def test_6_7_there_is_no_dead_end() -> None:
    table = targeting().run(mission=4).run(fails=1, mission=3).run(mission=2).run(fails=1, mission=1)
    assert {move["mission"] for move in table.moves(table.leader, "propose")} == {5}
