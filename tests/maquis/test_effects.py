"""Every effect key: the normal case, the impossible one, and empty decks where it needs cards."""

from __future__ import annotations

from random import Random

import pytest

from tests.maquis.desk import BORDER, BRIDGE, PASS, VALLEY, Desk, deck, table
from turncoat.games.maquis import GAME
from turncoat.games.maquis.belief import imagine
from turncoat.games.maquis.rules.cards import MAQUIS
from turncoat.games.maquis.rules.moves import PickCard, PickEnemy, PickMission, Play, Sort
from turncoat.games.maquis.rules.ongoing_effects import enemy_defense, mission_defense
from turncoat.games.maquis.rules.state import Foe
from turncoat.games.maquis.rules.view import EnemyView

THREE = ["guard-1", "counter-guerrilla-2", "jailor-3"]


def _offered(desk: Desk, card: str, persona: str) -> bool:
    """Whether the action is offered once the card is played."""
    desk.do(Play(card, persona))  # type: ignore[arg-type]
    return desk.kind == "act"


def _beat(mission: str, enemies: list[str] | None = None, **fields: object) -> Desk:
    """A Mission beaten by twelve attack, with the other cards as given."""
    others: dict[str, list[str]] = {name: [] for name in (BORDER, PASS) if name != mission}
    sites = {mission: enemies or [], **others}
    hand = ["roberto", "nicolas", "domingo", "anastasio", "spy"]
    desk = table({**sites, **fields.pop("missions", {})}, hand, **fields)  # type: ignore[arg-type, dict-item]
    desk.attack(mission).reveal("roberto", "nicolas", "domingo").hide("anastasio")
    return desk.mission(mission)


# FLIP_ALL


def test_flip_all_turns_every_enemy_of_one_mission() -> None:
    desk = table({BORDER: THREE, PASS: ["grunt-1"]}, ["manuel"]).hide("manuel", use=True).mission(BORDER)
    assert all(foe.up for foe in desk.state.site(BORDER).garrison)
    assert not desk.state.site(PASS).garrison[0].up


def test_flip_all_offers_missions_with_a_face_down_enemy_only() -> None:
    desk = table({BORDER: ["+guard-1"], PASS: ["grunt-1"]}, ["manuel"]).hide("manuel", use=True)
    assert list(desk.moves) == [PickMission(PASS)]
    desk.refused("NO_SUCH_MISSION", PickMission(BORDER))


def test_flip_all_of_a_mission_effect_with_nothing_to_flip_does_nothing() -> None:
    assert _beat(PASS).kind == "end"
    desk = _beat(PASS, missions={BORDER: ["guard-1"]})
    assert desk.kind == "flip-mission"
    assert desk.mission(BORDER).state.site(BORDER).garrison[0].up


# FLIP2_DISCARD1


def test_flip2_discard1_may_stop_after_one() -> None:
    desk = table({BORDER: THREE}, ["pilar"]).hide("pilar", use=True).enemy(BORDER, 1).done()
    assert list(desk.moves) == [PickEnemy(BORDER, 1)]
    assert desk.enemy(BORDER, 1).enemies(BORDER) == ["guard-1", "jailor-3"]


def test_flip2_discard1_stays_at_one_mission() -> None:
    desk = table({BORDER: THREE, PASS: ["grunt-1"]}, ["pilar"]).hide("pilar", use=True).enemy(BORDER, 0)
    desk.refused("NO_SUCH_ENEMY", PickEnemy(PASS, 0))
    desk.enemy(BORDER, 2)
    assert list(desk.moves) == [PickEnemy(BORDER, 0), PickEnemy(BORDER, 2)]


def test_flip2_discard1_of_a_single_face_down_enemy_goes_straight_to_the_discard() -> None:
    desk = table({BORDER: ["guard-1", "+grunt-1"]}, ["pilar"]).hide("pilar", use=True).enemy(BORDER, 0)
    assert desk.kind == "discard-enemy"
    assert list(desk.moves) == [PickEnemy(BORDER, 0)]


def test_flip2_discard1_is_impossible_with_nothing_face_down() -> None:
    assert not _offered(table({BORDER: ["+guard-1"]}, ["pilar"]), "pilar", "hidden")


# Drawing


@pytest.mark.parametrize(
    ("card", "persona", "phase", "count"),
    [("manuela", "hidden", "plan", 1), ("nicolas", "hidden", "attack", 1), ("carlos", "revealed", "plan", 2)],
)
def test_draw_hidden(card: str, persona: str, phase: str, count: int) -> None:
    desk = table({BORDER: []}, [card], hidden=deck("abel", "celia", "pilar"))
    if phase == "attack":
        desk.attack(BORDER)
    assert _offered(desk, card, persona)
    desk.do(desk.moves[0])
    assert desk.state.hand == ("abel", "celia")[:count]


def test_draw_hidden_2_in_attack() -> None:
    desk = table({BORDER: []}, ["sagrario"], hidden=deck("spy", "spy")).attack(BORDER)
    desk.reveal("sagrario", use=True)
    assert desk.heard("drawn")[0].cards == ("spy", "spy")


def test_draw_hidden_from_nothing_draws_nothing() -> None:
    desk = table({BORDER: []}, ["manuela"]).hide("manuela", use=True)
    assert desk.state.hand == ()
    assert desk.heard("drawn") == []


def test_draw_hidden_shuffles_an_empty_deck() -> None:
    desk = table({BORDER: []}, ["manuela"], hidden=deck(discard=["abel", "spy"])).hide("manuela", use=True)
    assert [event.deck for event in desk.heard("shuffled")] == ["hidden"]
    assert len(desk.state.hand) == 1


# CYCLE_SPY, REMOVE_SPY, ADD_SPY


def test_cycle_spy() -> None:
    desk = table({BORDER: []}, ["antonio", "spy", "spy"], hidden=deck("abel")).hide("antonio", use=True)
    assert desk.state.hand == ("spy", "abel")
    assert desk.state.hidden.discard == ("spy",)


def test_cycle_spy_with_an_empty_deck_may_draw_the_spy_again() -> None:
    desk = table({BORDER: []}, ["antonio", "spy"]).hide("antonio", use=True)
    assert desk.state.hand == ("spy",)


def test_remove_spy_needs_one() -> None:
    assert not _offered(table({BORDER: []}, ["manuela", "abel"]), "manuela", "revealed")


def test_remove_spy_by_an_action_and_by_a_mission() -> None:
    desk = table({BORDER: []}, ["manuela", "spy"]).reveal("manuela", use=True)
    assert (desk.state.hand, desk.state.removed) == ((), ("spy",))
    assert _beat("intercept-the-commanding-officer").state.removed == ("spy",)


def test_add_spy_by_a_mission() -> None:
    desk = _beat("retreat-to-the-caves")
    assert (desk.state.reserve, desk.state.hidden.discard) == (2, ("spy",))


def test_add_spy_without_reserve() -> None:
    assert _beat("retreat-to-the-caves", reserve=0).state.hidden.discard == ()


# Sifting


def test_sift_hidden_offers_every_order_of_every_part() -> None:
    desk = table({BORDER: []}, ["juana"], hidden=deck("abel", "celia", "pilar", "adela"))
    desk.hide("juana", use=True)
    assert len(desk.moves) == len(set(desk.moves)) == 6 + 6 + 3 + 1
    desk.sort("pilar", "abel")
    assert desk.state.hidden.cards == ("pilar", "abel", "adela")
    assert desk.view.hidden_deck.top == ("pilar", "abel")


def test_sift_of_equal_cards_offers_each_order_once() -> None:
    desk = table({BORDER: []}, ["juana"], hidden=deck("spy", "spy", "spy")).hide("juana", use=True)
    assert [len(move.top) for move in desk.moves] == [3, 2, 1, 0]


def test_sift_refuses_other_cards() -> None:
    desk = table({BORDER: []}, ["juana"], hidden=deck("abel", "celia", "pilar")).hide("juana", use=True)
    desk.refused("BAD_SORT", Sort(("adela",)))
    desk.refused("BAD_SORT", Sort(("abel", "abel")))


def test_sift_with_nothing_to_see_asks_nothing() -> None:
    for card, persona in (("juana", "hidden"), ("roberto", "hidden"), ("ramona", "hidden")):
        desk = table({BORDER: []}, [card])
        assert _offered(desk, card, persona)
        desk.do(desk.moves[0])
        assert desk.kind == "plan"


def test_an_enemy_put_on_top_stays_known_when_it_is_dealt_face_down() -> None:
    """The player has fixed its place and would remember it. A spectator has seen nothing."""
    desk = table({BORDER: [], PASS: ["+radio-operator-3"]}, ["roberto"], enemy=deck("guard-1", "grunt-1", "jailor-2"))
    desk.hide("roberto", use=True).sort("jailor-2").attack(PASS)
    assert desk.state.site(BORDER).garrison == (Foe("jailor-2", seen=True),)
    (border,) = desk.view.missions
    assert border.garrison == (EnemyView(seen="jailor-2"),)
    (shown,) = GAME.view(desk.state, None).missions
    assert shown.garrison == (EnemyView(),)
    assert all(imagine(desk.view, Random(n)).site(BORDER).garrison[0].card == "jailor-2" for n in range(20))


def test_sift_enemy_discards_to_the_enemy_pile() -> None:
    desk = table({BORDER: []}, ["roberto"], enemy=deck("guard-1", "grunt-1", "jailor-2", "guard-3"))
    desk.hide("roberto", use=True).sort("jailor-2")
    assert desk.state.enemy.cards == ("jailor-2", "guard-3")
    assert desk.state.enemy.discard == ("guard-1", "grunt-1")


def test_sift_recruit_puts_the_rest_at_the_bottom() -> None:
    desk = table({BORDER: []}, ["ramona"], recruit=deck("abel", "celia", "pilar", "adela"))
    desk.hide("ramona", use=True).sort("pilar")
    assert desk.state.recruit.cards == ("pilar", "adela", "abel", "celia")
    assert desk.view.recruit_deck.bottom == ("abel", "celia")
    assert desk.view.recruit_deck.holds == ("abel", "celia", "pilar")


# The Recruit deck


def test_recruit_to_hidden_top_orders_the_others() -> None:
    desk = table({BORDER: []}, ["antonio"], recruit=deck("abel", "celia", "pilar", "adela"))
    desk.reveal("antonio", use=True).card("celia")
    assert [move.top for move in desk.moves] == [("abel", "pilar"), ("pilar", "abel")]
    desk.sort("pilar", "abel")
    assert desk.state.recruit.cards == ("pilar", "abel", "adela")
    assert desk.view.hidden_deck.top == ("celia",)


def test_recruit_to_hidden_top_refuses_a_card_not_seen() -> None:
    desk = table({BORDER: []}, ["antonio"], recruit=deck("abel", "celia", "pilar", "adela"))
    desk.reveal("antonio", use=True).refused("NO_SUCH_CARD", PickCard("adela"))


def test_recruit_to_hidden_top_from_an_empty_deck_asks_nothing() -> None:
    desk = table({BORDER: []}, ["antonio"]).reveal("antonio", use=True)
    assert desk.kind == "plan"


def test_recruit_to_hand_from_an_empty_deck() -> None:
    desk = table({BORDER: [], PASS: []}, ["ramona"]).attack(BORDER).reveal("ramona", use=True)
    assert desk.heard("drawn") == []


@pytest.mark.parametrize("recruits", [("abel", "celia"), ()])
def test_recruit_to_hidden_discard(recruits: tuple[str, ...]) -> None:
    desk = _beat("jailbreak-at-the-prison", recruit=deck(*recruits))
    assert desk.state.hidden.discard == recruits[:1]
    assert desk.state.recruit.cards == recruits[1:]


# The Revealed pile


@pytest.mark.parametrize(("card", "place"), [("celia", "hand"), ("juana", "top")])
def test_regaining_by_an_action(card: str, place: str) -> None:
    desk = table({BORDER: []}, [card], revealed=("abel", "pilar"), hidden=deck("adela"))
    desk.reveal(card, use=True).card("pilar")
    assert desk.state.revealed == ("abel",)
    assert desk.state.hand == (("pilar",) if place == "hand" else ())
    assert desk.state.hidden.cards == (("adela",) if place == "hand" else ("pilar", "adela"))


@pytest.mark.parametrize("card", ["celia", "juana"])
def test_regaining_by_an_action_needs_a_card(card: str) -> None:
    assert not _offered(table({BORDER: []}, [card]), card, "revealed")


def test_regaining_by_a_mission() -> None:
    desk = _beat("take-back-the-farmhouse", revealed=("abel", "pilar"))
    desk.refused("NO_SUCH_CARD", PickCard("roberto"))
    assert desk.card("abel").state.hidden.discard == ("abel",)


# SWAP_MAQUIS_DRAW_2, DISCARD_HAND_MAQUIS


def test_swap_discards_then_draws_and_never_a_spy() -> None:
    desk = table({BORDER: []}, ["jacinto", "spy", "abel"], hidden=deck("celia", "pilar"))
    desk.reveal("jacinto", use=True)
    desk.refused("NO_SUCH_CARD", PickCard("spy"))
    assert desk.card("abel").state.hand == ("spy", "celia", "pilar")


def test_swap_with_an_empty_deck_may_draw_the_same_card() -> None:
    desk = table({BORDER: []}, ["jacinto", "abel"]).reveal("jacinto", use=True).card("abel")
    assert desk.state.hand == ("abel",)


def test_the_bunker_takes_a_maquis_from_hand() -> None:
    desk = table({"destroy-the-bunker": []}, ["abel", "spy", "celia"]).attack("destroy-the-bunker")
    assert list(desk.moves) == [PickCard("abel"), PickCard("celia")]
    assert desk.card("celia").state.hidden.discard == ("celia",)


# COPY_HIDDEN


def test_copy_hidden_in_attack() -> None:
    desk = table({BORDER: THREE}, ["anastasio", "emilio", "abel"]).attack(BORDER)
    desk.hide("anastasio", use=False).hide("emilio", use=True).card("anastasio").enemy(BORDER, 0)
    assert desk.enemies(BORDER) == THREE[1:]


def test_copy_hidden_with_nobody_to_copy() -> None:
    assert not _offered(table({BORDER: THREE}, ["emilio", "abel"]), "emilio", "hidden")


# Enemies at the chosen Mission


def test_discard_enemy_2_takes_two() -> None:
    desk = table({BORDER: THREE}, ["paquita", "abel"]).attack(BORDER)
    desk.reveal("paquita", use=True).enemy(BORDER, 0, 1)
    assert desk.enemies(BORDER) == ["counter-guerrilla-2"]


@pytest.mark.parametrize(
    ("card", "persona"),
    [("adolfo", "hidden"), ("consuelo", "revealed"), ("adela", "hidden"), ("benigno", "revealed")],
)
def test_actions_on_an_enemy_need_one(card: str, persona: str) -> None:
    desk = table({BORDER: [], PASS: THREE}, [card, "abel"]).attack(BORDER)
    assert not _offered(desk, card, persona)


def test_discard_all_counter_guerrillas() -> None:
    enemies = ["counter-guerrilla-1", "guard-1", "counter-guerrilla-4"]
    desk = table({BORDER: enemies}, ["soledad", "abel"]).attack(BORDER).reveal("soledad", use=True)
    assert desk.enemies(BORDER) == ["guard-1"]


def test_discard_all_counter_guerrillas_needs_one() -> None:
    desk = table({BORDER: ["guard-1"]}, ["soledad", "abel"]).attack(BORDER)
    assert not _offered(desk, "soledad", "revealed")


def test_move_enemy_needs_another_mission() -> None:
    assert not _offered(table({BORDER: THREE}, ["adela", "abel"]).attack(BORDER), "adela", "hidden")


def test_def_minus_1_spares_defense_1() -> None:
    desk = table({BORDER: ["guard-1", "guard-3"]}, ["benigno", "abel"]).attack(BORDER)
    desk.reveal("benigno", use=True)
    assert [enemy_defense(desk.state, card) for card in desk.enemies(BORDER)] == [1, 2]


def test_def_minus_1_needs_an_enemy_of_2_or_more() -> None:
    desk = table({BORDER: ["guard-1"]}, ["benigno", "abel"]).attack(BORDER)
    assert not _offered(desk, "benigno", "revealed")


def test_halve_mission_rounds_up() -> None:
    desk = table({VALLEY: [], "destroy-the-bunker": []}, ["ricardo", "abel", "pilar"])
    desk.attack("destroy-the-bunker").card("pilar").reveal("ricardo", use=True)
    assert mission_defense(desk.state) == 3


# Effects on other Missions


def test_reinforce_others_by_a_mission() -> None:
    desk = _beat("destroy-the-barracks", enemy=deck("guard-1", "grunt-1", "jailor-2"))
    assert (desk.enemies(BORDER), desk.enemies(PASS)) == (["guard-1"], ["grunt-1"])
    assert not desk.state.site(BORDER).garrison[0].up


def test_reinforce_others_shuffles_and_stops_when_all_are_out() -> None:
    desk = _beat("destroy-the-barracks", enemy=deck(discard=["guard-1"]))
    assert (desk.enemies(BORDER), desk.enemies(PASS)) == (["guard-1"], [])


def test_discard_elsewhere_with_no_enemy_elsewhere() -> None:
    assert _beat(BRIDGE).kind == "end"


def test_discard_each_other_turns_a_face_down_enemy_up_first() -> None:
    desk = _beat("destroy-the-supply-convoy", missions={BORDER: ["guard-1"]}).enemy(BORDER, 0)
    assert [event.enemies for event in desk.heard("flipped")] == [("guard-1",)]


# RECOVER, reveals, shields


@pytest.mark.parametrize(("mission", "hand"), [(VALLEY, 6), (BORDER, 4), (PASS, 5)])
def test_the_hand_of_the_next_round(mission: str, hand: int) -> None:
    cards = sorted(MAQUIS.keys() - {"roberto", "nicolas", "domingo", "anastasio"})
    desk = _beat(mission, hidden=deck(*cards)).go_on()
    assert len(desk.state.hand) == hand


def test_guards_shield_the_mission_and_grunts_the_enemies() -> None:
    desk = table({BORDER: ["guard-1", "grunt-1", "jailor-2"]}, ["roberto"]).attack(BORDER).reveal("roberto")
    assert list(desk.moves) == [PickEnemy(BORDER, 1)]
    desk.refused("GUARDS_FIRST", PickMission(BORDER))
    desk.refused("GRUNTS_FIRST", PickEnemy(BORDER, 0))
    desk.enemy(BORDER, 1)
    assert list(desk.moves) == [PickEnemy(BORDER, 0), PickEnemy(BORDER, 1)]
    desk.enemy(BORDER, 0)
    assert list(desk.moves) == [PickEnemy(BORDER, 0)]
    desk.refused("TOO_STRONG", PickMission(BORDER))


def test_grunts_do_not_shield_the_mission() -> None:
    desk = table({BORDER: ["grunt-1"]}, ["roberto"]).attack(BORDER).reveal("roberto")
    assert PickMission(BORDER) in desk.moves


# Civilians and losses


def test_draw_civilian_fills_the_graveyard() -> None:
    desk = table({BORDER: ["counter-guerrilla-1"], PASS: []}, [], civilians=(2, 1)).attack(BORDER)
    assert (desk.state.graveyard, desk.state.civilians) == ((2,), (1,))


def test_the_card_without_civilians_goes_back_and_no_other_is_drawn() -> None:
    desk = table({BORDER: ["counter-guerrilla-1"], PASS: []}, [], civilians=(0, 1, 2))
    desk.draws = [[1, 0, 2]]
    desk.attack(BORDER)
    assert (desk.state.graveyard, desk.state.civilians) == ((), (1, 0, 2))


def test_civilian_per_enemy_counts_enemies_left() -> None:
    enemies = ["jailor-2", "jailor-3", "guard-2"]
    desk = table({"attack-francos-headquarters": enemies}, ["roberto", "nicolas", "benigno"], civilians=(1,) * 4)
    desk.attack("attack-francos-headquarters").reveal("roberto", "nicolas").hide("benigno")
    desk.enemy("attack-francos-headquarters", 2).mission("attack-francos-headquarters")
    assert desk.state.graveyard == (1, 1)


def test_civilian_per_enemy_at_an_empty_mission_draws_none() -> None:
    assert _beat("attack-the-commanders-villa", civilians=(3,)).state.graveyard == ()


def test_bonus_per_civilian() -> None:
    desk = table({BORDER: []}, ["abel"], graveyard=(1, 2)).attack(BORDER).reveal("abel", use=True)
    assert desk.state.raid.strength == 2 + 3


def test_a_bonus_not_used_does_not_count() -> None:
    desk = table({BORDER: []}, ["abel"], graveyard=(1, 2)).attack(BORDER).reveal("abel", use=False)
    assert desk.state.raid.strength == 2


def test_lose_random_hidden_is_drawn_by_chance_among_the_hidden() -> None:
    desk = table({BORDER: ["military-4"], PASS: []}, ["abel", "paquita", "nicolas"]).attack(BORDER)
    desk.draws = [["paquita"]]
    desk.hide("abel", "paquita").reveal("nicolas").mission(BORDER)
    assert desk.state.removed == ("paquita",)


def test_keep_spies_on_top_discards_the_others() -> None:
    desk = _beat("attack-the-police-station", hidden=deck("abel", "spy", "celia", "pilar"))
    assert desk.state.hidden.cards == ("spy", "pilar")
    assert desk.state.hidden.discard == ("abel", "celia")


def test_keep_spies_on_top_shuffles_a_short_deck() -> None:
    desk = _beat("attack-the-police-station", hidden=deck("abel", discard=["spy", "celia"]))
    assert desk.state.hidden.cards == ("spy",)
    assert sorted(desk.state.hidden.discard) == ["abel", "celia"]


def test_keep_spies_on_top_with_no_cards() -> None:
    assert _beat("attack-the-police-station").kind == "end"


def test_ignore_mission_lifts_a_reveal_limit() -> None:
    supplies = "steal-supplies-from-the-train-depot"
    desk = table({supplies: []}, ["pilar", "roberto"]).reveal("pilar", use=True).attack(supplies)
    assert Play("roberto", "revealed") in desk.moves
