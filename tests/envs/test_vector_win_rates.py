"""Under random play good wins as often in the simulator as in the core, configuration by configuration."""

from __future__ import annotations

import random
from collections import Counter

import jax
import numpy as np
import pytest

from tests.envs import setups
from turncoat.core import Match, Seed, Setup
from turncoat.games.resistance import GAME, simulator

SETUPS = (
    Setup(ruleset="classic", players=10),
    Setup(ruleset="classic", players=6, options={"targeting": True, "electorate": "non_team"}),
    Setup(ruleset="cards", players=8, options={"five_rejections": "point"}),
    Setup(ruleset="avalon", players=5, roles=("percival", "morgana")),
    Setup(ruleset="avalon", players=9, roles=("mordred", "oberon"), options={"lady": True}),
)
LANES, STEPS, CORE_GAMES = 2048, 62, 600


def _in_the_core(setup: Setup) -> Counter[str]:
    """Reasons for which random games ended."""
    rng, reasons = random.Random(1), Counter[str]()
    for number in range(CORE_GAMES):
        match = Match(GAME, setup, Seed.of(f"{setup.players} {number}"))
        while asks := GAME.asks(match.state):
            for ask in asks:
                assert ask.seat is not None
                match.play(ask.seat, rng.choice(ask.moves))
        outcome = GAME.outcome(match.state)
        assert outcome is not None
        reasons[outcome.reason] += 1
    return reasons


@pytest.fixture(scope="module")
def reasons() -> list[Counter[str]]:
    """The same of the simulator. All set-ups are one batch."""
    configs = simulator.stack_configs(setups.configure(setup) for setup in SETUPS for _ in range(LANES))
    lanes = len(SETUPS) * LANES
    states = jax.vmap(simulator.init)(jax.random.split(jax.random.key(2), lanes), configs)

    def turn(states: simulator.State, key: jax.Array) -> tuple[simulator.State, None]:
        actions = jax.vmap(simulator.random_actions, (0, 1))(states, simulator.random_words(key, lanes, 1))
        return jax.vmap(simulator.step)(states, actions), None

    play = jax.jit(lambda states, keys: jax.lax.scan(turn, states, keys)[0])
    ended = np.asarray(simulator.reason(play(states, jax.random.split(jax.random.key(3), STEPS))))
    return [Counter(simulator.REASONS[number] for number in part) for part in ended.reshape(-1, LANES)]


@pytest.mark.parametrize("number", range(len(SETUPS)))
def test_games_end_as_in_the_core(number: int, reasons: list[Counter[str]]) -> None:
    ours, core = reasons[number], _in_the_core(SETUPS[number])
    for reason in ours | core:
        share = (ours[reason] + core[reason]) / (LANES + CORE_GAMES)
        error = (share * (1 - share) * (1 / LANES + 1 / CORE_GAMES)) ** 0.5
        assert abs(ours[reason] / LANES - core[reason] / CORE_GAMES) < 4 * error + 1e-9, (reason, ours, core)
