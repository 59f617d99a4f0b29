"""Plot cards: the deck, giving, immediate cards and those about votes and leaders (rules.md, "The Plot Thickens")."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.rules.table import (
    CLOSE_EYE,
    ESTABLISH,
    NO_CONFIDENCE,
    OPEN_UP,
    OPINION_MAKER,
    OVERHEARD,
    RESPONSIBILITY,
    SPOTLIGHT,
    STRONG_LEADER,
    Table,
    dealt,
    hand_out,
    open_table,
    seats,
)

FEW = {CLOSE_EYE: 2, STRONG_LEADER: 2, NO_CONFIDENCE: 1, OPINION_MAKER: 1, RESPONSIBILITY: 1}
MANY = {
    CLOSE_EYE: 2,
    NO_CONFIDENCE: 3,
    STRONG_LEADER: 2,
    OPINION_MAKER: 2,
    RESPONSIBILITY: 1,
    OVERHEARD: 2,
    OPEN_UP: 1,
    ESTABLISH: 1,
    SPOTLIGHT: 1,
}
DRAW = {5: 1, 6: 1, 7: 2, 8: 2, 9: 3, 10: 3}


def plot_phase(*cards: str, players: int = 7, leader: int = 0, **more: Any) -> Table:
    return Table(players=players, leader=leader, plot=cards, **more)


# --- the deck


@seats((5, 6))
def test_p1_seven_cards_for_five_and_six(players: int) -> None:
    deck = open_table("classic", players, options={"plot": True}).record()["deal"]["plot"]
    assert Counter(deck) == FEW


@seats((7, 8, 9, 10))
def test_p2_fifteen_cards_for_seven_and_more(players: int) -> None:
    deck = open_table("classic", players, options={"plot": True}).record()["deal"]["plot"]
    assert Counter(deck) == MANY


@seats()
def test_p3_cards_drawn_a_round(players: int) -> None:
    table = open_table("classic", players, options={"plot": True})
    assert len(table.plot["drawn"]) == DRAW[players]
    assert table.plot["deck"] == (7 if players < 7 else 15) - DRAW[players]


def test_p4_the_deck_of_ten_players_lasts_five_rounds() -> None:
    table = open_table("classic", 10, options={"plot": True})
    left = []
    for fails in (0, 1, 0, 2, 0):
        table.pass_all()
        hand_out(table)
        left.append(table.plot["deck"])
        table.run(fails=fails)
    assert left == [12, 9, 6, 3, 0]


@seats((5, 6))
def test_p44_first_printing_draws_two_two_two_one_none(players: int) -> None:
    table = open_table("classic", players, options={"plot": True, "plot_draw": "first_printing"})
    left = [7]
    for fails in (0, 1, 0, 1, 0):
        table.pass_all()
        hand_out(table)
        left.append(table.plot["deck"])
        table.run(fails=fails)
    assert left == [7, 5, 3, 1, 0, 0]


# --- giving


def test_p5_the_leader_keeps_none() -> None:
    assert plot_phase(NO_CONFIDENCE).refused(0, "give", card=NO_CONFIDENCE, to=0) == "PLOT_TO_SELF"


def test_p6_all_cards_go_out_before_the_proposal() -> None:
    table = plot_phase(NO_CONFIDENCE, STRONG_LEADER).give(NO_CONFIDENCE, 3)
    assert table.refused(0, "propose", team=[0, 1]) == "PLOT_UNDISTRIBUTED"
    assert table.give(STRONG_LEADER, 3).phase == "propose"  # two cards to one player are allowed


def test_4_3_the_leader_chooses_the_order() -> None:
    table = plot_phase(NO_CONFIDENCE, STRONG_LEADER).give(STRONG_LEADER, 1).give(NO_CONFIDENCE, 2)
    assert table.plot["held"] == {"1": [STRONG_LEADER], "2": [NO_CONFIDENCE]}


def test_p7_no_draw_after_a_rejection() -> None:
    table = dealt([(NO_CONFIDENCE, 3), (CLOSE_EYE, 3)])
    deck = table.plot["deck"]
    table.reject()
    assert (table.phase, table.plot["deck"], table.plot["drawn"]) == ("propose", deck, [])


def test_only_the_leader_gives_and_only_what_he_drew() -> None:
    table = plot_phase(NO_CONFIDENCE, CLOSE_EYE)
    assert table.refused(1, "give", card=NO_CONFIDENCE, to=2) == "NOT_LEADER"
    assert table.refused(0, "give", card=STRONG_LEADER, to=2) == "NO_SUCH_CARD"


def test_p49_no_such_seat() -> None:
    assert plot_phase(NO_CONFIDENCE).refused(0, "give", card=NO_CONFIDENCE, to=7) == "UNKNOWN_PLAYER"


def test_plot_cards_are_public() -> None:
    table = dealt([(NO_CONFIDENCE, 3), (STRONG_LEADER, 5)])
    assert all(view["plot"]["held"] == {"3": [NO_CONFIDENCE], "5": [STRONG_LEADER]} for view in table.views())


# --- immediate cards


def overheard() -> Table:
    return plot_phase(OVERHEARD, NO_CONFIDENCE, leader=1, evil=(1, 3, 6)).give(OVERHEARD, 0)


def test_p8_overheard_looks_round_the_corner_in_private() -> None:
    table = overheard()
    assert table.moves(0, "look") == [{"move": "look", "at": 1}, {"move": "look", "at": 6}]
    table.move(0, "look", at=6)
    assert table.knows(0) == {6: "evil"}
    assert table.seen(0) == [{"fact": "loyalty", "seat": 6, "side": "evil", "means": OVERHEARD}]
    assert table.event("loyalty-shown") == {
        "event": "loyalty-shown",
        "to": None,
        "by": 0,
        "seat": 6,
        "means": OVERHEARD,
    }
    assert table.event("loyalty")["to"] == [0]
    assert all(table.seen(seat) == [] for seat in range(1, 7))


def test_p9_overheard_reaches_neighbours_only() -> None:
    assert overheard().refused(0, "look", at=3) == "NOT_ADJACENT"
    assert overheard().refused(0, "look", at=0) == "SELF_TARGET"
    assert overheard().refused(0, "look", at=9) == "UNKNOWN_PLAYER"


def test_p10_overheard_is_not_declined() -> None:
    table = overheard()
    assert table.refused(0, "pass") == "WRONG_PHASE"
    assert table.refused(0, "show", to=1) == "WRONG_PHASE"
    assert table.refused(0, "vote", approve=True) == "WRONG_PHASE"
    assert table.refused(1, "propose", team=[0, 1]) == "WRONG_PHASE"
    assert table.refused(1, "give", card=NO_CONFIDENCE, to=2) == "WRONG_PHASE"
    assert table.refused(6, "look", at=0) == "NOT_YOUR_TURN"


def open_up() -> Table:
    return plot_phase(OPEN_UP, NO_CONFIDENCE, leader=2, evil=(1, 4, 6)).give(OPEN_UP, 4)


def test_p11_open_up_may_be_to_the_leader() -> None:
    table = open_up()
    table.move(4, "show", to=2)
    assert table.knows(2) == {4: "evil"}
    assert [table.seen(seat) for seat in (0, 3, 5)] == [[], [], []]


def test_p12_open_up_to_somebody_else() -> None:
    assert open_up().refused(4, "show", to=4) == "SELF_TARGET"
    assert open_up().refused(2, "show", to=4) == "FORBIDDEN_REVEAL"


def test_p13_establish_confidence_is_the_leaders() -> None:
    table = plot_phase(ESTABLISH, NO_CONFIDENCE, leader=2, evil=(1, 3, 6))
    assert table.waiting == [(2, "give"), (2, "show")]
    assert table.refused(2, "give", card=ESTABLISH, to=5) == "NO_SUCH_CARD"
    table.move(2, "show", to=5)
    assert table.knows(5) == {2: "good"}
    assert table.plot["discarded"] == [ESTABLISH]
    assert all(table.seen(seat) == [] for seat in range(7) if seat != 5)
    assert table.give(NO_CONFIDENCE, 0).phase == "propose"


@pytest.mark.parametrize("first", ["give", "show"])
def test_establish_confidence_in_any_order_among_the_gives(first: str) -> None:
    table = plot_phase(ESTABLISH, NO_CONFIDENCE)
    for action in sorted(("give", "show"), key=lambda name: name != first):
        assert table.refused(0, "propose", team=[0, 1]) == "PLOT_UNDISTRIBUTED"
        if action == "give":
            table.give(NO_CONFIDENCE, 3)
        else:
            table.move(0, "show", to=3)
    assert table.phase == "propose"


def test_p15_take_responsibility_with_nothing_to_take() -> None:
    table = plot_phase(RESPONSIBILITY, players=5).give(RESPONSIBILITY, 1)
    assert table.event("plot-discarded")["card"] == RESPONSIBILITY
    assert (table.phase, table.plot["discarded"]) == ("propose", [RESPONSIBILITY])


def test_4_5_take_responsibility_ignores_ones_own_cards() -> None:
    table = plot_phase(NO_CONFIDENCE, RESPONSIBILITY).give(NO_CONFIDENCE, 1).give(RESPONSIBILITY, 1)
    assert (table.phase, table.plot["held"]) == ("propose", {"1": [NO_CONFIDENCE]})


def responsibility() -> Table:
    return plot_phase(NO_CONFIDENCE, RESPONSIBILITY).give(NO_CONFIDENCE, 2).give(RESPONSIBILITY, 1)


def test_p16_take_responsibility_takes_a_card_given_a_moment_ago() -> None:
    table = responsibility()
    table.move(1, "take", card=NO_CONFIDENCE, from_=2)
    assert table.plot["held"] == {"1": [NO_CONFIDENCE]}
    assert table.phase == "propose"


def test_p17_take_responsibility_takes_what_is_there() -> None:
    table = responsibility()
    assert table.refused(1, "take", card=STRONG_LEADER, from_=2) == "NO_SUCH_CARD"
    assert table.refused(1, "take", card=NO_CONFIDENCE, from_=1) == "SELF_TARGET"
    assert table.refused(1, "take", card=NO_CONFIDENCE, from_=8) == "UNKNOWN_PLAYER"
    assert table.refused(2, "take", card=NO_CONFIDENCE, from_=1) == "NOT_YOUR_TURN"
    assert table.moves(1, "take") == [{"move": "take", "card": NO_CONFIDENCE, "from": 2}]


def test_4_5_the_duty_of_the_opinion_maker_moves_with_the_card() -> None:
    table = plot_phase(OPINION_MAKER, RESPONSIBILITY).give(OPINION_MAKER, 3).give(RESPONSIBILITY, 5)
    table.move(5, "take", card=OPINION_MAKER, from_=3)
    assert table.propose(0, 1).waiting == [(5, "vote")]


# --- Opinion Maker


def opinion(seat: int = 3, players: int = 7, **options: Any) -> Table:
    hands = [(OPINION_MAKER, seat), (NO_CONFIDENCE, 1)][: DRAW[players]]
    return dealt(hands, players, **options)


def test_p18_nobody_votes_before_the_opinion_maker() -> None:
    table = opinion().propose(0, 1)
    assert (table.phase, table.waiting) == ("opinion", [(3, "vote")])
    assert table.refused(0, "vote", approve=True) == "OPINION_FIRST"


def test_p19_the_opinion_is_seen_by_all() -> None:
    table = opinion().propose(0, 1)
    table.move(3, "vote", approve=False)
    assert table.event("votes-shown")["votes"] == {"3": False}
    assert table.phase == "vote"
    assert table.proposals[-1]["votes"] == [None, None, None, False, None, None, None]
    assert table.refused(3, "vote", approve=True) == "ALREADY_VOTED"
    assert [seat for seat, _ in table.waiting] == [0, 1, 2, 4, 5, 6]


def test_4_5_two_opinion_makers_show_together() -> None:
    table = dealt([(OPINION_MAKER, 3), (OPINION_MAKER, 5)]).propose(0, 1)
    table.move(5, "vote", approve=True)
    assert table.proposals[-1]["votes"] == [None] * 7
    table.move(3, "vote", approve=False)
    assert table.event("votes-shown")["votes"] == {"3": False, "5": True}


def test_p21_both_opinion_makers_in_one_hand_are_one_ballot() -> None:
    table = dealt([(OPINION_MAKER, 1), (OPINION_MAKER, 1)]).propose(0, 1)
    assert table.waiting == [(1, "vote")]
    table.vote("A").vote("AAARRR")
    assert sum(vote is not None for vote in table.proposals[-1]["votes"]) == 7


def test_p22_the_opinion_maker_breaks_no_tie() -> None:
    table = opinion(players=6).propose(0, 1).vote("A").vote("AARRR")
    assert (table.rejections, table.proposals[-1]["approved"]) == (1, False)


def test_4_5_an_opinion_stays_known_where_ballots_are_unnamed() -> None:
    table = opinion(ballots_named=False).propose(0, 1).vote("R").vote("AAAAAA")
    assert table.event("votes")["votes"] == [None, None, None, False, None, None, None]
    assert table.proposals[-1]["votes"] == [None, None, None, False, None, None, None]


def test_4_5_opinion_applies_to_the_fifth_proposal_and_to_the_leader() -> None:
    table = opinion(seat=4).reject(4)
    assert table.leader == 4
    assert table.propose(0, 1).waiting == [(4, "vote")]


def test_4_5_an_opinion_maker_on_the_team_has_no_vote_in_the_non_team_electorate() -> None:
    table = opinion(electorate="non_team", allow=["non_team_plot"])
    assert table.propose(0, 3).phase == "vote"
    assert [seat for seat, _ in table.waiting] == [1, 2, 4, 5, 6]


# --- Strong Leader


def strong(*holders: int, players: int = 7, **options: Any) -> Table:
    """Round 2 begins with seat 1 to lead; these seats hold Strong Leader."""
    cards = [(STRONG_LEADER, seat) for seat in holders]
    cards += [(CLOSE_EYE, holders[0])] * (DRAW[players] - len(cards))
    return dealt(cards, players, **options).run()


def test_p29_strong_leader_takes_over_before_the_draw() -> None:
    table = strong(4)
    assert (table.phase, table.leader, table.waiting) == ("strong-leader", 1, [(4, "use")])
    assert table.moves(4, "use") == [{"move": "use", "card": STRONG_LEADER}, {"move": "pass"}]
    table.use(4, STRONG_LEADER)
    assert (table.leader, table.rejections, table.phase) == (4, 0, "plot")
    assert table.waiting[0][0] == 4
    assert len(table.plot["drawn"]) == 2


def test_p30_too_late_once_the_cards_are_drawn() -> None:
    table = strong(4)
    table.move(4, "pass")
    assert table.phase == "plot"
    assert table.refused(4, "use", card=STRONG_LEADER) == "WRONG_PHASE"


def test_p31_one_strong_leader_until_a_vote() -> None:
    table = strong(4, 6)
    assert table.refused(6, "use", card=STRONG_LEADER) == "NOT_YOUR_TURN"
    table.use(4, STRONG_LEADER)
    assert table.refused(6, "use", card=STRONG_LEADER) == "CARD_LOCKED"
    hand_out(table)
    table.reject()
    assert table.use(6, STRONG_LEADER).leader == 6


def test_p33_the_leader_leads_already() -> None:
    table = strong(1)
    assert (table.leader, table.phase) == (1, "plot")
    assert table.refused(1, "use", card=STRONG_LEADER) == "ALREADY_LEADER"


def test_4_5_strong_leader_after_a_rejection_keeps_the_count() -> None:
    table = dealt([(STRONG_LEADER, 4), (CLOSE_EYE, 4)]).reject()
    assert (table.phase, table.leader) == ("strong-leader", 1)
    table.use(4, STRONG_LEADER)
    assert (table.leader, table.rejections, table.phase) == (4, 1, "propose")


@pytest.mark.parametrize(("succession", "after"), [("from_holder", 5), ("revert", 2)])
def test_4_5_succession_after_a_strong_leader(succession: str, after: int) -> None:
    table = dealt([(STRONG_LEADER, 4), (CLOSE_EYE, 4)], strong_leader_succession=succession).reject()
    assert table.use(4, STRONG_LEADER).reject().leader == after


@pytest.mark.parametrize(("succession", "after"), [("from_holder", 5), ("revert", 2)])
def test_4_5_succession_after_a_mission_led_by_a_strong_leader(succession: str, after: int) -> None:
    table = dealt([(STRONG_LEADER, 4), (CLOSE_EYE, 4)], strong_leader_succession=succession).reject()
    assert table.use(4, STRONG_LEADER).run().leader == after


# --- No Confidence


def test_p23_no_confidence_counts_as_a_rejection() -> None:
    table = dealt([(NO_CONFIDENCE, 5), (CLOSE_EYE, 5)], leader=1).reject().approve(0, 1)
    assert (table.phase, table.leader, table.rejections, table.waiting) == ("no-confidence", 2, 1, [(5, "use")])
    table.use(5, NO_CONFIDENCE)
    assert (table.phase, table.leader, table.rejections, table.team) == ("propose", 3, 2, None)
    assert table.missions[0] is None
    assert table.plot["discarded"] == [NO_CONFIDENCE]
    assert table.proposals[-1]["nullified"] is True
    assert table.proposals[-1]["approved"] is True


def test_p25_no_confidence_answers_an_approval_only() -> None:
    table = dealt([(NO_CONFIDENCE, 5), (CLOSE_EYE, 5)]).reject()
    assert table.refused(5, "use", card=NO_CONFIDENCE) == "WRONG_PHASE"


def test_4_5_no_confidence_can_be_the_fifth() -> None:
    table = dealt([(NO_CONFIDENCE, 5), (CLOSE_EYE, 5)]).reject(4).approve(0, 1).use(5, NO_CONFIDENCE)
    assert table.ended == ("evil", "five-rejections")


def test_4_5_no_confidence_as_the_fifth_gives_the_point() -> None:
    table = dealt([(NO_CONFIDENCE, 5), (CLOSE_EYE, 5)], five_rejections="point")
    table.reject(4).approve(0, 1).use(5, NO_CONFIDENCE)
    assert (table.score, table.mission, table.ended) == ((0, 1), 2, None)


def test_4_5_no_confidence_answers_an_automatic_approval_too() -> None:
    table = dealt([(NO_CONFIDENCE, 5), (CLOSE_EYE, 5)], fifth_proposal="auto_approve").reject(4).propose(0, 1)
    assert table.phase == "no-confidence"
    assert "five-rejections" in table.rules["evil_wins"]
    assert table.use(5, NO_CONFIDENCE).ended == ("evil", "five-rejections")


def test_4_5_two_holders_are_asked_clockwise_from_the_leader_and_one_use_closes() -> None:
    table = dealt([(NO_CONFIDENCE, 1), (NO_CONFIDENCE, 5)], leader=3).approve(0, 1)
    assert table.waiting == [(5, "use")]
    assert table.refused(1, "use", card=NO_CONFIDENCE) == "NOT_YOUR_TURN"
    assert table.refused(1, "pass") == "NOT_YOUR_TURN"
    table.use(5, NO_CONFIDENCE)
    assert table.plot["held"] == {"1": [NO_CONFIDENCE]}
    assert table.phase == "propose"


def test_4_3_the_leader_himself_is_asked_first() -> None:
    table = dealt([(NO_CONFIDENCE, 1), (NO_CONFIDENCE, 5)]).reject()
    assert table.leader == 1
    assert table.approve(0, 1).waiting == [(1, "use")]


def test_4_3_who_has_passed_has_had_his_chance() -> None:
    table = dealt([(NO_CONFIDENCE, 1), (NO_CONFIDENCE, 5)], leader=3).approve(0, 1)
    table.move(5, "pass")
    assert table.refused(5, "use", card=NO_CONFIDENCE) == "PASSED"
    assert table.refused(5, "pass") == "PASSED"
    assert table.waiting == [(1, "use")]


def test_p34_strong_leader_straight_after_no_confidence() -> None:
    table = dealt([(NO_CONFIDENCE, 5), (STRONG_LEADER, 0)], leader=2)
    table.approve(0, 1).use(5, NO_CONFIDENCE)
    assert (table.phase, table.leader, table.rejections) == ("strong-leader", 3, 1)
    table.use(0, STRONG_LEADER)
    assert (table.leader, table.rejections, table.phase) == (0, 1, "propose")
