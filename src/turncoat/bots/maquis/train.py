"""Make `weights.json`: what going on is worth, from games played to the bitter end.

    python -m turncoat.bots.maquis.train --games 2000 --turns 60 --jobs 2

Games are played with the search bot inside the rounds (few turns) and never ended by choice. For every AFTERMATH
we know what came after it, so stopping can be judged backwards from the end (the regression method for American
options): what going on brought is the points at the first later AFTERMATH where ending looks better, and nothing
if the game was lost before. Fitting and judging are repeated until they agree.
"""

from __future__ import annotations

import argparse
import json
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from random import Random

import numpy as np

from turncoat.bots.maquis import policy
from turncoat.bots.maquis.search import Search
from turncoat.bots.maquis.value import facts, value_of
from turncoat.core import Match, Seed, Setup
from turncoat.games.maquis import GAME, State
from turncoat.games.maquis.moves import Continue
from turncoat.games.maquis.state import points

Moment = tuple[list[float], int]
"""Facts of an AFTERMATH and the points at stake."""
Trajectory = tuple[list[Moment], int]
"""The AFTERMATHs of a game, and the points at its end (0 for a loss)."""


def play_on(number: int, turns: int) -> Trajectory:
    """One game that goes on as long as it can."""
    match: Match[State] = Match(GAME, Setup(ruleset="maquis"), Seed.of(f"train {number}"))
    random = Random(number)
    moments: list[Moment] = []
    while (ask := match.state.ask) is not None:
        if ask.kind == "end":
            moments.append((facts(match.state), points(match.state)))
            match.play(0, Continue())
        elif turns and len(ask.moves) > 1:
            search = Search(GAME.view(match.state, 0), random)
            search.grow(turns)
            match.play(0, search.best())
        else:
            match.play(0, policy.answer(match.state, ask))
    assert match.state.outcome is not None
    return moments, match.state.outcome.points


def brought(trajectory: Trajectory, model: list[float]) -> list[float]:
    """What going on at each AFTERMATH brought, if one stops well later."""
    moments, last = trajectory
    results = []
    result = float(last)
    for seen, at_stake in reversed(moments):
        results.append(result)
        if at_stake >= value_of(seen, at_stake, model):
            result = float(at_stake)
    return results[::-1]


def fit(trajectories: list[Trajectory], repeats: int = 30, ridge: float = 3.0) -> list[float]:
    moments = [moment for moments, _ in trajectories for moment in moments]
    rows = np.array([[*seen, *(at_stake * fact for fact in seen)] for seen, at_stake in moments], dtype=float)
    square = rows.T @ rows + ridge * np.eye(rows.shape[1])
    model = [0.0] * rows.shape[1]
    for _ in range(repeats):
        targets = np.array([result for trajectory in trajectories for result in brought(trajectory, model)])
        model = [float(weight) for weight in np.linalg.solve(square, rows.T @ targets)]
    return model


def stopping_value(trajectories: list[Trajectory], model: list[float]) -> float:
    """The mean points of stopping where the model says so."""
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
    parser.add_argument("--out", type=Path, default=Path(__file__).with_name("weights.json"))
    given = parser.parse_args()
    with ProcessPoolExecutor(given.jobs) as pool:
        trajectories = list(pool.map(partial(play_on, turns=given.turns), range(given.games), chunksize=8))
    half = len(trajectories) // 2
    checked = stopping_value(trajectories[half:], fit(trajectories[:half]))
    given.out.write_text(json.dumps([round(weight, 4) for weight in fit(trajectories)]) + "\n", encoding="utf-8")
    print(f"{given.games} games; mean points when stopping by weights of the other half: {checked:.2f}")  # noqa: T201


if __name__ == "__main__":
    main()
