"""Make `weights.json`, which estimates what it is worth to continue, from games that are never ended by choice.

    python -m tools.train_maquis --games 2000 --turns 60 --jobs 2

The search bot plays the rounds with few turns. For every AFTERMATH we know what came after it, so the decision to stop
can be judged backwards from the end, as in the regression method for American options. Continuing was worth the points
at the first later AFTERMATH where ending looks better, or nothing if the game was lost before. Fitting the weights and
judging by them are repeated until they agree.
"""

from __future__ import annotations

import argparse
import json
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from turncoat.core import Match, Seed, Setup
from turncoat.games.maquis import GAME, State
from turncoat.games.maquis.bots import policy
from turncoat.games.maquis.bots.search import Search
from turncoat.games.maquis.bots.value import facts, value_of
from turncoat.games.maquis.rules.moves import Continue
from turncoat.games.maquis.rules.state import points

Moment = tuple[list[float], int]
"""The features of an AFTERMATH, and the points at stake."""
Array = np.ndarray[Any, np.dtype[np.float64]]
Trajectory = tuple[list[Moment], int]
"""The AFTERMATHs of a game, and the points at its end, which are 0 for a loss."""

WEIGHTS = Path(__file__).parent.parent / "src/turncoat/games/maquis/bots/weights.json"


def play_on(number: int, turns: int) -> Trajectory:
    """Play one game for as long as it can continue."""
    match: Match[State] = Match(GAME, Setup(ruleset="maquis"), Seed.of(f"train {number}"))
    random = Random(number)
    moments: list[Moment] = []
    while (ask := match.state.ask) is not None:
        if ask.kind == "end":
            moments.append((facts(match.state), points(match.state)))
            match.play(0, Continue())
        elif turns and len(ask.moves) > 1:
            search = Search(GAME.view(match.state, 0), random)
            search.think(0.0, turns)
            match.play(0, search.best())
        else:
            match.play(0, policy.answer(match.state, ask))
    assert match.state.outcome is not None
    return moments, match.state.outcome.points


def brought(trajectory: Trajectory, model: list[float]) -> list[float]:
    """What continuing was worth at each AFTERMATH, if the model decides when to stop later."""
    moments, last = trajectory
    results = []
    result = float(last)
    for seen, at_stake in reversed(moments):
        results.append(result)
        if at_stake >= value_of(seen, at_stake, model):
            result = float(at_stake)
    return results[::-1]


def fit(trajectories: list[Trajectory], repeats: int = 8, steps: int = 400, decay: float = 0.002) -> list[float]:
    """Fit weights by gradient descent on the squared error. The targets are computed again after every fit."""
    moments = [moment for moments, _ in trajectories for moment in moments]
    rows = np.array([seen for seen, _ in moments], dtype=float)
    stakes = np.array([at_stake for _, at_stake in moments], dtype=float)
    model = np.zeros(2 * rows.shape[1])
    for _ in range(repeats):
        results = [result for trajectory in trajectories for result in brought(trajectory, model.tolist())]
        model = _descend(model, rows, stakes, np.array(results), steps, decay)
    return [float(weight) for weight in model]


def _descend(model: Array, rows: Array, stakes: Array, targets: Array, steps: int, decay: float) -> Array:
    """Full-batch Adam."""
    first, second = np.zeros_like(model), np.zeros_like(model)
    for step in range(1, steps + 1):
        slope = _slope(model, rows, stakes, targets) + decay * model
        first = 0.9 * first + 0.1 * slope
        second = 0.999 * second + 0.001 * slope**2
        model = model - 0.03 * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)
    return model


def _slope(model: Array, rows: Array, stakes: Array, targets: Array) -> Array:
    half = rows.shape[1]
    chance = 1 / (1 + np.exp(-rows @ model[:half]))
    lean = rows @ model[half:]
    hoped = stakes + np.logaddexp(0, lean)
    error = chance * hoped - targets
    by_chance = (error * hoped * chance * (1 - chance)) @ rows
    by_gain = (error * chance / (1 + np.exp(-lean))) @ rows
    return np.concatenate([by_chance, by_gain]) / len(rows)


def stopping_value(trajectories: list[Trajectory], model: list[float]) -> float:
    """The mean points if the model decides when to stop."""
    return float(np.mean([_stopped(trajectory, model) for trajectory in trajectories]))


def _stopped(trajectory: Trajectory, model: list[float]) -> float:
    moments, last = trajectory
    stops = (at_stake for seen, at_stake in moments if at_stake >= value_of(seen, at_stake, model))
    return float(next(stops, last))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--turns", type=int, default=60)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--out", type=Path, default=WEIGHTS)
    parser.add_argument("--keep", type=Path, help="also write the games to this file")
    given = parser.parse_args()
    with ProcessPoolExecutor(given.jobs) as pool:
        trajectories = list(pool.map(partial(play_on, turns=given.turns), range(given.games), chunksize=8))
    if given.keep:
        given.keep.write_text(json.dumps(trajectories), encoding="utf-8")
    half = len(trajectories) // 2
    checked = stopping_value(trajectories[half:], fit(trajectories[:half]))
    given.out.write_text(json.dumps([round(weight, 4) for weight in fit(trajectories)]) + "\n", encoding="utf-8")
    print(
        f"{given.games} games; mean points when stopping by weights of the other half: {checked:.2f}"
    )  # a command prints


if __name__ == "__main__":
    main()
