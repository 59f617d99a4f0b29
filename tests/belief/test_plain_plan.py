"""The fixed plans of the plain game: what they are worth against evil that foresees every team."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product

import pytest

from turncoat.arena import Cell, Teams
from turncoat.arena.play import record_game
from turncoat.core import replay
from turncoat.games import find_game
from turncoat.games.resistance.belief.plain_plan import fixed_plans, plan_for, sides_beaten


@pytest.mark.parametrize("players", range(5, 9))
def test_with_five_to_eight_players_a_fixed_plan_attains_the_value(players: int) -> None:
    beaten, sides = sides_beaten(players, fixed_plans()[players])
    assert Fraction(beaten, sides) == Fraction(*plan_for(players).value)


@pytest.mark.parametrize("players", [9, 10])
def test_with_nine_and_ten_it_comes_within_two_points(players: int) -> None:
    beaten, sides = sides_beaten(players, fixed_plans()[players])
    value = Fraction(*plan_for(players).value)
    assert value - Fraction(2, 100) < Fraction(beaten, sides) <= value


def test_the_sides_beaten_are_those_that_win_by_no_choice_of_missions_to_fail() -> None:
    plan, beaten = fixed_plans()[5], 0
    for side in combinations(range(5), 2):
        lost = True
        for wishes in product("ox", repeat=5):
            course = ""
            while max(course.count("o"), course.count("x")) < 3:
                course += wishes[len(course)] if set(side) & set(plan[course]) else "o"
            lost = lost and course.count("o") == 3
        beaten += lost
    assert (beaten, 10) == sides_beaten(5, plan)


@pytest.mark.parametrize("players", range(5, 11))
def test_good_seats_of_optimal_follow_it_where_there_is_no_coin(players: int) -> None:
    game, plan = find_game("classic"), fixed_plans()[players]
    cell = Cell(lineup=Teams("optimal", "simple"), ruleset="classic", players=players)
    for number in range(6):
        view = game.view(replay(game, record_game(cell, number)), None)
        course = ""
        for mission in view.missions:
            if mission is not None:
                assert mission.team == plan[course]
                course += "o" if mission.success else "x"
