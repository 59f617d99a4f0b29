"""The rulings: 7.1 settles what the rulebook decides, 7.2 what it leaves open (our numbers)."""

from __future__ import annotations

from tests.maquis.desk import BORDER, BRIDGE, PASS, VALLEY, deck, table
from turncoat.games.maquis import Options
from turncoat.games.maquis.rules.moves import Done, PickEnemy, PickMission, Play
from turncoat.games.maquis.rules.ongoing_effects import enemy_defense

MAYOR = "attack-the-mayors-house"
CROSSROADS = "defend-the-crossroads"
BUNKER = "destroy-the-bunker"
DEPOT = "destroy-the-train-depot"
SUPPLIES = "steal-supplies-from-the-train-depot"


# 7.1


def test_71_count_bonuses_count_when_the_strength_is_totalled() -> None:
    desk = table({BORDER: []}, ["soledad", "marcelino", "abel", "roberto"]).attack(BORDER)
    desk.hide("soledad", use=True).reveal("marcelino", use=True).reveal("abel", use=True).reveal("roberto")
    soledad, marcelino, abel, roberto = 1 + 3, 2 + 3, 2 + 0, 4
    assert desk.state.raid.strength == soledad + marcelino + abel + roberto


def test_71_paquita_revealed_needs_two_enemies() -> None:
    one = table({BORDER: ["guard-1"]}, ["paquita", "abel"]).attack(BORDER)
    one.do(Play("paquita", "revealed"))
    assert one.kind == "attack"
    two = table({BORDER: ["guard-1", "guard-2"]}, ["paquita", "abel"]).attack(BORDER)
    two.do(Play("paquita", "revealed"))
    assert two.kind == "act"


def test_71_jacinto_revealed_needs_another_maquis_in_hand() -> None:
    desk = table({BORDER: []}, ["jacinto", "spy"], hidden=deck("abel", "celia"))
    desk.do(Play("jacinto", "revealed"))
    assert desk.kind == "plan"


def test_71_running_out_of_cards_to_draw_does_not_forbid_an_action() -> None:
    desk = table({BORDER: []}, ["carlos"])
    desk.do(Play("carlos", "revealed"))
    assert desk.kind == "act"


def test_71_discard_is_not_defeat_and_guards_do_not_stop_it() -> None:
    desk = table({BORDER: ["guard-3", "jailor-3"]}, ["emilio"], recruit=deck("abel")).attack(BORDER)
    desk.reveal("emilio", use=True).enemy(BORDER, 1)
    assert desk.state.recruit.cards == ("abel",)


def test_71_discarded_cards_of_a_sift_go_to_the_hidden_discard_pile() -> None:
    desk = table({BORDER: []}, ["juana"], hidden=deck("abel", "spy", "celia")).hide("juana", use=True)
    desk.sort("celia")
    assert desk.state.hidden.discard == ("abel", "spy")


def test_71_a_defeated_engineer_lowers_the_other_enemies_at_once() -> None:
    desk = table({BRIDGE: ["engineer-2", "guard-3"]}, ["nicolas", "benigno"]).attack(BRIDGE)
    desk.reveal("nicolas").hide("benigno")
    assert enemy_defense(desk.state, "guard-3") == 4
    desk.enemy(BRIDGE, 0)
    assert enemy_defense(desk.state, "guard-3") == 3


def test_71_a_defeated_mayors_house_lowers_its_enemies_at_once() -> None:
    desk = table({MAYOR: ["jailor-2"]}, ["nicolas", "roberto"]).attack(MAYOR)
    desk.reveal("nicolas", "roberto")
    assert enemy_defense(desk.state, "jailor-2") == 3
    desk.mission(MAYOR)
    assert enemy_defense(desk.state, "jailor-2") == 2


def test_71_engineer_first_then_benigno_on_what_is_then_2_or_more() -> None:
    desk = table({BRIDGE: ["engineer-2", "grunt-1", "guard-2"]}, ["benigno", "abel"]).attack(BRIDGE)
    desk.reveal("benigno", use=True)
    assert [enemy_defense(desk.state, card) for card in desk.enemies(BRIDGE)] == [1, 1, 2]


def test_71_a_short_enemy_deck_takes_its_discard_pile_for_looking() -> None:
    desk = table({BORDER: []}, ["roberto"], enemy=deck("guard-1", discard=["grunt-1", "jailor-2"]))
    desk.hide("roberto", use=True)
    assert desk.view.enemy_deck.top == ("guard-1", "grunt-1", "jailor-2")
    assert desk.state.enemy.discard == ()


def test_71_survive_effects_happen_at_a_beaten_mission_too() -> None:
    desk = table({BORDER: ["spy-master-4"]}, ["roberto"]).attack(BORDER).reveal("roberto").mission(BORDER)
    assert "spy" in desk.state.hidden.discard
    assert desk.state.reserve == 2


def test_71_enemies_left_at_a_failed_mission_are_discarded() -> None:
    desk = table({BORDER: ["guard-3", "grunt-2"], PASS: []}, []).attack(BORDER)
    assert desk.state.failed == (BORDER,)
    assert sorted(desk.state.enemy.discard) == ["grunt-2", "guard-3"]


def test_71_effects_of_unchosen_missions_and_their_enemies_are_not_active() -> None:
    desk = table({BORDER: ["guard-1"], MAYOR: ["+engineer-2", "+grunt-2"]}, ["benigno"]).attack(BORDER)
    assert enemy_defense(desk.state, "guard-1") == 1
    desk.hide("benigno")
    assert desk.moves == (PickEnemy(BORDER, 0),)
    assert desk.enemies(MAYOR) == ["engineer-2", "grunt-2"]


def test_71_the_slip_in_the_faq_means_benigno() -> None:
    desk = table({BORDER: ["engineer-3"]}, ["benigno", "abel"]).attack(BORDER).reveal("benigno", use=True)
    assert enemy_defense(desk.state, "engineer-3") == 2


# 7.2


def test_ruling_1_the_crossroads_discard_every_maquis_in_play_to_the_hidden_pile() -> None:
    desk = table({CROSSROADS: []}, ["paquita", "adolfo", "abel"], hidden=deck("celia"))
    desk.hide("paquita").reveal("adolfo").attack(CROSSROADS)
    assert desk.state.played == ()
    assert desk.state.hidden.discard == ("paquita", "adolfo")
    assert desk.view.attack == 0


def test_ruling_1_option_sends_the_revealed_to_the_revealed_pile() -> None:
    desk = table({CROSSROADS: []}, ["paquita", "adolfo", "abel"], options=Options(crossroads="revealed"))
    desk.hide("paquita").reveal("adolfo").attack(CROSSROADS)
    assert desk.state.hidden.discard == ("paquita",)
    assert desk.state.revealed == ("adolfo",)


def test_ruling_1_plan_actions_already_done_stand() -> None:
    desk = table({CROSSROADS: [], BORDER: ["guard-1"]}, ["paquita", "abel"])
    desk.hide("paquita", use=True).mission(BORDER).attack(CROSSROADS)
    assert desk.state.site(BORDER).garrison[0].up


def test_ruling_2_an_ignored_mission_effect_is_lost_for_good_or_bad() -> None:
    good = table({VALLEY: []}, ["pilar", "nicolas", "benigno", "carlos"], hidden=deck("spy"))
    good.reveal("pilar", use=True).attack(VALLEY).reveal("nicolas").hide("benigno", "carlos").mission(VALLEY)
    assert good.state.raid.hand == 5
    bad = table({CROSSROADS: []}, ["pilar", "abel"]).reveal("pilar", use=True).attack(CROSSROADS)
    assert [card.card for card in bad.state.played] == ["pilar"]


def test_ruling_3_the_bunker_asks_nothing_without_a_maquis_in_hand() -> None:
    desk = table({BUNKER: [], BORDER: []}, ["spy"]).attack(BUNKER)
    assert desk.state.hand == ("spy",)
    assert desk.state.failed == (BUNKER,)


def test_ruling_4_the_depots_limit_reveals_in_the_attack_phase_only() -> None:
    desk = table({DEPOT: []}, ["adolfo", "carlos", "roberto", "nicolas"])
    desk.reveal("adolfo", "carlos").attack(DEPOT).reveal("roberto")
    desk.refused("REVEAL_LIMIT", Play("nicolas", "revealed"))
    desk.hide("nicolas")
    assert desk.state.raid.strength == 3 + 2 + 4 + 1


def test_ruling_4_at_the_supplies_none_may_be_revealed() -> None:
    desk = table({SUPPLIES: []}, ["roberto"]).attack(SUPPLIES)
    desk.refused("REVEAL_LIMIT", Play("roberto", "revealed"))
    assert list(desk.moves) == [Play("roberto", "hidden")]


def test_ruling_5_emilio_copies_another_hidden_action_of_the_phase() -> None:
    desk = table({BORDER: ["guard-1"], PASS: ["grunt-1"]}, ["paquita", "emilio"])
    desk.hide("paquita").hide("emilio", use=True).card("paquita").mission(PASS)
    assert desk.state.site(PASS).garrison[0].up


def test_ruling_5_emilio_cannot_copy_an_action_of_the_other_phase_or_an_empty_one() -> None:
    desk = table({BORDER: ["guard-1"]}, ["paquita", "benigno", "emilio", "abel"])
    desk.hide("paquita", "benigno").attack(BORDER).do(Play("emilio", "hidden"))
    assert desk.kind == "attack"


def test_ruling_5_a_copied_action_must_be_possible_in_full() -> None:
    desk = table({BORDER: []}, ["antonio", "emilio", "abel"], hidden=deck("celia"))
    desk.hide("antonio").do(Play("emilio", "hidden"))
    assert desk.kind == "plan"


def test_ruling_5_a_copied_bonus_counts_for_emilio() -> None:
    desk = table({BORDER: []}, ["abel", "emilio", "roberto"]).attack(BORDER)
    desk.hide("abel", use=False).hide("emilio", use=True).card("abel").reveal("roberto")
    assert desk.state.raid.strength == 1 + (0 + 1) + 4


def test_ruling_6_flips_need_a_face_down_enemy() -> None:
    for card in ("paquita", "domingo"):
        desk = table({BORDER: ["+guard-1"], PASS: []}, [card])
        desk.do(Play(card, "hidden"))
        assert desk.kind == "plan"


def test_ruling_6_the_other_enemy_turned_stays_face_up() -> None:
    desk = table({BORDER: ["guard-1", "jailor-2", "grunt-1"]}, ["domingo"]).hide("domingo", use=True)
    desk.enemy(BORDER, 0, 2).enemy(BORDER, 0)
    assert [(foe.card, foe.up) for foe in desk.state.site(BORDER).garrison] == [
        ("jailor-2", False),
        ("grunt-1", True),
    ]


def test_ruling_7_a_moved_enemy_stays_face_up_and_loses_changes() -> None:
    desk = table({BORDER: ["engineer-2", "guard-2"], PASS: ["grunt-1"]}, ["adela", "abel"]).attack(BORDER)
    desk.hide("adela", use=True).enemy(BORDER, 1)
    assert list(desk.moves) == [PickMission(PASS)]
    desk.mission(PASS)
    moved = desk.view.missions[1].garrison[1]
    assert (moved.card, moved.defense) == ("guard-2", 2)


def test_ruling_8_an_enemy_that_leaves_ends_its_defend_effect() -> None:
    discard = table({BORDER: ["engineer-2", "guard-2"]}, ["anastasio", "abel"]).attack(BORDER)
    discard.hide("anastasio", use=True).enemy(BORDER, 0)
    assert enemy_defense(discard.state, "guard-2") == 2
    move = table({BORDER: ["guard-1"], PASS: []}, ["adela", "roberto"]).attack(BORDER)
    move.hide("adela", use=True).enemy(BORDER, 0).mission(PASS).reveal("roberto")
    assert PickMission(BORDER) in move.moves


def test_ruling_9_defense_never_falls_below_1() -> None:
    desk = table({BRIDGE: ["engineer-2", "grunt-1", "guard-1"]}, ["benigno", "nicolas"]).attack(BRIDGE)
    desk.reveal("benigno", use=True).reveal("nicolas").enemy(BRIDGE, 1).enemy(BRIDGE, 0)
    assert enemy_defense(desk.state, "guard-1") == 1
    assert desk.state.raid.strength == 4 - 1 - 1


def test_ruling_10_consuelo_gains_the_current_defense() -> None:
    desk = table({BORDER: ["engineer-3", "guard-2"]}, ["consuelo", "abel"]).attack(BORDER)
    desk.reveal("consuelo", use=True).enemy(BORDER, 1)
    assert desk.view.played[0].attack == 3


def test_ruling_11_two_engineers_raise_others_twice_and_not_each_other() -> None:
    desk = table({BORDER: ["engineer-2", "engineer-3", "grunt-1"]}, ["abel"]).attack(BORDER)
    assert [enemy_defense(desk.state, card) for card in desk.enemies(BORDER)] == [2, 3, 3]


def test_ruling_11_the_mayors_house_raises_engineers_too() -> None:
    desk = table({MAYOR: ["engineer-2", "grunt-1"]}, ["abel"]).attack(MAYOR)
    assert [enemy_defense(desk.state, card) for card in desk.enemies(MAYOR)] == [3, 3]


VILLA = "attack-the-commanders-villa"


def test_ruling_12_civilians_per_enemy_still_there_drawn_one_at_a_time() -> None:
    desk = table({VILLA: ["jailor-3", "grunt-2", "spy-master-3"]}, ["roberto", "nicolas"], civilians=(0, 1, 2))
    desk.draws = [[0, 1, 2], [0, 2, 1]]
    desk.attack(VILLA).reveal("roberto", "nicolas").enemy(VILLA, 1).mission(VILLA)
    assert [event.civilians for event in desk.heard("civilian-drawn")] == [0, 0]
    assert desk.state.civilians == (0, 2, 1)


def test_ruling_13_an_empty_civilian_deck_is_not_refilled() -> None:
    desk = table({BORDER: ["counter-guerrilla-3", "counter-guerrilla-4"], PASS: []}, [], civilians=(2,), graveyard=(1,))
    desk.attack(BORDER)
    assert desk.state.graveyard == (1, 2)
    assert desk.state.civilians == ()


def test_ruling_14_without_a_spy_in_the_reserve_nothing_is_added() -> None:
    desk = table({BORDER: ["spy-master-2"], PASS: []}, [], reserve=0, removed=("spy",)).attack(BORDER)
    assert desk.state.hidden.discard == ()
    assert desk.state.removed == ("spy",)


def test_ruling_15_reinforcements_go_to_available_missions_only() -> None:
    desk = table(
        {BORDER: ["radio-operator-2"], PASS: ["guard-1"], VALLEY: []},
        [],
        enemy=deck("grunt-1", "grunt-2", "guard-2"),
    )
    desk.attack(BORDER)
    assert desk.enemies(PASS) == ["guard-1", "grunt-1"]
    assert desk.enemies(VALLEY) == ["grunt-2"]
    assert desk.state.enemy.cards == ("guard-2",)


def test_ruling_15_the_mission_drawn_in_the_aftermath_gets_no_reinforcement() -> None:
    desk = table(
        {BORDER: ["radio-operator-2"], PASS: []},
        ["roberto"],
        mission_deck=(BRIDGE,),
        enemy=deck("grunt-1", "grunt-2", "guard-2", "guard-1", "guard-3"),
    )
    desk.attack(BORDER).reveal("roberto").mission(BORDER)
    assert desk.enemies(PASS) == ["grunt-1"]
    assert desk.enemies(BRIDGE) == ["grunt-2", "guard-2", "guard-1"]


CONVOY = "destroy-the-supply-convoy"


def test_ruling_16_the_convoy_discards_one_enemy_of_each_other_mission_by_choice() -> None:
    desk = table({CONVOY: [], BORDER: ["guard-1", "+jailor-2"], PASS: [], VALLEY: ["grunt-1"]}, ["roberto", "nicolas"])
    desk.attack(CONVOY).reveal("roberto", "nicolas").mission(CONVOY)
    assert list(desk.moves) == [PickEnemy(BORDER, 0), PickEnemy(BORDER, 1)]
    desk.enemy(BORDER, 0)
    assert list(desk.moves) == [PickEnemy(VALLEY, 0)]
    desk.enemy(VALLEY, 0)
    assert desk.state.enemy.discard == ("guard-1", "grunt-1")


def test_ruling_16_the_bridge_discards_one_enemy_of_any_other_mission() -> None:
    desk = table({BRIDGE: [], BORDER: ["guard-1"], PASS: ["+jailor-2"]}, ["roberto", "nicolas"])
    desk.attack(BRIDGE).reveal("roberto", "nicolas").mission(BRIDGE)
    assert list(desk.moves) == [PickEnemy(BORDER, 0), PickEnemy(PASS, 0)]


FARMHOUSE = "defend-the-farmhouse"


def test_ruling_17_no_hidden_maquis_in_play_no_loss() -> None:
    desk = table({BORDER: ["military-2"], PASS: []}, ["nicolas"]).attack(BORDER).reveal("nicolas")
    desk.mission(BORDER)
    assert desk.state.removed == ()


def test_ruling_17_a_loss_does_not_lower_the_strength_already_totalled() -> None:
    desk = table({FARMHOUSE: ["guard-2", "guard-1"]}, ["roberto", "nicolas", "benigno"])
    desk.attack(FARMHOUSE).reveal("roberto", "nicolas").hide("benigno")
    desk.enemy(FARMHOUSE, 0, 0).mission(FARMHOUSE)
    assert desk.state.removed == ("benigno",)
    assert desk.heard("strength")[0].attack == 10


def test_ruling_18_the_recruit_deck_is_never_refilled() -> None:
    desk = table({BORDER: []}, ["ramona"], revealed=("abel", "celia")).attack(BORDER)
    desk.reveal("ramona", use=True)
    assert desk.state.revealed == ("abel", "celia")
    assert desk.state.hand == ()


def test_ruling_19_maquis_revealed_this_round_are_not_in_the_revealed_pile() -> None:
    desk = table({BORDER: []}, ["adolfo", "celia"]).reveal("adolfo")
    desk.do(Play("celia", "revealed"))
    assert desk.kind == "plan"


def test_ruling_20_the_attack_goes_on_while_a_target_is_affordable() -> None:
    desk = table({BORDER: ["guard-1", "grunt-1"]}, ["benigno"]).attack(BORDER).hide("benigno")
    desk.refused("MUST_ATTACK", Done())
    desk.enemy(BORDER, 1)
    desk.refused("MUST_ATTACK", Done())


def test_ruling_20_option_lets_the_player_stop() -> None:
    desk = table({BORDER: ["guard-1"], PASS: []}, ["benigno"], options=Options(stop_early=True))
    desk.attack(BORDER).hide("benigno").done()
    assert desk.state.failed == (BORDER,)


def test_ruling_20_grunts_and_guards_can_leave_no_target() -> None:
    desk = table({BORDER: ["grunt-2", "grunt-2", "guard-1"], PASS: []}, ["paquita"]).attack(BORDER)
    desk.hide("paquita")
    assert desk.state.failed == (BORDER,)


def test_ruling_21_an_empty_hand_after_recover_is_no_loss() -> None:
    desk = table({BORDER: [], PASS: []}, ["nicolas"]).attack(BORDER).reveal("nicolas").mission(BORDER)
    desk.go_on()
    assert desk.state.hand == ()
    assert desk.state.outcome is None


def test_ruling_22_ending_with_no_points_is_a_draw() -> None:
    desk = table({BORDER: [], PASS: []}, []).attack(BORDER).end()
    assert desk.state.outcome is not None
    assert (desk.state.outcome.grade, desk.state.outcome.points) == ("draw", 0)


def test_ruling_22_option_makes_it_a_loss() -> None:
    desk = table({BORDER: [], PASS: []}, [], options=Options(zero_points="loss")).attack(BORDER).end()
    assert desk.state.outcome is not None
    assert (desk.state.outcome.grade, desk.state.outcome.winner) == ("loss", "regime")


def test_ruling_23_a_mission_effect_without_its_object_does_nothing() -> None:
    officer, farm = "intercept-the-commanding-officer", "take-back-the-farmhouse"
    for mission in (officer, farm):
        desk = table({mission: []}, ["roberto", "nicolas"]).attack(mission).reveal("roberto", "nicolas")
        desk.mission(mission)
        assert desk.state.defeated == (mission,)
        assert desk.kind is None
