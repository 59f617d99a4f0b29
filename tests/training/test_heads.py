"""Training the heads alone: what is learnt, what stays, and that secrecy makes evil answer as a servant would."""

from __future__ import annotations

from importlib.resources import as_file, files
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from turncoat.games.resistance import simulator
from turncoat.games.resistance.learning import heads
from turncoat.games.resistance.learning.settings import Settings
from turncoat.games.resistance.learning.single_seats import deal
from turncoat.games.resistance.network import checkpoint

pytestmark = pytest.mark.long
SETTINGS = Settings(
    single_seats=True, heads_only=True, tables=32, steps=24, minibatches=2, seats=5, rows=16, rate=1e-2, last_rate=1e-2,
    evil_secrecy_penalty=1.0, merlin_secrecy_penalty=1.0,
)  # fmt: skip


@pytest.fixture(scope="module")
def run() -> tuple[Any, Any, list[Any]]:
    """The shipped network, the learner after some updates in which secrecy counts most, and the reports."""
    with as_file(files("turncoat.games.resistance.bots") / "weights" / "net.npz") as path:
        policy = jax.tree.map(jnp.asarray, checkpoint.load(path))
    learner, infos = heads.begin(policy), []
    configs = [simulator.make_config("classic", 5), simulator.make_config("avalon", 5)] * 16
    tables = deal(configs, jax.random.key(1), SETTINGS)
    first = heads.heads_of(policy)
    for number in range(20):
        learner, tables, stats, info = heads.update(
            policy, learner, first, first, tables, jax.random.key(number), jnp.float32(0), SETTINGS
        )
        assert stats["answers"] > 100
        infos.append(info)
    return policy, learner, infos


def test_the_heads_change_and_the_trunk_stays(run: Any) -> None:
    policy, learner, _ = run
    after = heads.with_heads(policy, learner.params["heads"])
    changed = {name for name in policy if name != "layers" and not np.array_equal(policy[name], after[name])}
    assert changed <= set(heads.HEADS)
    assert {"answers", "member"} <= changed
    assert after["layers"] is policy["layers"]


def test_what_is_paid_for_being_read_falls(run: Any) -> None:
    _, _, infos = run
    revealed = [float(info.revealed) for info in infos]
    assert np.mean(revealed[-4:]) < 0.7 * np.mean(revealed[:2])
    assert np.isfinite([[float(part) for part in info] for info in infos]).all()
