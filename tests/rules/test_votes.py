"""Votes, the reject count and the leader (rules.md, "The common game"); electorates ("Options")."""

from __future__ import annotations

import pytest

from tests.rules.table import Table, open_table, seats
from tests.rules.test_proposals import TEAMS

NEEDED = {  # players: approvals needed when everybody votes, and when all but the leader do
    5: (3, 3),
    6: (4, 3),
    7: (4, 4),
    8: (5, 4),
    9: (5, 5),
    10: (6, 5),
}
NON_TEAM = {  # players: voters / approvals needed, mission by mission
    5: [(3, 2), (2, 2), (3, 2), (2, 2), (2, 2)],
    6: [(4, 3), (3, 2), (2, 2), (3, 2), (2, 2)],
    7: [(5, 3), (4, 3), (4, 3), (3, 2), (3, 2)],
    8: [(5, 3), (4, 3), (4, 3), (3, 2), (3, 2)],
    9: [(6, 4), (5, 3), (5, 3), (4, 3), (4, 3)],
    10: [(7, 4), (6, 4), (6, 4), (5, 3), (5, 3)],
}


def test_v1_the_rulebooks_example() -> None:
    table = Table().propose(0, 1).vote("AAAAR")
    assert table.phase == "mission"
    assert table.proposals[-1]["votes"] == [True, True, True, True, False]
    assert table.proposals[-1]["approved"] is True


def test_v2_a_tie_rejects() -> None:
    table = Table(players=6).propose(0, 1).vote("AAARRR")
    assert (table.phase, table.rejections, table.leader) == ("propose", 1, 1)
    assert table.proposals[-1]["approved"] is False


def test_v3_a_tie_of_eight_rejects() -> None:
    assert Table(players=8).propose(0, 1, 2).vote("ARARARAR").rejections == 1


def test_v5_a_ballot_is_final() -> None:
    table = Table().propose(0, 1)
    table.move(2, "vote", approve=False)
    assert table.refused(2, "vote", approve=True) == "ALREADY_VOTED"
    table.vote("AAAR")
    assert table.proposals[-1]["votes"] == [True, True, False, True, False]


def test_v6_no_ballot_shows_before_the_last_is_in() -> None:
    table = Table().propose(0, 1)
    for seat in range(4):
        table.move(seat, "vote", approve=seat % 2 == 0)
        assert table.events == [{"event": "voted", "to": None, "seat": seat}]
        for view in table.views():
            assert view["proposals"][-1]["votes"] == [None] * 5
            assert view["proposals"][-1]["approved"] is None
    assert table.view()["waiting"] == [4]


def test_v6_a_seat_is_reminded_of_its_own_ballot_only() -> None:
    table = Table().propose(0, 1)
    table.move(0, "vote", approve=False)
    assert table.view(0)["you"]["ballot"] is False
    assert all("ballot" not in table.view(seat)["you"] for seat in range(1, 5))


def test_v7_leadership_wraps_round_the_table() -> None:
    table = Table(leader=4).reject()
    assert (table.leader, table.rejections) == (0, 1)


def test_v8_five_rejections_win_for_evil() -> None:
    table = Table().run().reject(5)
    assert table.phase == "over"
    assert table.ended == ("evil", "five-rejections")
    assert (table.score, table.rejections) == ((1, 0), 5)


def test_v9_an_approved_fifth_proposal_resets_the_count() -> None:
    table = Table().reject(4).run()
    assert (table.rejections, table.mission, table.score) == (0, 2, (1, 0))


def test_v10_no_vote_without_a_team() -> None:
    assert Table().refused(3, "vote", approve=True) == "WRONG_PHASE"


def test_v11_the_team_does_not_vote_in_the_card_game() -> None:
    table = Table("cards").propose(0, 1)
    assert table.refused(0, "vote", approve=True) == "NOT_A_VOTER"
    assert table.waiting == [(2, "vote"), (3, "vote"), (4, "vote")]


def test_v14_everybody_votes_in_the_card_game_if_asked_to() -> None:
    assert Table("cards", electorate="all").propose(0, 1).vote("AAARR").phase == "mission"


def test_v17_the_die_counts_rejected_squads() -> None:
    table = Table("changelings")
    assert table.die == 1
    assert table.reject(2).die == 3


def test_v18_the_die_returns_to_one() -> None:
    table = Table("changelings").reject(2).run()
    assert (table.phase, table.die) == ("propose", 1)


def test_v19_six_on_the_die_ends_the_game() -> None:
    table = Table("changelings").reject(4)
    assert table.die == 5
    table.reject()
    assert (table.die, table.ended) == (6, ("evil", "five-rejections"))


def test_v20_the_fifth_team_goes_without_a_vote() -> None:
    table = Table(fifth_proposal="auto_approve").reject(4)
    table.propose(0, 2)
    assert table.phase == "mission"
    assert table.waiting == [(0, "mission"), (2, "mission")]
    assert table.proposals[-1]["votes"] == [None] * 5


def test_v20_only_the_fifth() -> None:
    assert Table(fifth_proposal="auto_approve").reject(3).propose(0, 2).phase == "vote"


@pytest.mark.parametrize("ruleset", ["cards", "classic"])
def test_v21_open_ballots_show_at_once(ruleset: str) -> None:
    table = Table(ruleset, vote_style="open", electorate="all").propose(0, 1)
    table.move(3, "vote", approve=False)
    assert table.event("votes-shown")["votes"] == {"3": False}
    assert table.proposals[-1]["votes"] == [None, None, None, False, None]
    assert table.vote("AARA").phase == "mission"


def test_v22_the_host_leads_first_in_the_card_game() -> None:
    assert open_table("cards", 5, options={"host": 2}).leader == 2
    assert open_table("cards", 5).leader == 0


# --- 2.3


@seats()
def test_2_3_strict_majority_of_all(players: int) -> None:
    needed, _ = NEEDED[players]
    team = range(TEAMS[players][0])
    assert Table(players=players).propose(*team).vote(("A" * needed).ljust(players, "R")).phase == "mission"
    assert Table(players=players).propose(*team).vote(("A" * (needed - 1)).ljust(players, "R")).rejections == 1


@seats()
def test_2_3_strict_majority_of_all_but_the_leader(players: int) -> None:
    _, needed = NEEDED[players]
    team = range(TEAMS[players][0])
    table = Table(players=players, electorate="all_but_leader").propose(*team)
    assert table.refused(0, "vote", approve=True) == "NOT_A_VOTER"
    assert table.vote(("A" * needed).ljust(players - 1, "R")).phase == "mission"
    table = Table(players=players, electorate="all_but_leader").propose(*team)
    assert table.vote(("A" * (needed - 1)).ljust(players - 1, "R")).rejections == 1


@seats()
def test_2_3_non_team_electorate(players: int) -> None:
    table = Table("cards", players)
    for fails, (voters, needed) in zip((0, 1, 0, 2, 0), NON_TEAM[players], strict=True):
        team = table.moves(table.leader, "propose")[0]["team"]
        table.propose(*team)
        assert [seat for seat, _ in table.waiting] == [seat for seat in range(players) if seat not in team]
        assert len(table.waiting) == voters
        table.vote(("A" * (needed - 1)).ljust(voters, "R"))
        assert table.rejections == 1
        table.propose(*team).vote(("A" * needed).ljust(voters, "R"))
        assert table.phase == "mission"
        table.cards("S" * len(team)) if fails == 0 else _fail(table)


def _fail(table: Table) -> None:
    """Every evil member plays Fail; the lowest seats hold enough evil for any mission."""
    roles = table.record()["deal"]["roles"]
    for seat, _ in list(table.waiting):
        table.move(seat, "mission", success=roles[seat] != "spy")


# --- 2.6 and `five_rejections=point`


@seats()
def test_2_6_the_fifth_proposer_sits_four_to_the_left(players: int) -> None:
    assert Table(players=players, leader=3).reject(4).leader == (3 + 4) % players


def test_five_rejections_give_a_point_and_use_up_the_mission() -> None:
    table = Table("cards").reject(5)
    assert table.score == (0, 1)
    assert (table.mission, table.rejections, table.leader) == (2, 0, 0)
    assert table.missions[0] == {"success": False, "fails": None, "team": None}
    assert table.told[-2]["event"] == "forfeited"


def test_a_forfeit_may_leave_the_mission_open() -> None:
    table = Table("cards", forfeit_uses_mission=False).reject(5)
    assert (table.score, table.mission, table.missions[0]) == ((0, 1), 1, None)
    assert (table.rejections, table.leader) == (0, 0)


def test_three_forfeits_lose_the_game() -> None:
    assert Table("cards").reject(15).ended == ("evil", "three-failures")
    assert Table("cards", forfeit_uses_mission=False).reject(15).ended == ("evil", "three-failures")


def test_after_a_forfeit_the_leader_is_five_seats_on() -> None:
    assert Table("cards", 7, leader=1).reject(5).leader == 6


def test_five_rejections_are_counted_within_a_round() -> None:
    table = Table().reject(4).run().reject(4)
    assert (table.phase, table.rejections) == ("propose", 4)


# --- `ballots_named`


def test_unnamed_ballots_tell_only_the_numbers() -> None:
    table = Table(ballots_named=False).propose(0, 1).vote("AARRA")
    assert table.event("votes")["votes"] == [None] * 5
    assert (table.event("votes")["approvals"], table.event("votes")["rejections"]) == (3, 2)
    for view in table.views():
        assert view["proposals"][-1]["votes"] == [None] * 5
        assert view["proposals"][-1]["approvals"] == 3
