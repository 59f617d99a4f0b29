"""The recipes, and the small one from the command line to a bot that plays."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from turncoat.arena import Cell, Teams
from turncoat.arena.play import play_games
from turncoat.games.resistance import simulator
from turncoat.games.resistance.learning.recipes import RECIPES
from turncoat.games.resistance.network import checkpoint
from turncoat.games.resistance.network.layout import CHARACTERS, FLAGS, PLAYER_COUNTS


@pytest.mark.parametrize("name", list(RECIPES))
def test_every_table_has_a_game_that_is_played(name: str) -> None:
    recipe = RECIPES[name]
    configs = simulator.stack_configs(recipe.configs(256))
    assert configs.rules.shape == (256,)
    distinct = {(int(rules), int(cast)) for rules, cast in zip(configs.rules, configs.recipe, strict=True)}
    assert len(distinct) == len(recipe.setups)


def test_the_family_meets_every_size_and_character() -> None:
    met = dict(zip((*PLAYER_COUNTS, *CHARACTERS, *FLAGS), RECIPES["family"].met().T, strict=True))
    assert all(met[name].all() for name in (*PLAYER_COUNTS, *CHARACTERS, "lady", "targeting", "assassination", "duty"))


def test_a_checkpoint_keeps_a_policy_and_what_it_met(tmp_path: Path) -> None:
    policy = {"seat": np.ones((2, 3), np.float32), "layers": [{"to_row": np.zeros(4, np.float32)}] * 2}
    checkpoint.save(tmp_path / "one.npz", policy, np.eye(2))
    back = checkpoint.load(tmp_path / "one.npz")
    assert back.keys() == policy.keys()
    assert len(back["layers"]) == 2
    np.testing.assert_array_equal(back["seat"], policy["seat"])
    np.testing.assert_array_equal(checkpoint.load_met(tmp_path / "one.npz"), np.eye(2))
    assert [path.name for path in tmp_path.iterdir()] == ["one.npz"]


@pytest.mark.long
def test_the_small_recipe_trains_a_bot_that_plays(tmp_path: Path) -> None:
    """Compiling takes most of this on a CPU."""
    command = [
        sys.executable,
        "-m",
        "turncoat.games.resistance.learning",
        "small",
        str(tmp_path),
        "--minutes",
        "2",
    ]
    subprocess.run(command, check=True, timeout=1500)
    curve = [json.loads(line) for line in (tmp_path / "curve.jsonl").read_text().splitlines()]
    assert curve[0]["update"] == 1
    assert all(np.isfinite([row["kl"], row["entropy"], row["roles"], row["critic"]]).all() for row in curve)
    if len(curve) > 4:  # where the machine was fast enough for a few hundred updates
        assert curve[-1]["roles"] < curve[0]["roles"]
    name = f"net:{tmp_path / 'last-1.npz'}"
    cell = Cell(lineup=Teams(good=name, evil=name), ruleset="avalon", players=5)
    assert {game.winner for game in play_games(cell, range(40))} <= {"good", "evil"}
