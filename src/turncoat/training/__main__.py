"""Train a recipe: python -m turncoat.training RECIPE OUT --minutes 10 [--seed 1] [--sparring FOLDER]"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from turncoat.envs import vector
from turncoat.neural import checkpoint
from turncoat.training.recipes import RECIPES, Recipe
from turncoat.training.selfplay import Learner, Settings, begin, init_params, update

REFRESH, KEEP, LOG = 150, 60, 25  # updates from one reference, past self and line of the curve to the next
POOL = 48  # past selves that are kept
STRANGE = 0.6  # how often good is a stranger where there are strangers

Tree = Any


def main() -> None:
    """Train until the time is up; write curves and checkpoints."""
    parser = argparse.ArgumentParser(prog="python -m turncoat.training", description=__doc__)
    parser.add_argument("recipe", choices=RECIPES)
    parser.add_argument("out", type=Path)
    parser.add_argument("--minutes", type=float, default=2.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tables", type=int)
    parser.add_argument("--steps", type=int)
    parser.add_argument("--pull", type=float)
    parser.add_argument("--entropy", type=float)
    parser.add_argument("--from", dest="start", type=Path, help="go on from this checkpoint")
    parser.add_argument("--sparring", type=Path, help="a folder of frozen strangers to play against")
    parser.add_argument("--snapshots", type=int, default=0, help="how many frozen teams to leave for others")
    args = parser.parse_args()
    given = {name: getattr(args, name) for name in Settings._fields if getattr(args, name, None) is not None}
    train(args, RECIPES[args.recipe].settings._replace(**given))


class Sparring:
    """Whom the learner meets beside itself: its own past, and frozen strangers if there are any."""

    def __init__(self, policy: Tree, strangers: Path | None, seed: int) -> None:
        self._past = [_copy(policy)]
        self._strangers = checkpoint.load_all(strangers) if strangers else []
        self._rng = np.random.default_rng(seed)

    def keep(self, policy: Tree) -> None:
        """Take the learner of now among the past ones."""
        self._past = [_copy(policy), *self._past][:POOL]

    def pair(self) -> tuple[Tree, Tree]:
        """Someone to play good and someone to play evil."""
        meets = self._strangers and self._rng.random() < STRANGE
        good = self._strangers if meets else self._past
        return good[self._rng.integers(len(good))], self._past[self._rng.integers(len(self._past))]


def train(args: Any, cfg: Settings) -> None:
    """Update until the time is up. The rate and the entropy bonus follow the share of the time that is spent."""
    recipe = RECIPES[args.recipe]
    args.out.mkdir(parents=True, exist_ok=True)
    learner = _begin(recipe, args)
    key, k_deal = jax.random.split(jax.random.key(args.seed))
    configs = vector.stack(recipe.configs(cfg.tables))
    states = jax.vmap(vector.init)(jax.random.split(k_deal, cfg.tables), configs)
    reference = _copy(learner.params["policy"])
    sparring = Sparring(reference, args.sparring, args.seed)
    began, count, marks = time.time(), 0, 0
    with (args.out / "curve.jsonl").open("a") as log:
        while (spent := (time.time() - began) / (60 * args.minutes)) < 1:
            key, k = jax.random.split(key)
            good, evil = sparring.pair()
            learner, states, stats, info = update(
                learner, reference, states, good, evil, k, jnp.float32(spent), cfg
            )
            count += 1
            if count % REFRESH == 0:
                reference = _copy(learner.params["policy"])
            if count % KEEP == 0:
                sparring.keep(learner.params["policy"])
            if count % LOG == 0 or count == 1:
                report(log, count, time.time() - began, stats, info)
            if args.snapshots and spent >= (marks + 1) / (args.snapshots + 1):
                marks += 1
                checkpoint.save(args.out / f"team-{args.seed}-{marks}.npz", learner.params["policy"], recipe.met())
    checkpoint.save(args.out / f"last-{args.seed}.npz", learner.params["policy"], recipe.met())
    checkpoint.save(args.out / f"average-{args.seed}.npz", learner.average["policy"], recipe.met())
    print("updates", count, flush=True)


def _begin(recipe: Recipe, args: Any) -> Learner:
    params = init_params(args.seed, recipe.width, recipe.layers)
    if args.start:
        params = checkpoint.overlay(params, args.start)
    size = sum(leaf.size for leaf in jax.tree.leaves(params["policy"]))
    print("weights", size, jax.devices(), flush=True)
    return begin(params)


def _copy(tree: Tree) -> Tree:
    """A copy that stays when `update` is given the original for good."""
    return jax.tree.map(jnp.copy, tree)


def report(log: Any, count: int, seconds: float, stats: Any, info: Any) -> None:
    """One line of the curve: wins of good by group and by number of players, ends, divergence, entropy, losses."""
    games, good = np.asarray(stats["games"]), np.asarray(stats["good"])
    rate = np.round(good.sum(1) / np.maximum(games.sum(1), 1), 3).tolist()
    five = np.round(good[:, 0] / np.maximum(games[:, 0], 1), 3).tolist()
    kl, entropy, roles, critic = (round(float(x), 4) for x in info)
    row = {
        "update": count, "seconds": round(seconds, 1), "games": int(games.sum()), "good": rate, "good_five": five,
        "ends": np.asarray(stats["ends"]).tolist(), "kl": kl, "entropy": entropy, "roles": roles, "critic": critic,
    }  # fmt: skip
    log.write(json.dumps(row) + "\n")
    log.flush()
    print(json.dumps(row), flush=True)


if __name__ == "__main__":
    main()
