"""Learning by watching: an answer is written down as the network counts it, and a fit comes closer to it."""

from __future__ import annotations

from importlib.resources import as_file, files
from pathlib import Path

import jax.numpy as jnp
import numpy as np
import pytest

from tools.imitation import Examples, Lesson, fit, load, record, record_all
from turncoat.games.resistance.learning.policy import answers
from turncoat.games.resistance.learning.recipes import Game
from turncoat.games.resistance.network import checkpoint
from turncoat.games.resistance.network.layout import SEATS, layout, size

GAMES: tuple[Game, ...] = (
    (1, "classic", 7, (), {"targeting": True}),
    (1, "avalon", 10, ("percival", "morgana", "mordred", "oberon"), {"lady": True}),
)


@pytest.fixture
def shipped(tmp_path: Path) -> Path:
    with as_file(files("turncoat.games.resistance.bots") / "weights" / "net.npz") as path:
        copy = tmp_path / "net.npz"
        copy.write_bytes(path.read_bytes())
        return copy


@pytest.mark.parametrize("game", GAMES, ids=["targeting", "everything"])
def test_the_answers_of_the_network_are_its_own_favourites(game: Game, shipped: Path) -> None:
    """A bot at temperature nearly 0 answers what the network finds likeliest; shots heed the belief too."""
    name = f"net:{shipped}@0.001"
    examples = record(Lesson(name, name), game, 1, "own")
    obs = np.unpackbits(examples.seen, axis=-1)[:, : size(SEATS)]
    phase = obs[:, layout(SEATS)["phase"]].argmax(-1)
    pair, choice = answers(checkpoint.load(shipped), jnp.asarray(obs), jnp.asarray(phase))
    ballot = (phase == 1) | (phase == 2)
    likeliest = np.where(ballot, pair.argmax(-1), choice.argmax(-1))
    before_the_shot = phase < 4
    assert before_the_shot.sum() > 100
    assert (likeliest == examples.answer)[before_the_shot].mean() > 0.995  # half a point for ties in half precision


def test_one_side_of_what_was_watched_can_be_picked(tmp_path: Path) -> None:
    record_all([Lesson.of("simple/random")], "small", 1, tmp_path, 1, "side")
    both, good, evil = (load([f"{tmp_path / 'simple-random.npz'}{side}"]) for side in ("", ":good", ":evil"))
    role = np.unpackbits(good.seen, axis=-1)[:, layout(SEATS)["role"]]
    assert role[:, :3].any(-1).all()
    assert len(good.answer) + len(evil.answer) == len(both.answer)
    assert min(len(good.answer), len(evil.answer)) > 0


def test_a_fit_comes_closer_to_what_was_watched(tmp_path: Path, shipped: Path) -> None:
    assert record_all([Lesson.of("simple/simple")], "small", 1, tmp_path, 1, "fit") > 100
    examples = load([str(tmp_path / "simple-simple.npz")])
    some = Examples(examples.seen[:256], examples.answer[:256])
    losses = [loss for _, loss in fit(shipped, some, epochs=12, rate=1e-3)]
    assert losses[-1] < 0.8 * losses[0]
