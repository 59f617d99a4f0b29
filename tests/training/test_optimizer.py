"""The optimiser: what its steps are, and that runs kept by an earlier version go on.

The numbers were computed with the Adam that this project had before it used optax: moments 0.9 and 0.999, epsilon
1e-5 outside the root, gradients clipped to norm 1, and a running mean of the weights (here with 0.9).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import jax.numpy as jnp
import numpy as np

from turncoat.games.resistance.learning.__main__ import Run, resumed
from turncoat.games.resistance.learning.ppo import Learner, begin, descend
from turncoat.games.resistance.learning.settings import Settings

START = {"a": [1.0, -2.0, 0.5], "b": [[0.1, 0.2], [-0.3, 0.0]]}
STEPS: tuple[tuple[float, dict[str, Any]], ...] = (
    (0.01, {"a": [3.0, -4.0, 0.5], "b": [[1.0, 0.0], [-2.0, 0.25]]}),
    (0.005, {"a": [0.1, 0.2, -0.3], "b": [[0.05, -0.1], [0.0, 0.2]]}),
    (0.002, {"a": [-1.0, 0.0, 1e-3], "b": [[2.0, 1.0], [0.5, -1e-4]]}),
)
PARAMS = (
    {"a": [0.99000025, -1.99000025, 0.49000117], "b": [[0.09000061, 0.2], [-0.29000035, -0.00999773]]},
    {"a": [0.98603326, -1.98775828, 0.49259204], "b": [[0.08578298, 0.20372012], [-0.28665021, -0.01436723]]},
    {"a": [0.98578751, -1.98706508, 0.49339148], "b": [[0.08424067, 0.20275953], [-0.28635964, -0.01571803]]},
)
AVERAGE = {"a": [0.9965117, -1.99679458, 0.49786249], "b": [[0.09633458, 0.20061074], [-0.29662454, -0.00367467]]}
MEAN = {"a": [0.01313625, -0.04084833, -0.01960396], "b": [[0.09921208, 0.031], [-0.00942417, 0.02167402]]}
KEPT = Path(__file__).parent / "data" / "state-before-optax.npz"
"""A run that the version before kept after these three steps, at update 150 and a quarter of its time."""


def tree(numbers: dict[str, Any]) -> dict[str, Any]:
    return {name: jnp.asarray(part, jnp.float32) for name, part in numbers.items()}


def is_close(found: Any, expected: dict[str, Any]) -> None:
    for name, part in expected.items():
        np.testing.assert_allclose(found[name], part, rtol=2e-6, atol=2e-8, err_msg=name)


def stepped() -> Learner:
    learner = begin(tree(START))
    for (rate, grads), params in zip(STEPS, PARAMS, strict=True):
        learner = descend(learner, tree(grads), jnp.float32(rate), Settings(average_decay=0.9))
        is_close(learner.params, params)
    return learner


def test_steps_are_those_of_the_adam_before_optax() -> None:
    learner = stepped()
    is_close(learner.average, AVERAGE)
    is_close(learner.optimizer[1].mu, MEAN)


def test_a_run_kept_before_optax_goes_on_where_it_was() -> None:
    run = resumed(KEPT, Run(begin(tree(START)), 0, 0.0))
    assert (run.updates, run.spent) == (150, 0.25)
    is_close(run.learner.params, PARAMS[-1])
    grads, rate = tree(STEPS[0][1]), jnp.float32(0.01)
    onward, same = (descend(learner, grads, rate, Settings(average_decay=0.9)) for learner in (run.learner, stepped()))
    is_close(onward.params, same.params)
    is_close(onward.average, same.average)
    assert int(onward.optimizer[1].count) == 4
