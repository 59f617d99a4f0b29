"""Values, best responses and CFR+ against what is known, and against trying everything."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

from tests.solving.kuhn import kuhn
from turncoat.games.resistance.solving.game_tree import GameTree, Numbers
from turncoat.games.resistance.solving.reduced_game import EVIL, PLAYERS, ReducedGame
from turncoat.games.resistance.solving.tabular import CfrPlus, best_response, gains, nash_conv, values


def _any_policy(tree: GameTree, seed: int) -> Numbers:
    return tree.normalised(np.random.default_rng(seed).random(len(tree.uniform)))


def _most_by_trying_everything(tree: GameTree, policy: Numbers, player: int, sets: list[int]) -> float:
    """The most that a player gets by any pure strategy in these information sets."""
    found = -np.inf
    for actions in product(*(range(len(policy[tree.slots(number)])) for number in sets)):
        tried = policy.copy()
        for number, action in zip(sets, actions, strict=True):
            tried[tree.slots(number)] = 0
            tried[tree.slots(number).start + action] = 1
        found = max(found, values(tree, tried)[player])
    return found


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("seed", range(3))
def test_a_best_response_is_as_good_as_the_best_of_all_strategies(player: int, seed: int) -> None:
    tree = kuhn()
    policy = _any_policy(tree, seed)
    own = [number for key, number in tree.keys.items() if len(_history(key)) % 2 == player]
    value, response = best_response(tree, policy, player)
    assert value == pytest.approx(_most_by_trying_everything(tree, policy, player, own))
    assert values(tree, response)[player] == pytest.approx(value)


def _history(key: Any) -> tuple[int, ...]:
    _, history = key
    return tuple(history)


def test_a_best_response_in_the_reduced_game_is_as_good_as_the_best_of_all_strategies() -> None:
    """Seat 0 always takes seats 0, 1 and 2, so seat 1 decides on one card with each of four partners."""
    tree = ReducedGame("classic", 2, 2).seats
    policy = _any_policy(tree, 0)
    examples: list[Any] = tree.examples
    for number, one in enumerate(examples):
        if one.ask.kind == "propose":
            policy[tree.slots(number)] = [move.team == (0, 1, 2) for move in one.ask.moves]
    decides = [
        number
        for number, one in enumerate(examples)
        if (one.ask.kind, one.ask.seat, one.state.team, len(one.ask.moves)) == ("mission", 1, (0, 1, 2), 2)
    ]
    assert len(decides) == PLAYERS - 1
    value, _ = best_response(tree, policy, 1)
    assert value == pytest.approx(_most_by_trying_everything(tree, policy, 1, decides))


@pytest.mark.parametrize("seed", range(3))
def test_evil_as_one_does_as_well_as_somebody_who_looks_ahead_with_all_cards_open(seed: int) -> None:
    """In the plain game evil knows the whole deal, so its best response is that of a game without secrets."""
    game = ReducedGame("classic", 2, 1)
    tree = game.evil_as_one
    policy = _any_policy(tree, seed)

    def most(position: Any) -> float:
        turn = position.turn
        if turn is None:
            return float(position.payoffs()[EVIL])
        below = [most(position.after(action)) for action in range(turn.actions)]
        return max(below) if turn.player == EVIL else float(policy[tree.slots(tree.keys[turn.key])] @ below)

    deals = [most(deal) for deal in _first_positions(game)]
    assert best_response(tree, policy, EVIL)[0] == pytest.approx(np.mean(deals))


def _first_positions(game: ReducedGame) -> list[Any]:
    root = game.root(evil_as_one=True)
    assert root.turn is not None
    return [root.after(deal) for deal in range(root.turn.actions)]


def test_kuhns_poker_has_its_known_values() -> None:
    """Uniform play can be exploited by 11/12 in all, and the first player loses 1/18 a game in equilibrium."""
    tree = kuhn()
    assert nash_conv(tree, tree.uniform) == pytest.approx(11 / 12)
    solver = CfrPlus(tree)
    solver.run(1000)
    assert values(tree, solver.average())[0] == pytest.approx(-1 / 18, abs=1e-4)
    assert nash_conv(tree, solver.average()) < 1e-3


def test_nobody_gains_against_what_they_know_already() -> None:
    tree = kuhn()
    policy = tree.uniform
    for _ in range(2):  # a response to a response
        _, policy = best_response(tree, policy, 0)
    assert gains(tree, policy)[0] == pytest.approx(0)
