"""What the simulator promises by itself: exact values, refusals, illegal actions, ends, shapes, secrecy."""

from __future__ import annotations

from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from turncoat.core import Refused
from turncoat.games.resistance import simulator
from turncoat.games.resistance.network import layout
from turncoat.games.resistance.simulator import bits

BATCH = 16384


def _batch(config: simulator.Config, seed: int = 0, lanes: int = BATCH, *, history: bool = False) -> simulator.State:
    configs = jax.tree.map(lambda word: jnp.full(lanes, word, jnp.int32), config)
    deal = jax.vmap(partial(simulator.init_from_words, history=history), (1, 0))
    states: simulator.State = deal(simulator.random_words(jax.random.key(seed), lanes, 2), configs)
    return states


def _decisions(states: simulator.State) -> jax.Array:
    return jax.lax.population_count(jax.vmap(simulator.to_act)(states))


def _play(config: simulator.Config, seats: int, steps: int = 300) -> tuple[int, int, int]:
    """Games, wins of good and decisions in finished games, of random play without auto-reset."""

    def turn(carry: Any, key: jax.Array) -> Any:
        states, total = carry
        total = total + _decisions(states)
        words = simulator.random_words(key, BATCH, 2)
        actions = jax.vmap(simulator.random_actions, (0, 1, None))(states, words, seats)
        return (jax.vmap(simulator.step)(states, actions), total), None

    start = (_batch(config), jnp.zeros(BATCH, jnp.int32))
    (states, total), _ = jax.lax.scan(turn, start, jax.random.split(jax.random.key(7), 62))
    assert bool(simulator.terminated(states).all())
    return BATCH, int(simulator.good_won(states).sum()), int(total.sum())


@pytest.mark.parametrize(
    ("config", "good", "decisions"),
    [
        (("classic", 5), 1 - 0.50112, 54.93),
        (("avalon", 5), 0.33258, None),
    ],
)
def test_random_play_matches_the_exact_value(config: Any, good: float, decisions: float | None) -> None:
    games, won, made = _play(simulator.make_config(*config), 5)
    error = (good * (1 - good) / games) ** 0.5
    assert abs(won / games - good) < 4 * error
    if decisions is not None:
        assert abs(made / games - decisions) < 0.6


def test_auto_reset_plays_on_with_the_same_configuration() -> None:
    states = _batch(simulator.make_config("avalon", 7, ["percival", "morgana", "mordred"], lady=True), lanes=512)
    after, tally = jax.jit(partial(simulator.play_random, steps=200, seats=7))(states, jax.random.key(1))
    assert int(tally.games.min()) >= 3
    assert not bool(simulator.terminated(after).any())
    np.testing.assert_array_equal(after.config.rules, states.config.rules)
    np.testing.assert_array_equal(after.config.recipe, states.config.recipe)


def test_the_deal_is_uniform() -> None:
    states = _batch(simulator.make_config("avalon", 5, ["percival", "morgana"]))
    roles = np.asarray(jax.vmap(partial(simulator.roles, seats=5))(states))
    for seat in range(5):
        counts = np.bincount(roles[:, seat], minlength=8)
        held = counts[counts > 0]
        assert len(held) == 5
        assert abs(held / BATCH - 0.2).max() < 0.02
    leaders = np.bincount(np.asarray(bits.LEADER.of(states.progress)), minlength=5)
    assert abs(leaders / BATCH - 0.2).max() < 0.02


@pytest.mark.parametrize(
    ("code", "arguments"),
    [
        ("PLAYER_COUNT", {"players": 11}),
        ("PLAYER_COUNT", {"players": 4}),
        ("ROLE_SET", {"ruleset": "avalon", "players": 6, "roles": ["mordred", "morgana", "oberon"]}),
        ("ROLE_DEPENDENCY", {"ruleset": "avalon", "players": 5, "roles": ["percival"]}),
        ("ROLE_DEPENDENCY", {"ruleset": "avalon", "players": 8, "assassin": False}),
        ("OPTION_CONFLICT", {"targeting": True, "five_rejections": "point"}),
        ("OPTION_CONFLICT", {"lady": True}),
        ("OPTION_DISABLED", {"plot": True}),
        ("OPTION_DISABLED", {"vote_style": "open"}),
        ("OPTION_DISABLED", {"ruleset": "avalon", "assassin": False, "assassin_fallback": "collective"}),
        ("BAD_REQUEST", {"wings": True}),
    ],
)
def test_a_bad_configuration_is_refused(code: str, arguments: dict[str, Any]) -> None:
    with pytest.raises(Refused) as refusal:
        simulator.make_config(**arguments)
    assert refusal.value.code == code


def _classic() -> simulator.State:
    servant, minion = layout.ROLES.index("servant"), layout.ROLES.index("minion")
    return simulator.init_from_deal(
        simulator.make_config("classic", 5), [servant, minion, servant, minion, servant], leader=0
    )


def _proposed() -> simulator.State:
    return simulator.step(_classic(), jnp.array([simulator.team_index([0, 1]), 0, 0, 0, 0]))


@pytest.mark.parametrize(
    ("actions", "offenders"),
    [
        ([10, 0, 0, 0, 0], [0]),  # there are ten teams of two
        ([-1, 0, 0, 0, 0], [0]),
        ([1 << 20, 0, 0, 0, 0], [0]),
        ([256, 0, 0, 0, 0], [0]),  # a mission is named only under Targeting
        ([0, 1, 0, 0, 0], [1]),  # nobody but the leader is asked
        ([0, 0, 7, 0, -5], [2, 4]),
    ],
)
def test_an_illegal_proposal_ends_the_game_by_name(actions: list[int], offenders: list[int]) -> None:
    after = simulator.step(_classic(), jnp.array(actions))
    assert simulator.REASONS[int(simulator.reason(after))] == "illegal-action"
    assert bool(simulator.terminated(after))
    assert np.flatnonzero(simulator.fouls(after)).tolist() == offenders
    assert simulator.rewards(after, 5).tolist() == [-int(seat in offenders) for seat in range(5)]


def test_a_ballot_of_two_is_illegal() -> None:
    after = simulator.step(_proposed(), jnp.array([1, 1, 2, 1, 1]))
    assert np.flatnonzero(simulator.fouls(after)).tolist() == [2]


def test_good_must_succeed_and_outsiders_have_no_card() -> None:
    mission = simulator.step(_proposed(), jnp.array([1, 1, 1, 1, 1]))
    assert simulator.PHASES[int(simulator.phase(mission))] == "mission"
    after = simulator.step(mission, jnp.array([1, 1, 0, 1, 0]))
    assert np.flatnonzero(simulator.fouls(after)).tolist() == [0, 3]


def test_too_few_actions_are_everybodys_fault() -> None:
    state = simulator.init(jax.random.key(0), simulator.make_config("classic", 7))
    assert bool(simulator.fouls(simulator.step(state, jnp.zeros(5, jnp.int32)), 7).all())


def test_a_finished_game_stays_as_it_is() -> None:
    over = simulator.step(_classic(), jnp.array([99, 0, 0, 0, 0]))
    again = simulator.step(over, jnp.array([3, 1, 4, 1, 5]))
    jax.tree.map(np.testing.assert_array_equal, again, over)


def test_the_whole_game_of_the_rules() -> None:
    """Scenario W1 of the rules: leaders 0, 1, 2, 3, 4, 0 and a win of good by three to two."""
    state = _classic()
    votes = {"AAAAR": 0b01111, "RARRR": 0b00010, "ARARA": 0b10101, "AARAR": 0b01011}
    rounds = [
        ([0, 1], "AAAAR", [1]),
        ([1, 2, 4], "RARRR", None),
        ([0, 2, 4], "ARARA", []),
        ([0, 3], "AARAR", [3]),
        ([0, 2, 4], "ARARA", []),
        ([0, 2, 4], "ARARA", []),
    ]
    for leader, (team, ballots, fails) in zip((0, 1, 2, 3, 4, 0), rounds, strict=True):
        assert int(bits.LEADER.of(state.progress)) == leader
        state = simulator.step(state, jnp.zeros(5, jnp.int32).at[leader].set(simulator.team_index(team)))
        state = simulator.step(state, jnp.array([votes[ballots] >> seat & 1 for seat in range(5)]))
        if fails is not None:
            state = simulator.step(state, jnp.array([int(seat in fails) for seat in range(5)]))
    assert simulator.REASONS[int(simulator.reason(state))] == "three-successes"
    assert simulator.rewards(state, 5).tolist() == [1, -1, 1, -1, 1]


def test_observations_need_a_history() -> None:
    state = simulator.init(jax.random.key(0), simulator.make_config(), history=False)
    for observe in (simulator.observe, simulator.observe_packed, lambda state: simulator.observe_seat(state, 0)):
        with pytest.raises(ValueError, match="history"):
            observe(state)


def test_action_counts() -> None:
    assert [simulator.num_actions(players) for players in range(5, 11)] == [10, 20, 35, 70, 126, 252]
    assert simulator.team_seats(3, simulator.team_index([1, 4, 7])) == (1, 4, 7)


@pytest.mark.parametrize(
    "config",
    [("classic", 6, ()), ("avalon", 7, ("percival", "morgana", "oberon")), ("avalon", 9, ("percival", "mordred"))],
)
def test_worlds_a_seat_cannot_tell_apart_look_the_same_to_it(config: Any) -> None:
    """Deals with the same first view for seat 0 stay the same to it while the public moves are the same.

    Every mission card is a success and the proposals and votes are shared, so nothing that differs is ever shown. The
    public part of packed observations is the same in all deals.
    """
    lanes, seats = 2048, 10
    states = _batch(simulator.make_config(*config, first_leader="host"), lanes=lanes, history=True)
    observe = jax.jit(jax.vmap(lambda state: simulator.observe(state, seats)[0]))
    first = np.asarray(observe(states))
    _, group = np.unique(first, axis=0, return_inverse=True)
    hidden = np.asarray(jax.vmap(simulator.roles)(states))
    assert len(np.unique(hidden, axis=0)) > len(np.unique(group)) > 1
    step = jax.jit(jax.vmap(simulator.step))
    rng = np.random.default_rng(0)
    for _ in range(24):
        if simulator.PHASES[int(simulator.phase(states)[0])] in ("assassinate", "over"):
            break
        legal = np.asarray(simulator.legal_action_mask(jax.tree.map(lambda leaf: leaf[0], states), seats))
        shared = [int(rng.choice(np.flatnonzero(row))) for row in legal]
        in_mission = simulator.PHASES[int(simulator.phase(states)[0])] == "mission"
        actions = np.zeros(seats, np.int32) if in_mission else np.array(shared, np.int32)
        states = step(states, jnp.broadcast_to(actions, (lanes, seats)))
        seen, packed = np.asarray(observe(states)), jax.vmap(simulator.observe_packed)(states)
        assert (packed.public == packed.public[0]).all()
        for number in np.unique(group):
            members = seen[group == number]
            assert (members == members[0]).all()


@pytest.mark.parametrize("fixed", [False, True])
def test_too_few_rows_are_refused(fixed: bool) -> None:
    config: Any = simulator.make_config("classic", 7)
    state = simulator.init(jax.random.key(0), simulator.fixed_config(config) if fixed else config)
    for read in (simulator.observe, simulator.legal_action_mask, simulator.rewards, simulator.roles):
        assert read(state, 7).shape[0] == 7
        with pytest.raises(ValueError, match="7 players"):
            read(state, 5)
        with pytest.raises(ValueError, match="at most 10 seats"):
            read(state, 11)


def test_one_seat_is_observed_by_its_plain_number() -> None:
    """A number that is no array ended in "'int' object is not subscriptable"."""
    state = simulator.init(jax.random.key(0), simulator.make_config("classic", 5))
    for seat in range(5):
        assert (simulator.observe_seat(state, seat) == simulator.observe(state)[seat]).all()
