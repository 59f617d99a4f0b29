"""The wrappers of the field's interfaces beside stock games of the same libraries, driven by the same loop."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial
from importlib.util import find_spec
from typing import Any

from benchmarks.report import Row, rate


def _pettingzoo_game(env: Any, rng: Any) -> int:
    """One random game of any AEC environment with an action mask; the number of decisions."""
    env.reset()
    decisions = 0
    for _ in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
            continue
        legal = observation["action_mask"].nonzero()[0]
        env.step(int(legal[rng.randrange(len(legal))]))
        decisions += 1
    return decisions


def pettingzoo_lines(quick: bool) -> Iterator[Row]:
    """Decisions a second of the AEC environments."""
    from turncoat.games.resistance.adapters import pettingzoo as ours

    seconds, rng = (0.6 if quick else 3.0), random.Random(0)
    candidates: dict[str, Any] = {"turncoat classic, 5 players": ours}
    if find_spec("rlcard") and find_spec("pygame"):
        from pettingzoo.classic import leduc_holdem_v4, texas_holdem_v4

        candidates |= {"leduc_holdem_v4": leduc_holdem_v4, "texas_holdem_v4": texas_holdem_v4}
    for make in ("env", "raw_env"):
        rates = {}
        for name, module in candidates.items():
            env = getattr(module, make)()
            rates[name] = rate(partial(_pettingzoo_game, env, rng), seconds)
            yield Row(f"PettingZoo {make}, {name}", rates[name], "decisions/s")
        first, *others = rates
        for other in others:
            yield Row(f"PettingZoo {make}, {first}", rates[first] / rates[other], "ratio", other)


def _openspiel_game(game: Any, rng: Any, *, tensor: bool) -> int:
    """One random game; every applied action is a step, chance's included."""
    state, steps = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(actions, weights)[0])
        else:
            if tensor:
                state.information_state_tensor(state.current_player())
            state.apply_action(rng.choice(state.legal_actions()))
        steps += 1
    return steps


def openspiel_lines(quick: bool) -> Iterator[Row]:
    """Steps a second from a Python loop, with and without the information state of each decision."""
    import pyspiel
    from open_spiel.python.games import kuhn_poker  # noqa: F401  registers python_kuhn_poker

    import turncoat.games.resistance.adapters.openspiel  # noqa: F401  registers python_turncoat

    seconds, rng = (0.5 if quick else 3.0), random.Random(0)
    for tensor in (False, True):
        rates = {}
        what = "with information states" if tensor else "moves only"
        for name in ("python_turncoat", "python_kuhn_poker", "leduc_poker"):
            game = pyspiel.load_game(name)
            rates[name] = rate(partial(_openspiel_game, game, rng, tensor=tensor), seconds)
            yield Row(f"OpenSpiel {name}, {what}", rates[name], "steps/s")
        for other in ("python_kuhn_poker", "leduc_poker"):
            yield Row(f"OpenSpiel python_turncoat, {what}", rates["python_turncoat"] / rates[other], "ratio", other)
