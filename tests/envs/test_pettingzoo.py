"""PettingZoo's own kit over both forms, and what the kit does not ask."""

from __future__ import annotations

import warnings
from functools import partial
from typing import Any

import numpy as np
import pytest

from tests.envs import examples
from turncoat.core import Refused
from turncoat.games.resistance.adapters.pettingzoo import env, parallel_env, raw_env

with warnings.catch_warnings():
    # The kit imports every stock environment it can, by names that PettingZoo itself has deprecated.
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test
    from pettingzoo.utils import wrappers

SETUPS: list[dict[str, Any]] = [
    {},
    {"ruleset": "cards", "players": 6},
    {"ruleset": "avalon", "players": 7, "roles": ("percival", "morgana"), "lady": True, "targeting": True},
]


@pytest.mark.parametrize("setup", SETUPS)
@pytest.mark.filterwarnings("ignore")  # the kit warns of habits, such as observations that are dictionaries
def test_kit(setup: dict[str, Any]) -> None:
    api_test(env(**setup), num_cycles=200)
    parallel_api_test(parallel_env(**setup), num_cycles=200)
    seed_test(partial(env, **setup), num_cycles=60)
    parallel_seed_test(partial(parallel_env, **setup), num_cycles=30)
    render_test(partial(env, **setup))


def _answer(observation: dict[str, Any], rng: np.random.Generator) -> int:
    return int(rng.choice(np.flatnonzero(observation["action_mask"])))


def test_ballots_stay_sealed_until_the_last_is_in() -> None:
    table = raw_env(players=5)
    table.reset(seed=3)
    table.step(0)
    before = {agent: table.observe(agent)["observation"].copy() for agent in table.agents}
    for number in range(4):
        table.step(number % 2)
        for agent in table.agents[number + 1 :]:
            np.testing.assert_array_equal(table.observe(agent)["observation"], before[agent])


def test_both_forms_play_the_same_game() -> None:
    turns, rounds = raw_env(players=5), parallel_env(players=5)
    turns.reset(seed=9)
    seen, _ = rounds.reset(seed=9)
    rng = np.random.default_rng(0)
    rewards: dict[str, float] = {}
    while rounds.agents:
        actions = {agent: _answer(seen[agent], rng) for agent in rounds.agents}
        asked = [rounds.possible_agents[seat] for seat in sorted(rounds.game.asks)]
        for agent in asked:
            assert turns.agent_selection == agent
            np.testing.assert_array_equal(turns.observe(agent)["observation"], seen[agent]["observation"])
            turns.step(actions[agent])
        seen, rewards, *_ = rounds.step(actions)
    assert {agent: turns.rewards[agent] for agent in turns.agents} == rewards
    assert set(rewards.values()) == {1.0, -1.0}


def test_an_illegal_action_is_reported() -> None:
    guarded = env(players=5)
    guarded.reset(seed=1)
    guarded.step(1)
    voter = guarded.agent_selection
    guarded.step(5)
    assert guarded.terminations[voter]
    assert guarded.rewards[voter] == -1
    bare = raw_env(players=5)
    bare.reset(seed=1)
    selected = bare.agent_selection
    with pytest.raises(Refused, match="BAD_REQUEST"):
        bare.step(99)
    assert bare.agent_selection == selected
    rounds = parallel_env(players=5)
    rounds.reset(seed=1)
    _, rewards, ended, _, infos = rounds.step(dict.fromkeys(rounds.agents, 9))
    assert all(ended.values())
    assert sorted(rewards.values()) == [-1.0] * 4 + [0.0]
    assert sum("illegal" in info for info in infos.values()) == 4


def _misuse(table: Any, misuse: Any) -> str:
    """What an environment says to it."""
    try:
        return str(misuse(table))
    except (AssertionError, AttributeError, ValueError) as error:
        return f"{type(error).__name__}: {error}"


def _never_steps(table: Any) -> None:
    table.reset(seed=1)
    for _ in table.agent_iter(3):
        pass


def _goes_on_after_an_illegal_action(table: Any) -> Any:
    table.reset(seed=1)
    table.step(1)
    table.step(5)
    said = [table.last()[1:] for agent in table.agent_iter() if table.step(None) is None and table.agents]
    return said, table.agents, table.step(None)


@pytest.mark.parametrize(
    "misuse",
    [
        lambda table: table.step(0),
        lambda table: table.observe("seat_0"),
        lambda table: table.state(),
        lambda table: table.render(),
        lambda table: table.agent_iter(),
        lambda table: table.rewards,
        lambda table: table.agent_selection,
        lambda table: (table.reset(seed=1), table.step(99)),
        lambda table: (table.reset(seed=1), table.step(None)),
        _never_steps,
        _goes_on_after_an_illegal_action,
    ],
)
@pytest.mark.filterwarnings("ignore")
def test_misuse_is_answered_as_by_the_wrappers_of_pettingzoo(misuse: Any) -> None:
    guarded = wrappers.TerminateIllegalWrapper(raw_env(players=5), illegal_reward=-1)
    stock = wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(guarded))
    assert _misuse(env(players=5), misuse) == _misuse(stock, misuse)


def test_bad_set_ups_are_refused() -> None:
    setups: list[tuple[dict[str, Any], str]] = [
        ({"players": 11}, "PLAYER_COUNT"),
        ({"plot": True}, "OPTION_DISABLED"),
    ]
    for setup, code in setups:
        with pytest.raises(Refused) as refusal:
            env(**setup)
        assert refusal.value.code == code


def test_the_example_plays_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    examples.load("pettingzoo_random").main()
    told = capsys.readouterr().out
    winner = "good" if "good wins" in told else "evil"
    assert told.splitlines()[-1].count("seat_") == {"good": 4, "evil": 3}[winner]


@pytest.mark.parametrize("make", [env, parallel_env])
def test_a_central_critic_sees_what_all_seats_know_together(make: Any) -> None:
    played = make(ruleset="avalon", players=5)
    played.reset(seed=4)
    state = played.state()
    assert played.state_space.contains(state)
    game = played.unwrapped.game
    assert (state.reshape(5, -1) == [game.observe(seat)["observation"] for seat in range(5)]).all()
