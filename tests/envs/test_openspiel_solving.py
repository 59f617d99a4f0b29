"""OpenSpiel's own algorithms find the same numbers in the reduced games as `turncoat exploit` does."""

from __future__ import annotations

from typing import Any

import pyspiel
import pytest
from open_spiel.python import policy
from open_spiel.python.algorithms import best_response, cfr, expected_game_score, exploitability

import turncoat.games.resistance.adapters.openspiel  # noqa: F401  registers the game
from turncoat.games.resistance.solving import tabular
from turncoat.games.resistance.solving.reduced_game import PLAYERS, ReducedGame

SUCCEEDED = ["0+1+1+1+1+1+0+0", "0+1+1+1+1+1+0+0+0"]  # the first team of two, then of three; ballots, cards
FORFEITED = "+".join(["0+0+0+0+0+0"] * 5)  # the first team and five ballots against it, five times


def _load(ruleset: str, good: int, evil: int) -> Any:
    host = -good % PLAYERS
    parameters = {
        "ruleset": ruleset,
        "options": f"five_rejections:point+first_leader:host+host:{host}",
        "opening": "+".join(SUCCEEDED[:good] + [FORFEITED] * evil),
        "votes": False,
    }
    return pyspiel.load_game("python_turncoat", parameters)


@pytest.mark.parametrize("ruleset", ["classic", "avalon"])
def test_best_responses_to_uniform_play(ruleset: str) -> None:
    game, tree = _load(ruleset, 2, 2), ReducedGame(ruleset, 2, 2).seats
    uniform = policy.TabularPolicy(game)
    assert len(uniform.state_lookup) == len(tree.keys)
    found = exploitability.nash_conv(game, uniform, return_only_nash_conv=False)
    assert tabular.nash_conv(tree, tree.uniform) == pytest.approx(found.nash_conv)
    assert tabular.gains(tree, tree.uniform) == pytest.approx(found.player_improvements.tolist())


def test_cfr_plus() -> None:
    """The policies after the same iterations are the same, so every measure of them is."""
    game, tree = _load("classic", 2, 2), ReducedGame("classic", 2, 2).seats
    theirs, ours = cfr.CFRPlusSolver(game), tabular.CfrPlus(tree)
    for _ in range(6):
        theirs.evaluate_and_update_policy()
    ours.run(6)
    average, root = theirs.average_policy(), game.new_initial_state()
    worth = expected_game_score.policy_value(root, [average] * PLAYERS)
    assert tabular.values(tree, ours.average()).tolist() == pytest.approx(list(worth))
    assert tabular.nash_conv(tree, ours.average()) == pytest.approx(exploitability.nash_conv(game, average))


def test_two_missions() -> None:
    game, tree = _load("classic", 2, 1), ReducedGame("classic", 2, 1).seats
    response = best_response.BestResponsePolicy(game, 1, policy.UniformRandomPolicy(game))
    assert tabular.best_response(tree, tree.uniform, 1)[0] == pytest.approx(response.value(game.new_initial_state()))


@pytest.mark.long
def test_three_missions() -> None:
    game, tree = _load("classic", 1, 1), ReducedGame("classic", 1, 1).seats
    response = best_response.BestResponsePolicy(game, 0, policy.UniformRandomPolicy(game))
    assert tabular.best_response(tree, tree.uniform, 0)[0] == pytest.approx(response.value(game.new_initial_state()))


def test_a_state_without_votes_can_be_resampled() -> None:
    game = _load("classic", 2, 1)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    for action in (3, 0, 0, 0):  # a team of three goes, and its cards let it succeed unless they fail
        if not state.is_terminal():
            player = state.current_player()
            other = state.resample_from_infostate(player, lambda: 0.5)
            assert other.information_state_string(player) == state.information_state_string(player)
            state.apply_action(action)
