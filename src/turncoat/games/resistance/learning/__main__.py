"""Train a recipe: python -m turncoat.games.resistance.learning RECIPE OUT --minutes 10 [--seed 1] ..."""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import optax

from turncoat.games.resistance import simulator
from turncoat.games.resistance.learning.curves import draw
from turncoat.games.resistance.learning.policy import Tree, init_params
from turncoat.games.resistance.learning.ppo import Info, Learner, begin, update
from turncoat.games.resistance.learning.recipes import RECIPES, Recipe
from turncoat.games.resistance.learning.settings import Settings
from turncoat.games.resistance.learning.sparring import Opponent, Rivals, Sparring, copied
from turncoat.games.resistance.network import checkpoint

REFRESH, KEEP, CHANGE, LOG = 150, 60, 6, 25
"""How many updates pass between two references, past selves, sparring teams and lines of the curve."""
RESPONSE = {"evil": (0.0, 1.0, 0.0, 0.0), "good": (0.0, 0.0, 1.0, 0.0)}
"""The shares of the tables when one side learns against a frozen other side."""


def main() -> None:
    """Train until the time is up; write curves and checkpoints."""
    parser = argparse.ArgumentParser(prog="python -m turncoat.games.resistance.learning", description=__doc__)
    parser.add_argument("recipe", choices=RECIPES)
    parser.add_argument("out", type=Path)
    parser.add_argument("--minutes", type=float, default=2.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tables", type=int)
    parser.add_argument("--steps", type=int)
    parser.add_argument("--rate", type=float)
    parser.add_argument("--kl-penalty", type=float, help="for leaving the reference policy")
    parser.add_argument("--entropy", type=float)
    parser.add_argument("--merlin-secrecy-penalty", type=float, help="for what Merlin's answers reveal")
    parser.add_argument("--shares", type=float, nargs=4, help="of self-play, past good, past evil, scripted good")
    parser.add_argument("--slots", type=int, help="frozen teams that play at once")
    parser.add_argument("--from", dest="start", type=Path, help="begin with this checkpoint's policy")
    parser.add_argument("--resume", action="store_true", help="go on where a run in OUT was stopped")
    parser.add_argument("--sparring", type=Path, help="a folder of frozen strangers to play against")
    parser.add_argument("--resident", type=Path, nargs="+", default=[], help="frozen teams that always hold good")
    parser.add_argument("--evil-resident", type=Path, nargs="+", default=[], help="… that always hold evil")
    parser.add_argument("--rivals", type=Path, help="a folder where another run leaves evil teams meanwhile")
    parser.add_argument("--snapshots", type=int, default=0, help="how many frozen teams to leave for others")
    parser.add_argument("--respond-to", type=Path, help="learn a best response to this frozen checkpoint")
    parser.add_argument("--side", choices=RESPONSE, default="evil", help="the side that learns to respond")
    args = parser.parse_args()
    given = {name: getattr(args, name) for name in Settings._fields if getattr(args, name, None) is not None}
    if args.respond_to:
        given["shares"] = RESPONSE[args.side]
    given = {name: tuple(value) if isinstance(value, list) else value for name, value in given.items()}
    train(args, RECIPES[args.recipe].settings._replace(**given))


class Run(NamedTuple):
    """Where a run stands. `spent` is the share of its time that has passed."""

    learner: Learner
    updates: int
    spent: float


def train(args: Any, settings: Settings) -> None:
    """Update until the time is up. The rate and the entropy bonus follow the share of the time that is spent."""
    recipe = RECIPES[args.recipe]
    args.out.mkdir(parents=True, exist_ok=True)
    run = _begin(recipe, args)
    learner, count = run.learner, run.updates
    key, k_deal = jax.random.split(jax.random.fold_in(jax.random.key(args.seed), count))
    configs = simulator.stack_configs(recipe.configs(settings.tables))
    states = jax.vmap(simulator.init)(jax.random.split(k_deal, settings.tables), configs)
    reference = copied(learner.params["policy"])
    sparring = _sparring(args, settings, reference)
    began, marks = time.time() - 60 * args.minutes * run.spent, int(run.spent * (args.snapshots + 1))
    with (args.out / "curve.jsonl").open("a") as log:
        while (spent := (time.time() - began) / (60 * args.minutes)) < 1:
            key, k = jax.random.split(key)
            good, evil = sparring.sides()
            part = jnp.float32(spent)
            learner, states, stats, info = update(learner, reference, states, good, evil, k, part, settings)
            count += 1
            if count % REFRESH == 0:
                reference = copied(learner.params["policy"])
            if count % KEEP == 0:
                keep(_state(args), Run(learner, count, spent))
                _save(args, "last", learner.params["policy"])
                sparring.keep(learner.params["policy"])
            if count % CHANGE == 0:
                sparring.change()
            if count % LOG == 0 or count == 1:
                report(log, count, time.time() - began, stats, info)
            if args.snapshots and spent >= (marks + 1) / (args.snapshots + 1):
                marks += 1
                _save(args, "team", learner.params["policy"], f"-{marks}")
    _save(args, "last", learner.params["policy"])
    _save(args, "average", learner.average["policy"])
    _state(args).unlink(missing_ok=True)
    print("updates", count, draw(args.out / "curve.jsonl"), flush=True)


def _save(args: Any, name: str, policy: Tree, mark: str = "") -> None:
    checkpoint.save(args.out / f"{name}-{args.seed}{mark}.npz", policy, RECIPES[args.recipe].met())


def _sparring(args: Any, settings: Settings, policy: Tree) -> Sparring | Opponent:
    if args.respond_to:
        return Opponent(args.respond_to, settings.slots)
    strangers = checkpoint.load_all(args.sparring) if args.sparring else []
    good, evil = ([checkpoint.load(path) for path in paths] for paths in (args.resident, args.evil_resident))
    return Sparring(
        policy,
        settings.slots,
        args.seed,
        strangers=strangers,
        residents=good,
        evil_residents=evil,
        rivals=Rivals(args.rivals),
    )


def _begin(recipe: Recipe, args: Any) -> Run:
    params = init_params(args.seed, recipe.width, recipe.layers)
    if args.start:
        params = checkpoint.overlay(params, args.start)
    run = Run(begin(params), 0, 0.0)
    if args.resume and _state(args).exists():
        run = resumed(_state(args), run)
    size = sum(leaf.size for leaf in jax.tree.leaves(params["policy"]))
    print("weights", size, "from update", run.updates, jax.devices(), flush=True)
    return run


def _state(args: Any) -> Path:
    return Path(args.out / f"state-{args.seed}.npz")


def keep(path: Path, run: Run) -> None:
    """Write all that a run needs to go on, whole or not at all."""
    part = path.with_suffix(".part.npz")
    np.savez(part, *map(np.asarray, jax.tree.leaves(_parts(run))))
    part.rename(path)


def resumed(path: Path, fresh: Run) -> Run:
    """The run that was kept; `fresh` is one of the same shape."""
    with np.load(path) as stored:
        leaves = [jnp.asarray(stored[name]) for name in stored.files]
    params, mean, variance, average, count, updates, spent = jax.tree.unflatten(
        jax.tree.structure(_parts(fresh)), leaves
    )
    adam = optax.ScaleByAdamState(count.astype(jnp.int32), mean, variance)
    learner = Learner(params, (fresh.learner.optimizer[0], adam), average)
    return Run(learner, int(updates), float(spent))


def _parts(run: Run) -> tuple[Any, ...]:
    """The parts of a run in the order of its file, which does not change: a run may outlive a version."""
    learner, adam = run.learner, run.learner.optimizer[1]
    return learner.params, adam.mu, adam.nu, learner.average, adam.count, run.updates, run.spent


def report(log: Any, count: int, seconds: float, stats: Any, info: Info) -> None:
    """One line of the curve: wins of good by group and by number of players, ends, divergence, entropy, losses."""
    games, good = np.asarray(stats["games"]), np.asarray(stats["good"])
    rate = _rounded(good.sum(1) / np.maximum(games.sum(1), 1))
    five = _rounded(good[:, 0] / np.maximum(games[:, 0], 1))
    teams = _rounded(np.asarray(stats["teams"]))
    row = {
        "update": count,
        "seconds": round(seconds, 1),
        "games": int(games.sum()),
        "good": rate,
        "good_five": five,
        "good_by_team": teams,
        "ends": np.asarray(stats["ends"]).tolist(),
        **{name: round(float(number), 4) for name, number in info._asdict().items()},
    }
    log.write(json.dumps(row) + "\n")
    log.flush()
    print(json.dumps(row), flush=True)


def _rounded(shares: Any) -> list[float]:
    return [round(float(share), 3) for share in shares]


if __name__ == "__main__":
    main()
