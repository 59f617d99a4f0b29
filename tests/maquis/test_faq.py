"""Every answer of the rulebook's list of frequent questions."""

from __future__ import annotations

import pytest

from tests.maquis.desk import BORDER, BRIDGE, PASS, deck, table
from turncoat.games.maquis.rules.cards import MAQUIS
from turncoat.games.maquis.rules.moves import Act, Play
from turncoat.games.maquis.rules.ongoing_effects import enemy_defense


def test_running_out_while_drawing_shuffles_the_discard_pile_and_goes_on() -> None:
    desk = table({BORDER: []}, ["carlos"], hidden=deck("abel", discard=["celia", "spy"]))
    desk.draws = [["spy", "celia"]]
    desk.reveal("carlos", use=True)
    assert desk.state.hand == ("abel", "spy")
    assert desk.state.hidden == deck("celia")


def test_running_out_while_looking_shuffles_the_discard_pile_and_goes_on() -> None:
    desk = table({BORDER: []}, ["juana"], hidden=deck("abel", discard=["celia", "spy", "pilar"]))
    desk.draws = [["spy", "pilar", "celia"]]
    desk.hide("juana", use=True)
    assert desk.view.hidden_deck.top == ("abel", "spy", "pilar")


def test_if_there_are_still_not_enough_cards_draw_as_many_as_you_can() -> None:
    desk = table({BORDER: []}, ["carlos"], hidden=deck(discard=["celia"])).reveal("carlos", use=True)
    assert desk.state.hand == ("celia",)


def test_a_discarded_maquis_goes_to_the_hidden_discard_pile() -> None:
    desk = table({BORDER: []}, ["jacinto", "abel"], hidden=deck("celia", "pilar"))
    desk.reveal("jacinto", use=True).card("abel")
    assert desk.state.hidden.discard == ("abel",)


def test_a_discarded_spy_goes_to_the_hidden_discard_pile() -> None:
    desk = table({BORDER: []}, ["celia", "spy"], hidden=deck("abel")).hide("celia", use=True)
    assert desk.state.hidden.discard == ("spy",)


def test_a_discarded_enemy_goes_to_the_enemy_discard_pile_without_its_defeat_effect() -> None:
    desk = table({BORDER: ["jailor-2"]}, ["anastasio"], recruit=deck("abel"))
    desk.attack(BORDER).hide("anastasio", use=True).enemy(BORDER, 0)
    assert desk.state.enemy.discard == ("jailor-2",)
    assert desk.state.recruit.cards == ("abel",)


def test_grunts_do_not_protect_others_from_being_discarded() -> None:
    desk = table({BORDER: ["grunt-1", "guard-2"]}, ["anastasio"])
    desk.attack(BORDER).hide("anastasio", use=True).enemy(BORDER, 1)
    assert desk.state.enemy.discard[:1] == ("guard-2",)


def test_a_removed_card_is_in_no_pile() -> None:
    desk = table({BORDER: []}, ["manuel", "spy"]).reveal("manuel", use=True)
    assert desk.state.removed == ("spy",)
    assert desk.state.hidden.discard == ()
    assert desk.state.reserve == 3


def test_only_played_maquis_are_in_play() -> None:
    desk = table({BORDER: []}, ["marcelino", "sagrario", "benigno"], hidden=deck("carlos"))
    desk.attack(BORDER).reveal("marcelino", use=True)
    assert desk.view.attack == 2
    desk.hide("benigno")
    assert desk.view.attack == 2 + 2 + 1


def test_only_the_persona_in_play_makes_a_maquis_revealed() -> None:
    desk = table({BORDER: []}, ["abel", "sagrario"], revealed=("carlos", "celia"))
    desk.attack(BORDER).hide("abel", use=True).hide("sagrario")
    assert desk.state.raid.strength == 1 + 2


def test_a_maquis_drawn_in_the_attack_must_be_played_this_round() -> None:
    desk = table({BORDER: []}, ["ricardo"], hidden=deck("benigno")).attack(BORDER)
    desk.hide("ricardo", use=True)
    assert desk.kind == "attack"
    assert list(desk.moves) == [Play("benigno", "hidden"), Play("benigno", "revealed")]


def test_recruits_come_by_the_jailor() -> None:
    desk = table({BORDER: ["jailor-2"]}, ["benigno"], recruit=deck("abel", "celia"))
    desk.attack(BORDER).hide("benigno").enemy(BORDER, 0)
    assert "abel" in desk.state.hidden.discard


def test_recruits_come_by_the_jailbreak() -> None:
    prison = "jailbreak-at-the-prison"
    desk = table({prison: []}, ["nicolas", "roberto"], recruit=deck("abel", "celia"))
    desk.attack(prison).reveal("nicolas", "roberto").mission(prison)
    assert "abel" in desk.state.hidden.discard


def test_recruits_come_by_antonio_revealed() -> None:
    desk = table({BORDER: []}, ["antonio"], recruit=deck("abel", "celia"), hidden=deck("pilar"))
    desk.reveal("antonio", use=True).card("celia")
    assert desk.state.hidden.cards == ("celia", "pilar")
    assert desk.state.recruit.cards == ("abel",)


def test_recruits_come_by_ramona_revealed() -> None:
    desk = table({BORDER: []}, ["ramona"], recruit=deck("abel")).attack(BORDER)
    desk.reveal("ramona", use=True)
    assert desk.state.hand == ("abel",)


def test_a_mission_can_be_won_with_its_enemies_undefeated() -> None:
    desk = table({BORDER: ["military-4", "spy-master-4"]}, ["roberto"]).attack(BORDER)
    desk.reveal("roberto").mission(BORDER)
    assert desk.state.defeated == (BORDER,)


def test_attack_values_of_both_phases_are_totalled_before_targets_are_defeated() -> None:
    desk = table({BORDER: ["military-4"]}, ["paquita", "roberto", "benigno"])
    desk.hide("roberto").attack(BORDER).hide("paquita", "benigno")
    assert desk.state.raid.strength == 2 + 1 + 2
    desk.enemy(BORDER, 0)
    assert desk.state.raid.strength is not None
    assert desk.state.raid.strength == 1


def test_there_is_no_limit_to_the_enemies_at_a_mission() -> None:
    full = ["guard-1", "guard-2", "guard-3", "grunt-1", "grunt-2"]
    desk = table({BORDER: ["jailor-2"], PASS: full}, ["adela"]).attack(BORDER)
    desk.hide("adela", use=True).enemy(BORDER, 0).mission(PASS)
    assert desk.enemies(PASS) == [*full, "jailor-2"]


def test_the_engineer_raises_before_benigno_lowers() -> None:
    desk = table({BRIDGE: ["engineer-2", "guard-1"]}, ["benigno", "abel"]).attack(BRIDGE)
    assert [enemy_defense(desk.state, card) for card in desk.enemies(BRIDGE)] == [2, 2]
    desk.reveal("benigno", use=True)
    assert [enemy_defense(desk.state, card) for card in desk.enemies(BRIDGE)] == [1, 1]


def test_antonio_and_celia_hidden_need_a_spy_in_hand() -> None:
    for card in ("antonio", "celia"):
        without = table({BORDER: []}, [card, "abel"], hidden=deck("pilar"))
        without.do(Play(card, "hidden"))
        assert without.kind == "plan"
        with_spy = table({BORDER: []}, [card, "spy"], hidden=deck("pilar"))
        with_spy.do(Play(card, "hidden"))
        assert with_spy.kind == "act"


# what a view explains


def test_a_view_says_which_cards_raise_the_defense_of_an_enemy() -> None:
    """The Mission and the Engineer both raise the Guard; the Engineer is raised by the Mission alone."""
    house = "attack-the-mayors-house"
    desk = table({house: ["engineer-2", "guard-1"], BORDER: ["+guard-2"]}, ["abel"]).attack(house)
    engineer, guard = desk.view.missions[0].garrison
    assert (engineer.defense, engineer.raised_by) == (3, (house,))
    assert (guard.defense, set(guard.raised_by)) == (3, {house, "engineer-2"})
    assert desk.view.missions[1].garrison[0].raised_by == ()


@pytest.mark.parametrize(("card", "persona"), [(card, side) for card in MAQUIS for side in ("hidden", "revealed")])
def test_a_view_says_what_a_card_would_add_to_the_attack(card: str, persona: str) -> None:
    """With the bonus of its action, and with what it adds to the bonuses of others."""
    others = [other for other in ("marcelino", "soledad", "roberto") if other != card]
    desk = table({BORDER: ["guard-1"]}, [*others, card], graveyard=(1, 2)).attack(BORDER)
    for other in others:
        desk.do(Play(other, "hidden" if other == "soledad" else "revealed"))
        if desk.kind == "act":
            desk.do(Act(use=True))
    before, gain = desk.view.attack, desk.view.gains[card][persona]  # type: ignore[index]
    desk.do(Play(card, persona))  # type: ignore[arg-type]
    has_bonus = (MAQUIS[card].side(persona).action or "").startswith("PLUS_")  # type: ignore[arg-type]
    if desk.kind == "act":
        desk.do(Act(use=has_bonus))
    assert desk.view.attack - before == gain
