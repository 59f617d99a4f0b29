"""The card data: counts, checksums, and no key without a function or words."""

from __future__ import annotations

from collections import Counter

import pytest

from turncoat.games.maquis.rules.cards import (
    CIVILIANS,
    ENEMIES,
    ENEMY_CARDS,
    ERAS,
    HIDDEN_SPIES,
    MAQUIS,
    MISSIONS,
    RESERVE_SPIES,
    SLOTS,
    WORDS,
)
from turncoat.games.maquis.rules.effects import EFFECTS
from turncoat.games.maquis.rules.ongoing_effects import BONUSES, RAISES, REVEAL_LIMITS, SHIELDS


def test_every_card_is_there() -> None:
    assert (len(MAQUIS), len(MISSIONS), len(ENEMY_CARDS), len(CIVILIANS)) == (24, 20, 32, 8)
    assert (HIDDEN_SPIES, RESERVE_SPIES) == (3, 3)


def test_attack_totals_are_26_hidden_and_45_revealed() -> None:
    assert sum(card.hidden.attack for card in MAQUIS.values()) == 26
    assert sum(card.revealed.attack for card in MAQUIS.values()) == 45


def test_defense_of_all_enemies_is_71() -> None:
    assert sum(ENEMIES[card].defense for card in ENEMY_CARDS) == 71


def test_enemies_by_defense_are_9_11_8_4() -> None:
    assert Counter(ENEMIES[card].defense for card in ENEMY_CARDS) == {1: 9, 2: 11, 3: 8, 4: 4}


@pytest.mark.parametrize(("era", "cards", "points"), [(1, 8, 13), (2, 6, 18), (3, 6, 25)])
def test_missions_and_points_by_era(era: int, cards: int, points: int) -> None:
    missions = [mission for mission in MISSIONS.values() if mission.era == era]
    assert (len(missions), sum(mission.points for mission in missions)) == (cards, points)


def test_ten_missions_are_worth_22_to_34() -> None:
    by_era = [sorted(m.points for m in MISSIONS.values() if m.era == era) for era in (1, 2, 3)]
    assert sum(sum(points[:n]) for points, n in zip(by_era, ERAS, strict=True)) == 22
    assert sum(sum(points[-n:]) for points, n in zip(by_era, ERAS, strict=True)) == 34
    assert len(SLOTS) == 10


def test_largest_garrison_is_5() -> None:
    assert max(mission.garrison for mission in MISSIONS.values()) == 5


def test_civilians_sum_to_12() -> None:
    assert sum(CIVILIANS) == 12


def test_four_routes_lead_out_of_the_recruit_deck() -> None:
    keys = [side.action for card in MAQUIS.values() for side in (card.hidden, card.revealed)]
    keys += [mission.effect for mission in MISSIONS.values()]
    keys += [enemy.effect for enemy in ENEMIES.values()]
    routes = ("RECRUIT_TO_HAND", "RECRUIT_TO_HIDDEN_TOP", "RECRUIT_TO_HIDDEN_DISCARD")
    # The two Jailors differ in defense only.
    assert Counter(key for key in keys if key in routes) == dict(zip(routes, (1, 1, 3), strict=True))


def test_every_key_has_a_function_and_words() -> None:
    actions = {side.action for card in MAQUIS.values() for side in (card.hidden, card.revealed)} - {None}
    effects = {mission.effect for mission in MISSIONS.values()}
    effects |= {enemy.effect for enemy in ENEMIES.values()}
    holding = RAISES.keys() | SHIELDS.keys() | REVEAL_LIMITS.keys()
    assert actions | effects == EFFECTS.keys() | holding == WORDS.keys()
    assert not EFFECTS.keys() & holding
    assert BONUSES.keys() <= EFFECTS.keys()


def test_an_action_has_a_phase_and_a_phase_an_action() -> None:
    for card in MAQUIS.values():
        for side in (card.hidden, card.revealed):
            assert bool(side.when) == (side.action is not None)
            assert set(side.when) <= {"plan", "attack"}
