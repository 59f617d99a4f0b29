"""The course of a game: set-up, phases, personas, losses, the end, and refusals."""

from __future__ import annotations

from typing import Any

import pytest

from tests.maquis.desk import BORDER, BRIDGE, PASS, VALLEY, Desk, deck, table
from turncoat.core import Draw, Match, Refused, Seed, Setup
from turncoat.games.maquis import GAME, MaquisOutcome
from turncoat.games.maquis.rules.cards import MAQUIS, MISSIONS
from turncoat.games.maquis.rules.moves import (
    Act,
    Choose,
    Continue,
    Done,
    End,
    Keep,
    PickCard,
    PickEnemy,
    PickMission,
    Play,
)
from turncoat.games.maquis.rules.rounds import grade_of


def _match(options: dict[str, Any] | None = None, deal: dict[str, Any] | None = None) -> Match[Any]:
    return Match(GAME, Setup(ruleset="maquis", options=options or {}, deal=deal or {}), Seed.of("1"))


def _outcome(desk: Desk) -> MaquisOutcome:
    assert desk.state.outcome is not None
    return desk.state.outcome


# Set-up


def test_the_set_up_has_four_missions_their_garrisons_and_five_cards() -> None:
    state = _match().state
    assert [len(site.garrison) for site in state.sites] == [MISSIONS[s.mission].garrison for s in state.sites]
    assert [MISSIONS[mission].era for mission in state.mission_deck] == [2, 2, 2, 3, 3, 3]
    assert (len(state.hand), len(state.hidden.cards), len(state.recruit.cards)) == (5, 10, 12)
    assert (state.hand + state.hidden.cards).count("spy") == 3


def test_a_fixed_beginning_of_each_deck_is_kept_and_the_rest_is_dealt() -> None:
    deal = {
        "hidden": ["spy", "abel", "celia"],
        "recruit": ["pilar"],
        "missions": [BORDER],
        "enemies": ["guard-3", "grunt-1"],
        "civilians": [3, 0],
    }
    state = _match(deal=deal).state
    assert state.hand[:3] == ("spy", "abel", "celia")
    assert state.recruit.cards[0] == "pilar"
    assert state.sites[0].mission == BORDER
    assert [foe.card for foe in state.sites[0].garrison][:2] == ["guard-3", "grunt-1"]
    assert state.civilians[:2] == (3, 0)
    assert (len(state.hidden.cards), len(state.recruit.cards)) == (10, 12)


@pytest.mark.parametrize(
    "deal",
    [
        {"hidden": ["nobody"]},
        {"hidden": ["abel", "abel"]},
        {"hidden": ["spy"] * 4},
        {"hidden": sorted(MAQUIS)[:13]},
        {"recruit": ["spy"]},
        {"hidden": ["abel"], "recruit": ["abel"]},
        {"missions": ["attack-the-mayors-house"]},
        {"missions": [BORDER, BORDER]},
        {"missions": ["nowhere"]},
        {"enemies": ["guard-3", "guard-3"]},
        {"civilians": [3, 3]},
        {"civilians": ["many"]},
        {"hidden": 7},
        {"elsewhere": []},
    ],
)
def test_an_impossible_deal_is_refused(deal: dict[str, Any]) -> None:
    with pytest.raises(Refused) as caught:
        _match(deal=deal)
    assert caught.value.code == "BAD_REQUEST"


@pytest.mark.parametrize(
    ("setup", "code"),
    [
        (Setup(ruleset="maquis", players=2), "PLAYER_COUNT"),
        (Setup(ruleset="maquis", roles=("merlin",)), "ROLE_SET"),
        (Setup(ruleset="maquis", options={"lady": True}), "OPTION_CONFLICT"),
        (Setup(ruleset="maquis", options={"crossroads": "nowhere"}), "BAD_REQUEST"),
        (Setup(ruleset="maquis", options={"setup": "draft"}, deal={"hidden": ["abel"]}), "OPTION_CONFLICT"),
        (Setup(ruleset="maquis", deal={"maquis": ["abel"]}), "OPTION_CONFLICT"),
    ],
)
def test_a_bad_set_up_is_refused(setup: Setup, code: str) -> None:
    with pytest.raises(Refused) as caught:
        GAME.start(setup)
    assert caught.value.code == code


# The draft


def test_the_draft_offers_two_cards_at_a_time_and_makes_both_decks() -> None:
    order = sorted(MAQUIS)
    match = _match({"setup": "draft"}, {"maquis": order})
    for kept in order[::2]:
        assert GAME.phase(match.state) == "draft"
        assert match.state.ask.moves == (Keep(kept), Keep(order[order.index(kept) + 1]))
        match.play(0, Keep(kept))
    state = match.state
    assert GAME.phase(state) == "plan"
    assert sorted(card for card in state.hand + state.hidden.cards if card != "spy") == order[::2]
    assert sorted(state.recruit.cards) == order[1::2]
    assert (state.hand + state.hidden.cards).count("spy") == 3


def test_the_missions_are_laid_out_after_the_draft() -> None:
    match = _match({"setup": "draft"})
    view = GAME.view(match.state, 0)
    assert view.missions == ()
    assert view.hand == ()


def test_a_card_not_on_offer_cannot_be_kept() -> None:
    match = _match({"setup": "draft"}, {"maquis": sorted(MAQUIS)})
    with pytest.raises(Refused, match="NO_SUCH_CARD"):
        match.play(0, Keep("soledad"))


# Personas and actions


@pytest.mark.parametrize(("card", "offered"), [("paquita", True), ("abel", False), ("juana", True)])
def test_an_action_is_offered_in_its_phase_only(card: str, offered: bool) -> None:
    desk = table({BORDER: ["guard-1"]}, [card], hidden=deck("celia")).do(Play(card, "hidden"))
    assert (desk.kind == "act") == offered


def test_an_action_need_not_be_used() -> None:
    desk = table({BORDER: ["guard-1"]}, ["paquita"]).hide("paquita", use=False)
    assert desk.kind == "plan"
    assert not desk.state.site(BORDER).garrison[0].up


def test_every_maquis_left_in_hand_must_be_played() -> None:
    desk = table({BORDER: []}, ["abel", "benigno"]).attack(BORDER).hide("abel")
    assert desk.kind == "attack"
    desk.refused("WRONG_PHASE", Done())


def test_spies_cannot_be_played() -> None:
    table({BORDER: []}, ["spy", "abel"]).refused("SPY_UNPLAYABLE", Play("spy", "hidden"))


def test_choosing_a_mission_turns_its_enemies_up() -> None:
    desk = table({BORDER: ["guard-1", "jailor-2"]}, ["abel"]).attack(BORDER)
    assert all(foe.up for foe in desk.state.site(BORDER).garrison)


# SURVIVE


def test_the_player_orders_different_survive_effects() -> None:
    desk = table({BORDER: ["spy-master-3", "counter-guerrilla-3"], PASS: []}, [], civilians=(1,))
    desk.attack(BORDER)
    assert desk.kind == "survive"
    assert list(desk.moves) == [PickEnemy(BORDER, 0), PickEnemy(BORDER, 1)]
    desk.enemy(BORDER, 1)
    assert [event.enemy for event in desk.heard("survived")] == ["counter-guerrilla-3", "spy-master-3"]


def test_equal_survive_effects_need_no_order() -> None:
    desk = table({BORDER: ["spy-master-3", "spy-master-4"], PASS: []}, []).attack(BORDER)
    assert desk.state.reserve == 1


# AFTERMATH


def test_five_civilians_lose() -> None:
    outcome = _outcome(table({BORDER: ["counter-guerrilla-4"]}, [], civilians=(1,), graveyard=(2, 2)).attack(BORDER))
    assert outcome == MaquisOutcome("regime", "civilians-lost", points=0, grade="loss")


def test_four_civilians_do_not_lose() -> None:
    desk = table({BORDER: ["counter-guerrilla-4"], PASS: []}, [], civilians=(1,), graveyard=(1, 2))
    assert desk.attack(BORDER).state.outcome is None


def test_civilians_are_counted_in_the_aftermath_only() -> None:
    villa = "attack-the-commanders-villa"
    desk = table({villa: ["jailor-2", "jailor-3"]}, ["roberto", "nicolas"], civilians=(3, 2, 1))
    desk.attack(villa).reveal("roberto", "nicolas").mission(villa)
    assert sum(desk.state.graveyard) == 5
    assert desk.kind == "defeat"
    assert _outcome(desk.enemy(villa, 0)).reason == "civilians-lost"


def test_a_success_opens_the_next_mission_with_its_garrison() -> None:
    desk = table({BORDER: []}, ["nicolas"], mission_deck=(BRIDGE, PASS), enemy=deck("guard-1", discard=["grunt-1"]))
    desk.attack(BORDER).reveal("nicolas").mission(BORDER)
    assert desk.enemies(BRIDGE) == ["guard-1", "grunt-1"]
    assert desk.state.mission_deck == (PASS,)


def test_a_failure_opens_none() -> None:
    desk = table({BORDER: [], PASS: []}, [], mission_deck=(BRIDGE,)).attack(BORDER)
    assert [site.mission for site in desk.state.sites] == [PASS]
    assert desk.state.failed == (BORDER,)


def test_the_second_failure_loses() -> None:
    desk = table({BORDER: [], PASS: []}, [], failed=(BRIDGE,), defeated=(VALLEY,)).attack(BORDER)
    assert _outcome(desk) == MaquisOutcome("regime", "missions-failed", points=0, grade="loss")


def test_without_an_available_mission_the_resistance_ends() -> None:
    desk = table({BORDER: []}, ["nicolas"], defeated=(VALLEY,)).attack(BORDER).reveal("nicolas").mission(BORDER)
    assert _outcome(desk) == MaquisOutcome(None, "no-missions", points=3, grade="draw")


def test_all_ten_missions_are_an_epic_victory() -> None:
    beaten = tuple(mission for mission in MISSIONS if mission != BORDER)[:9]
    desk = table({BORDER: []}, ["nicolas"], defeated=beaten).attack(BORDER).reveal("nicolas").mission(BORDER)
    assert (_outcome(desk).grade, _outcome(desk).reason, _outcome(desk).winner) == (
        "epic",
        "all-missions",
        "maquis",
    )


@pytest.mark.parametrize(
    ("points", "grade"),
    [(1, "draw"), (14, "draw"), (15, "minor"), (18, "minor"), (19, "victory"), (21, "victory"), (22, "major")],
)
def test_the_result_table(points: int, grade: str) -> None:
    assert grade_of(9, points, "draw") == grade


# RECOVER


def test_the_clean_up_sorts_the_cards_played() -> None:
    desk = table({BORDER: [], PASS: []}, ["nicolas", "abel", "spy"], hidden=deck("celia", "pilar"))
    desk.attack(BORDER).reveal("nicolas").hide("abel").mission(BORDER).go_on()
    assert desk.state.revealed == ("nicolas",)
    assert sorted(desk.state.hand) == ["abel", "celia", "pilar", "spy"]


def test_a_hand_of_spies_only_loses() -> None:
    desk = table({PASS: [], BORDER: []}, [], hidden=deck("spy", "spy"))
    assert _outcome(desk.attack(BORDER).go_on()).reason == "spies-only"


def test_spies_only_after_an_action_is_no_loss() -> None:
    desk = table({PASS: [], BORDER: []}, ["manuela", "spy"], hidden=deck("spy")).hide("manuela", use=True)
    assert desk.state.hand == ("spy", "spy")
    assert desk.state.outcome is None


# Refusals


def test_refusals_name_what_is_wrong() -> None:
    desk = table({BORDER: []}, ["abel"])
    desk.refused("NO_SUCH_CARD", Play("celia", "hidden"))
    desk.refused("NO_SUCH_MISSION", Choose(BRIDGE))
    for move in (Act(use=True), PickCard("abel"), PickEnemy(BORDER, 0), Done(), End()):
        desk.refused("WRONG_PHASE", move)
    with pytest.raises(Refused, match="UNKNOWN_PLAYER"):
        GAME.play(desk.state, 1, Choose(BORDER))
    with pytest.raises(Refused, match="UNKNOWN_PLAYER"):
        GAME.view(desk.state, 1)
    with pytest.raises(Refused, match="BAD_REQUEST"):
        GAME.play(desk.state, None, Draw("shuffle", ()))


def test_refusals_in_the_attack() -> None:
    desk = table({BORDER: ["guard-1"], PASS: ["guard-2"]}, ["abel"]).attack(BORDER).hide("abel")
    desk.refused("NO_SUCH_MISSION", PickEnemy(PASS, 0))
    desk.refused("NO_SUCH_ENEMY", PickEnemy(BORDER, 5))
    desk.refused("NO_SUCH_ENEMY", PickEnemy(BORDER, -1))
    desk.refused("GUARDS_FIRST", PickMission(BORDER))
    desk.refused("WRONG_PHASE", Continue())


def test_a_beaten_mission_is_beaten_once() -> None:
    desk = table({BORDER: ["jailor-2"]}, ["nicolas", "domingo"]).attack(BORDER).reveal("nicolas", "domingo")
    desk.mission(BORDER).refused("ALREADY_BEATEN", PickMission(BORDER))


def test_nothing_can_be_done_after_the_end() -> None:
    desk = table({BORDER: [], PASS: []}, []).attack(BORDER).end()
    desk.refused("GAME_OVER", End())


def test_chance_cannot_draw_what_is_not_in_the_pool() -> None:
    state = GAME.start(Setup(ruleset="maquis"))
    for drawn in (("abel",), ("abel",) * 24, (*sorted(MAQUIS)[:23], "nobody")):
        with pytest.raises(Refused, match="BAD_REQUEST"):
            GAME.play(state, None, Draw("maquis", drawn))
    with pytest.raises(Refused, match="WRONG_PHASE"):
        GAME.play(state, None, Draw("hidden", ()))
    with pytest.raises(Refused, match="WRONG_PHASE"):
        GAME.play(state, 0, End())
