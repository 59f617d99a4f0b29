"""The simulator and the core agree, move by move, over random configurations; in both directions."""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from tests.envs import setups, twin
from turncoat.core import Match, Refused, Seed, Setup
from turncoat.games.resistance import GAME, simulator
from turncoat.games.resistance.network.layout import ROLES
from turncoat.games.resistance.rules.options import Options
from turncoat.games.resistance.simulator import bits
from turncoat.games.resistance.simulator.state import ASSASSINATE, examined_by

STEPS = 62
"""No game is longer: five rounds of five proposals and votes, a mission, the Lady; then the assassination."""


def _record(states: simulator.State, key: jax.Array) -> Any:
    """Random games to their end: what is said of every state, and every joint action."""

    def turn(states: simulator.State, key: jax.Array) -> Any:
        words = simulator.random_words(key, states.progress.shape[0], 2)
        actions = jax.vmap(simulator.random_actions, (0, 1))(states, words)
        return jax.vmap(simulator.step)(states, actions), (jax.vmap(twin.facts)(states), actions)

    _, trace = jax.lax.scan(turn, states, jax.random.split(key, STEPS + 1))
    return trace


def _pick(tree: Any, *where: int) -> Any:
    return jax.tree.map(lambda leaf: leaf[where], tree)


def _deal(setup: Any, state: simulator.State) -> dict[str, Any]:
    deal = {
        "roles": twin.role_names(setup, simulator.roles(state).tolist()),
        "leader": int(bits.LEADER.of(state.progress)),
    }
    if bits.DUTY.of(state.config.rules):
        deal["assassin"] = int(bits.ASSASSIN.of(state.cast))
    return deal


def test_every_vector_game_is_a_core_game() -> None:
    games = list(islice(setups.playable(seed=1), 96))
    states = jax.vmap(simulator.init)(
        jax.random.split(jax.random.key(1), len(games)), simulator.stack_configs(config for _, config in games)
    )
    trace = jax.tree.map(np.asarray, jax.jit(_record)(states, jax.random.key(2)))
    for lane, (setup, _) in enumerate(games):
        core = twin.start_core(setup, _deal(setup, _pick(states, lane)))
        for number in range(STEPS + 1):
            said, actions = _pick(trace, number, lane)
            twin.compare(core, said)
            if core.phase == "over":
                break
            core = twin.play_core(core, actions)
        assert core.phase == "over"


def test_every_core_game_is_a_vector_game() -> None:
    step, facts = jax.jit(simulator.step), jax.jit(twin.facts)
    rng = random.Random(3)
    for number, (setup, config) in enumerate(islice(setups.playable(seed=4), 24)):
        match = Match(GAME, setup, Seed.of(str(number)))
        deal = GAME.deal(match.state)
        roles = twin.role_numbers(deal["roles"])
        anything = config._replace(uses=simulator.Uses())  # one program for all of them
        state = simulator.init_from_deal(anything, roles, deal["leader"], deal.get("assassin"))
        while asks := GAME.asks(match.state):
            twin.compare(match.state, jax.device_get(facts(state)))
            actions = np.zeros(twin.SEATS, np.int32)
            for ask in asks:
                move = rng.choice(ask.moves)
                assert ask.seat is not None
                match.play(ask.seat, move)
                actions[ask.seat] = twin.to_action(move)
            state = step(state, actions)
        twin.compare(match.state, jax.device_get(facts(state)))


def test_what_the_core_refuses_is_refused_with_its_code() -> None:
    rng = random.Random(5)
    refused = 0
    for _ in range(400):
        setup = setups.any_setup(rng)
        codes: list[str | None] = []
        for build in (GAME.start, setups.configure):
            try:
                build(setup)
                codes.append(None)
            except Refused as error:
                codes.append(error.code)
        assert codes[0] == codes[1], setup
        refused += codes[0] is not None
    assert refused > 50


def test_every_option_of_the_core_is_played_refused_or_without_effect() -> None:
    known = setups.VARIED | setups.REFUSED | setups.WITHOUT_EFFECT
    assert known == set(Options.__struct_fields__)


def test_roles_are_numbered_as_the_layout_says() -> None:
    state = simulator.init(
        jax.random.key(0), simulator.make_config("avalon", 10, ["percival", "mordred", "morgana", "oberon"])
    )
    names = sorted(ROLES[number] for number in simulator.roles(state).tolist())
    assert names == sorted(("servant",) * 4 + tuple(role for role in ROLES if role not in ("servant", "minion")))


def test_the_assassin_may_not_name_an_oberon_that_the_lady_has_shown_him() -> None:
    """Rare in random play, so it is searched for among many games and then followed through the core."""
    setup = Setup(ruleset="avalon", players=8, roles=("oberon",), options={"lady": True})
    configs = jax.tree.map(lambda word: jnp.full(4096, word), setups.configure(setup))
    start = jax.vmap(simulator.init)(jax.random.split(jax.random.key(6), 4096), configs)

    def turn(states: simulator.State, key: jax.Array) -> Any:
        actions = jax.vmap(simulator.random_actions, (0, 1))(states, simulator.random_words(key, 4096, 2))
        assassin, oberon = bits.ASSASSIN.of(states.cast), bits.OBERON.of(states.cast)
        found = (jax.vmap(examined_by)(states, assassin) == oberon) & (simulator.phase(states) == ASSASSINATE)
        return jax.vmap(simulator.step)(states, actions), (actions, found)

    _, (actions, found) = jax.jit(lambda s, k: jax.lax.scan(turn, s, k))(
        start, jax.random.split(jax.random.key(8), STEPS)
    )
    times, lanes = np.nonzero(np.asarray(found))
    assert len(lanes) > 0
    state = _pick(start, int(lanes[0]))
    core = twin.start_core(setup, _deal(setup, state))
    for number in range(int(times[0])):
        core = twin.play_core(core, np.asarray(actions[number, lanes[0]]).tolist())
        state = simulator.step(state, actions[number, lanes[0]])
    assert core.phase == "assassinate"
    twin.compare(core, jax.device_get(twin.facts(state)))


def test_packed_observations_hold_every_bit_of_any_seats_of_any_games() -> None:
    games = list(islice(setups.playable(seed=3), 24))
    configs = simulator.stack_configs(config for _, config in games)
    states = jax.vmap(simulator.init)(jax.random.split(jax.random.key(3), len(games)), configs)

    def turn(states: simulator.State, key: jax.Array) -> Any:
        words = simulator.random_words(key, len(games), 2)
        actions = jax.vmap(simulator.random_actions, (0, 1))(states, words)
        seen = jax.vmap(simulator.observe)(states), jax.vmap(simulator.observe_packed)(states)
        return jax.vmap(simulator.step)(states, actions), seen

    _, (seen, packed) = jax.jit(lambda: jax.lax.scan(turn, states, jax.random.split(jax.random.key(4), STEPS)))()
    assert seen.any()
    np.testing.assert_array_equal(seen, simulator.unpack_observations(packed))

    rng = np.random.default_rng(5)
    times, lanes, first, second = (rng.integers(0, end, 200) for end in (STEPS, len(games), 10, 10))
    rows = simulator.PackedObservations(
        packed.public[times, lanes], packed.own[times[:, None], lanes[:, None], np.stack([first, second], 1)]
    )
    chosen = simulator.unpack_observations(rows)
    np.testing.assert_array_equal(chosen[:, 0], seen[times, lanes, first])
    np.testing.assert_array_equal(chosen[:, 1], seen[times, lanes, second])
