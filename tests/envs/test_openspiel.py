"""OpenSpiel's own consistency tests, and what they do not ask."""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts

import turncoat.games.resistance.adapters.openspiel  # noqa: F401  registers the game
from tests.envs import examples

SETUPS: list[dict[str, Any]] = [
    {},
    {"ruleset": "avalon", "players": 7, "roles": "percival+morgana", "options": "lady:true"},
    {"ruleset": "avalon", "players": 5, "roles": "mordred+morgana", "options": "assassin_duty:true"},
    {"ruleset": "cards", "players": 6, "options": "host:2"},
    {"ruleset": "classic", "players": 8, "options": "targeting:true+first_leader:random"},
]


@pytest.mark.parametrize("setup", SETUPS, ids=json.dumps)
def test_random_simulation(setup: dict[str, Any]) -> None:
    game = pyspiel.load_game("python_turncoat", setup)
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)


def _play(game: Any, seed: int, stop: int = 10_000) -> Any:
    rng = random.Random(seed)
    state = game.new_initial_state()
    for _ in range(stop):
        if state.is_terminal():
            break
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(actions, weights)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    return state


def test_clones_and_serialisation() -> None:
    game = pyspiel.load_game("python_turncoat")
    for stop in (3, 20, 60):
        state = _play(game, stop, stop)
        _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
        assert str(again) == str(state)
        clone = state.clone()
        if not clone.is_terminal():
            clone.apply_action(clone.legal_actions()[0])
            assert clone.history() != state.history()


def test_a_seat_learns_nothing_from_the_others_sealed_ballots() -> None:
    game = pyspiel.load_game("python_turncoat")
    state = _play(game, 1, 6)
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    state.apply_action(0)
    before = [state.information_state_tensor(seat) for seat in range(5)]
    for ballot in (1, 0, 1):
        voter = state.current_player()
        state.apply_action(ballot)
        for seat in range(5):
            same = state.information_state_tensor(seat) == before[seat]
            assert same == (seat > voter)


@pytest.mark.parametrize("setup", SETUPS, ids=json.dumps)
def test_the_quick_information_state_is_the_one_that_the_observer_makes(setup: dict[str, Any]) -> None:
    """The one asked of a state in Python is put together from what has changed; the observer's comes from the view."""
    game = pyspiel.load_game("python_turncoat", setup)
    recall = pyspiel.IIGObservationType(perfect_recall=True)
    observer = game.make_py_observer(recall)
    for seed in range(6):
        rng, state = random.Random(seed), game.new_initial_state()
        while not state.is_terminal():
            if not state.is_chance_node():
                player = state.current_player()
                observer.set_from(state, player)
                if rng.random() < 0.7:  # a seat that does not look at every turn sees the same when it does
                    assert state.information_state_tensor() == observer.tensor.tolist()
                    assert state.information_state_tensor(player) == observer.tensor.tolist()
                if rng.random() < 0.1:
                    state = state.clone()
            actions = state.legal_actions()
            state.apply_action(rng.choice(actions))


def test_nobody_can_change_what_a_state_tells_later() -> None:
    state = _play(pyspiel.load_game("python_turncoat"), 3, 20)
    numbers, actions = state.information_state_tensor(), state.legal_actions()
    state.information_state_tensor().clear()
    state.legal_actions().clear()
    assert (state.information_state_tensor(), state.legal_actions()) == (numbers, actions)
    other = (state.current_player() + 1) % 5
    assert state.legal_actions(other) == []


def test_sides_share_the_result() -> None:
    game = pyspiel.load_game("python_turncoat")
    for seed in range(8):
        returns = _play(game, seed).returns()
        assert sorted(abs(value) for value in returns) == [1.0] * 5
        assert abs(sum(returns)) == 1.0


def test_an_opening_is_played_after_every_deal() -> None:
    opening = "0+1+1+1+1+1+0+0"  # the first team goes and succeeds
    game = pyspiel.load_game("python_turncoat", {"opening": opening, "options": "first_leader:host"})
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    assert state.current_player() == 1
    assert np.sum(state.information_state_tensor(0)) > 0
    assert '"good":1' in state.information_state_string(0)


def test_the_example_runs(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """At random half the teams go, and 19 of 40 teams of three succeed."""
    monkeypatch.setattr(sys, "argv", ["openspiel_last_vote.py", "10"])
    examples.load("openspiel_last_vote").main()
    at_random, trained = capsys.readouterr().out.splitlines()
    assert at_random.endswith(f"{1 / 2 * 19 / 40:.1%}")
    assert 0 < float(trained.split()[-1].rstrip("%")) < 100


def _sampler(seed: int) -> Any:
    return random.Random(seed).random


@pytest.mark.parametrize("setup", SETUPS, ids=json.dumps)
def test_a_resampled_state_looks_the_same_to_the_player(setup: dict[str, Any]) -> None:
    game = pyspiel.load_game("python_turncoat", setup)
    dealt = set()
    for stop in range(8, 90, 3):
        state = _play(game, stop, stop)
        if state.is_terminal() or state.is_chance_node():
            continue
        player = state.current_player()
        for seed in range(4):
            other = state.resample_from_infostate(player, _sampler(seed))
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.information_state_tensor(player) == state.information_state_tensor(player)
            assert other.current_player() == player
            assert other.legal_actions() == state.legal_actions()
            dealt.add(other.roles != state.roles)
    assert dealt == {True, False}


def test_every_possible_deal_is_drawn_equally_often() -> None:
    """A good seat that saw nobody holds the six pairs of the other four for equally likely to be the spies."""
    game = pyspiel.load_game("python_turncoat")
    state = next(state for seed in range(99) if (state := _play(game, seed, 6)).roles[0] == "resistance")
    sample = _sampler(0)
    drawn = Counter(state.resample_from_infostate(0, sample).roles for _ in range(600))
    assert len(drawn) == 6
    assert sum((count - 100) ** 2 / 100 for count in drawn.values()) < 20.5  # chi-squared, 5 degrees, 1 in 1000


@pytest.mark.parametrize("opening", ["", "0+1+1+1+1+1"])
def test_ismcts_plays(opening: str) -> None:
    game = pyspiel.load_game("python_turncoat", {"opening": opening})
    searcher = ismcts.ISMCTSBot(
        game=game, evaluator=mcts.RandomRolloutEvaluator(1, np.random.RandomState(0)), uct_c=2.0, max_simulations=4
    )
    state = _play(game, 3, 6)
    for _ in range(6):
        action = searcher.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)
