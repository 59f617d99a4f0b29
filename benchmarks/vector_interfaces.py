"""The wrappers of the field's interfaces beside stock games of the same libraries, driven by the same loop."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial
from importlib.util import find_spec
from typing import Any

from benchmarks.report import Row, rates


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
        games = [partial(_pettingzoo_game, getattr(module, make)(), rng) for module in candidates.values()]
        measured = dict(zip(candidates, rates(games, seconds), strict=True))
        for name, decisions in measured.items():
            yield Row(f"PettingZoo {make}, {name}", decisions, "decisions/s")
        first, *others = measured
        for other in others:
            yield Row(f"PettingZoo {make}, {first}", measured[first] / measured[other], "ratio", other)


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
    names = ("python_turncoat", "python_kuhn_poker", "leduc_poker")
    for tensor in (False, True):
        what = "with information states" if tensor else "moves only"
        games = [partial(_openspiel_game, pyspiel.load_game(name), rng, tensor=tensor) for name in names]
        measured = dict(zip(names, rates(games, seconds), strict=True))
        for name, steps in measured.items():
            yield Row(f"OpenSpiel {name}, {what}", steps, "steps/s")
        ours, *others = measured
        for other in others:
            yield Row(f"OpenSpiel {ours}, {what}", measured[ours] / measured[other], "ratio", other)
