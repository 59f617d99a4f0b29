"""Missions (rules.md, "The common game"); a whole game; the rulebooks' own examples."""

from __future__ import annotations

import pytest

from tests.rules.table import Table, seats


def test_m1_all_successes_score_for_good() -> None:
    table = Table().approve(0, 2).cards("SS")
    assert (table.score, table.mission, table.leader) == ((1, 0), 2, 1)
    assert table.missions[0] == {"success": True, "fails": 0, "team": [0, 2]}


def test_m2_one_fail_fails_and_its_owner_stays_hidden() -> None:
    table = Table().approve(0, 1).cards("SF")
    assert table.score == (0, 1)
    result = {"event": "mission", "to": None, "mission": 1, "team": [0, 1], "success": False, "fails": 1}
    assert table.event("mission") == {**result, "spotlight": {}}
    for view in table.views():
        assert view["missions"][0] == {"success": False, "fails": 1, "team": [0, 1]}


@pytest.mark.parametrize(("cards", "success"), [("SFSS", True), ("SFSF", False)])
def test_m3_the_fourth_mission_of_seven_needs_two_fails(cards: str, success: bool) -> None:
    table = Table(players=7).run().run(fails=1).run().approve(0, 1, 2, 3).cards(cards)
    assert table.missions[3]["success"] is success


def test_m3_unless_the_mark_is_taken_off() -> None:
    table = Table(players=7, two_fail_mission4=False).run().run(fails=1).run().approve(0, 1, 2, 3).cards("SFSS")
    assert table.missions[3]["success"] is False


def test_m5_the_fourth_mission_of_six_needs_one_fail() -> None:
    table = Table(players=6).run().run(fails=1).run().approve(0, 1, 2).cards("SFS")
    assert table.missions[3]["success"] is False


def test_m6_the_fifth_mission_of_ten_needs_one_fail() -> None:
    table = Table(players=10).run().run(fails=1).run().run(fails=2).approve(0, 1, 2, 4, 6).cards("SFSSS")
    assert table.missions[4]["success"] is False
    assert table.ended == ("evil", "three-failures")


@seats()
def test_2_2_only_the_fourth_carries_the_mark_from_seven_on(players: int) -> None:
    assert Table(players=players).rules["fails_needed"] == [1, 1, 1, 2 if players >= 7 else 1, 1]


def test_m8_good_must_succeed() -> None:
    table = Table().approve(0, 1)
    assert table.refused(0, "mission", success=False) == "GOOD_MUST_SUCCEED"
    assert table.moves(0, "mission") == [{"move": "mission", "success": True}]
    assert table.cards("SS").score == (1, 0)


def test_m9_a_spy_may_succeed() -> None:
    table = Table().approve(1, 3)
    assert table.moves(1, "mission") == [{"move": "mission", "success": yes} for yes in (True, False)]
    assert table.cards("SS").score == (1, 0)


def test_m10_only_the_team_plays() -> None:
    assert Table().approve(0, 1).refused(4, "mission", success=True) == "NOT_ON_TEAM"


def test_m11_one_card_each() -> None:
    table = Table().approve(0, 1)
    table.move(0, "mission", success=True)
    assert table.refused(0, "mission", success=True) == "ALREADY_PLAYED"


def test_m12_a_seat_remembers_its_own_cards_only() -> None:
    table = Table().approve(0, 1).cards("SF")
    assert table.view(1)["you"]["played"] == {"1": False}
    assert table.view(0)["you"]["played"] == {"1": True}
    assert all("cards" not in table.view(seat)["you"] for seat in (2, 3, 4))


@pytest.mark.parametrize("first", [1, 3])
def test_m12_nothing_links_a_card_to_its_arrival(first: int) -> None:
    table = Table().approve(1, 3)
    second = 4 - first
    table.move(first, "mission", success=False)
    assert table.events == [{"event": "mission-card", "to": None, "seat": first, "success": None}]
    assert all(view["missions"] == [None] * 5 for view in table.views())
    assert "card" not in table.view(second)["you"]
    table.move(second, "mission", success=True)
    expected = [[1, {"move": "mission", "success": first == 3}], [3, {"move": "mission", "success": first == 1}]]
    assert table.record()["moves"][-2:] == expected  # by seat, whoever came first


def test_m13_the_leader_card_passes_on() -> None:
    assert Table(leader=2).run().leader == 3


def test_m14_the_third_success_ends_the_game() -> None:
    table = Table().run().run(fails=1).run().run()
    assert table.score == (3, 1)
    assert table.ended == ("good", "three-successes")
    assert table.missions[4] is None


def test_m15_the_third_failure_ends_the_game() -> None:
    table = Table().run(fails=1).run(fails=1).run(fails=1)
    assert (table.score, table.ended) == ((0, 3), ("evil", "three-failures"))


def test_m16_nothing_can_be_done_after_the_end() -> None:
    table = Table().run().run().run()
    assert table.waiting == []
    assert table.refused(0, "propose", team=[0, 1]) == "GAME_OVER"
    assert table.refused(0, "vote", approve=True) == "GAME_OVER"
    assert table.refused(0, "mission", success=True) == "GAME_OVER"
    assert table.refused(0, "show", to=1) == "GAME_OVER"
    assert table.refused(0, "pass") == "GAME_OVER"
    assert table.refused(None, "timeout") == "GAME_OVER"


@pytest.mark.parametrize("colours", ["table", "prose"])
def test_m17_m18_the_colours_of_the_cards_change_words_not_results(colours: str) -> None:
    assert Table("cards", card_colours=colours).approve(0, 1).cards("SF").score == (0, 1)
    assert Table("cards", card_colours=colours).approve(1, 3).cards("SS").score == (1, 0)
    assert Table("cards", card_colours=colours).approve(1, 3).cards("FF").score == (0, 1)


def test_m19_the_marked_mission_of_the_changelings() -> None:
    table = Table("changelings", 7).run().run(fails=1).run().approve(0, 1, 2, 4).cards("SFSS")
    assert table.missions[3]["success"] is True


def test_w1_a_whole_game() -> None:
    table = Table(evil=(1, 3), leader=0)
    leaders = [table.leader]
    table.propose(0, 1).vote("AAAAR").cards("SF")
    assert (table.score, table.leader) == ((0, 1), 1)
    leaders.append(table.leader)
    table.propose(1, 2, 4).vote("RARRR")
    assert (table.rejections, table.leader) == (1, 2)
    leaders.append(table.leader)
    table.propose(0, 2, 4).vote("ARARA").cards("SSS")
    assert (table.score, table.leader) == ((1, 1), 3)
    leaders.append(table.leader)
    table.propose(3, 0).vote("AARAR").cards("SF")  # seat 0 succeeds, seat 3 fails
    assert (table.score, table.leader) == ((1, 2), 4)
    leaders.append(table.leader)
    table.propose(0, 2, 4).vote("ARARA").cards("SSS")
    assert (table.score, table.leader) == ((2, 2), 0)
    leaders.append(table.leader)
    table.propose(0, 2, 4).vote("ARARA").cards("SSS")
    assert (table.score, table.ended) == ((3, 2), ("good", "three-successes"))
    assert leaders == [0, 1, 2, 3, 4, 0]
    assert [entry["leader"] for entry in table.proposals] == leaders


# --- worked examples of the rulebooks


def test_rulebook_of_the_resistance_paul_and_charles() -> None:
    """Paul leads himself and Charles; four approve, Ralph rejects; Paul succeeds, Charles fails."""
    paul, charles, *_ = range(5)
    table = Table(evil=(charles, 3), leader=paul).propose(paul, charles).vote("AAAAR")
    assert table.phase == "mission"
    table.move(charles, "mission", success=False)
    table.move(paul, "mission", success=True)
    assert table.missions[0] == {"success": False, "fails": 1, "team": [paul, charles]}


def test_rulebook_of_avalon_walter_and_thomas() -> None:
    """The quest fails, the round marker advances and the leader token passes clockwise."""
    cast = ["merlin", "minion", "servant", "assassin", "servant"]  # Walter, Thomas, Laura, Evie, Justin
    table = Table("avalon", cast=cast).propose(0, 1).vote("AAAAR").cards("SF")
    assert (table.score, table.mission, table.leader) == ((0, 1), 2, 1)


def test_rulebook_of_avalon_evie_names_laura() -> None:
    """Walter is Merlin; Evie the Assassin names Laura after the fifth quest; good wins."""
    walter, thomas, laura, evie, _ = range(5)
    cast = ["merlin", "minion", "servant", "assassin", "servant"]
    table = Table("avalon", cast=cast).run().run(fails=1).run().run(fails=1).run()
    assert (table.phase, table.score) == ("assassinate", (3, 2))
    assert table.refused(evie, "assassinate", seat=thomas) == "TARGET_EVIL"
    table.move(evie, "assassinate", seat=laura)
    assert table.ended == ("good", "assassin-missed")
    assert table.roles[walter] == "merlin"


def test_rulebook_of_avalon_don_and_margaret() -> None:
    """The Lady goes from Don to Margaret, who examines after the third quest, and not Don."""
    cast = ["merlin", "servant", "servant", "assassin", "servant", "minion", "minion"]
    don, margaret = 6, 1
    table = Table("avalon", 7, cast=cast, leader=0, lady=True).run().run(fails=1)
    table.move(don, "examine", seat=margaret)
    assert table.seen(don) == [{"fact": "loyalty", "seat": margaret, "side": "good", "means": "lady"}]
    table.run()
    assert (table.phase, table.lady) == ("lady", margaret)
    assert table.refused(margaret, "examine", seat=don) == "LADY_INELIGIBLE"


def test_rulebook_of_the_card_game_a_spy_may_pass_the_mission() -> None:
    assert Table("cards").approve(0, 1).cards("SS").score == (1, 0)


def test_rulebook_of_changelings_five_squads_in_a_row() -> None:
    assert Table("changelings").reject(5).ended == ("evil", "five-rejections")
