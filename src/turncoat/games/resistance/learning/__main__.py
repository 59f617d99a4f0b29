"""Train a recipe: python -m turncoat.games.resistance.learning RECIPE OUT --minutes 10 [--seed 1] ..."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import cycle, islice
from pathlib import Path
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import optax

from turncoat.games.resistance import simulator
from turncoat.games.resistance.learning import heads, single_seats
from turncoat.games.resistance.learning.curves import draw
from turncoat.games.resistance.learning.policy import Tree, critic_like, init_params
from turncoat.games.resistance.learning.ppo import Info, Learner, begin, update
from turncoat.games.resistance.learning.recipes import RECIPES, Recipe
from turncoat.games.resistance.learning.settings import Settings
from turncoat.games.resistance.learning.sparring import Opponent, Rivals, Sparring, copied
from turncoat.games.resistance.network import checkpoint
from turncoat.games.resistance.network.layout import PLAYER_COUNTS

CHANGE, LOG = 6, 25
"""How many updates pass between two sparring teams and two lines of the curve."""
RESPONSE = {"evil": (0.0, 1.0, 0.0, 0.0), "good": (0.0, 0.0, 1.0, 0.0)}
"""The shares of the tables when one side learns against a frozen other side."""


def main(argv: Sequence[str] | None = None) -> None:
    """Train until the time is up; write curves and checkpoints."""
    parser = argparse.ArgumentParser(prog="python -m turncoat.games.resistance.learning", description=__doc__)
    parser.add_argument("recipe", choices=RECIPES)
    parser.add_argument("out", type=Path)
    parser.add_argument("--minutes", type=float, default=2.0)
    parser.add_argument("--updates", type=int, help="train for so many updates, however long they take")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tables", type=int)
    parser.add_argument("--steps", type=int)
    parser.add_argument("--rate", type=float)
    parser.add_argument("--kl-penalty", type=float, help="for leaving the reference policy")
    parser.add_argument("--entropy", type=float)
    parser.add_argument("--merlin-secrecy-penalty", type=float, help="for what Merlin's answers reveal")
    parser.add_argument("--heads-only", action="store_true", default=None, help="single seats: the trunk stays")
    parser.add_argument("--evil-secrecy-penalty", type=float, help="for what evil's votes and teams reveal")
    parser.add_argument("--minibatches", type=int, help="steps of the optimiser in an update")
    parser.add_argument("--refresh", type=int, help="updates between two references")
    parser.add_argument("--keep", type=int, help="updates between two checkpoints")
    parser.add_argument("--learner-share", type=float, help="single seats: of other networks that are the learner too")
    parser.add_argument("--frozen-share", type=float, help="single seats: of other networks that are frozen")
    parser.add_argument("--people-share", type=float, help="single seats: of the rest that play at the rates of people")
    parser.add_argument("--alike-share", type=float, help="single seats: of tables where the rest are of one kind")
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
    args = parser.parse_args(argv)
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
    """Update until the time, or the number of updates, is up. The rate and the entropy bonus follow what is spent."""
    args.out.mkdir(parents=True, exist_ok=True)
    kind = Heads if settings.heads_only else SingleSeats if settings.single_seats else Trainer
    trainer = kind(args, settings)
    began = time.time() - 60 * args.minutes * trainer.spent
    with (args.out / "curve.jsonl").open("a") as log:
        while (spent := _spent(args, trainer, time.time() - began)) < 1:
            stats, info = trainer.update(spent)
            if trainer.count % LOG == 0 or trainer.count == 1:
                written = {"update": trainer.count, "seconds": round(time.time() - began, 1)}
                report(log, written | trainer.summary(stats), info)
    trainer.finish()
    print("updates", trainer.count, draw(args.out / "curve.jsonl"), flush=True)


def _spent(args: Any, trainer: Trainer, seconds: float) -> float:
    return float(trainer.count / args.updates if args.updates else seconds / (60 * args.minutes))


class Trainer:
    """A run under way: the learner, its tables, its opponents, and the checkpoints it writes."""

    def __init__(self, args: Any, settings: Settings) -> None:
        recipe = RECIPES[args.recipe]
        self.args, self.settings = args, settings
        self.learner, self.count, self.spent = _begin(recipe, args, self._fresh)
        self.key, k_deal = jax.random.split(jax.random.fold_in(jax.random.key(args.seed), self.count))
        self._deal(recipe, k_deal)
        self.reference = copied(self.policy)
        self.sparring = _sparring(args, settings, self.reference)
        self.snapshots = int(self.spent * (args.snapshots + 1))

    def _fresh(self, params: Tree) -> Learner:
        return begin(params)

    def _deal(self, recipe: Recipe, key: Any) -> None:
        configs = simulator.stack_configs(recipe.configs(self.settings.tables))
        self.states = jax.vmap(simulator.init)(jax.random.split(key, self.settings.tables), configs)

    @property
    def policy(self) -> Tree:
        return self.learner.params["policy"]

    @property
    def average(self) -> Tree:
        """The slow mean of the policy."""
        return self.learner.average["policy"]

    def update(self, spent: float) -> tuple[dict[str, Any], Info]:
        """One update, and whatever is due after it. Returns what there is to report."""
        self.key, key = jax.random.split(self.key)
        stats, info = self._learn(key, jnp.float32(spent))
        self.count, self.spent = self.count + 1, spent
        if self.count % self.settings.refresh == 0:
            self.reference = copied(self.policy)
        if self.count % self.settings.keep == 0:
            self._keep()
        if self.count % CHANGE == 0:
            self.sparring.change()
        if self.args.snapshots and spent >= (self.snapshots + 1) / (self.args.snapshots + 1):
            self.snapshots += 1
            _save(self.args, "team", self.policy, f"-{self.snapshots}")
        return stats, info

    def _learn(self, key: Any, spent: Any) -> tuple[dict[str, Any], Info]:
        good, evil = self.sparring.sides()
        self.learner, self.states, stats, info = update(
            self.learner, self.reference, self.states, good, evil, key, spent, self.settings
        )
        return stats, info

    def summary(self, stats: dict[str, Any]) -> dict[str, Any]:
        """What a line of the curve says about the games: wins of good by group and by number of players, and ends."""
        games, good = np.asarray(stats["games"]), np.asarray(stats["good"])
        return {
            "games": int(games.sum()),
            "good": _rounded(good.sum(1) / np.maximum(games.sum(1), 1)),
            "good_five": _rounded(good[:, 0] / np.maximum(games[:, 0], 1)),
            "good_by_team": _rounded(np.asarray(stats["teams"])),
            "ends": np.asarray(stats["ends"]).tolist(),
        }

    def _keep(self) -> None:
        """Keep the run, so that it can be resumed, and its policy as a past self."""
        keep(_state(self.args), Run(self.learner, self.count, self.spent))
        _save(self.args, "last", self.policy)
        self.sparring.keep(self.policy)

    def finish(self) -> None:
        """Write the last checkpoints."""
        _save(self.args, "last", self.policy)
        _save(self.args, "average", self.average)
        _state(self.args).unlink(missing_ok=True)


class SingleSeats(Trainer):
    """A run in which the learner has single seats among strangers. Tables of different sizes take turns.

    Each size is a program of its own, and compiling one takes a minute or more. They are compiled side by side while
    the sizes that are ready are already trained.
    """

    def _deal(self, recipe: Recipe, key: Any) -> None:
        by_room = single_seats.rooms(recipe.cycle())
        self._turns = [room for room, configs in sorted(by_room.items()) for _ in configs]
        self._turn = 0
        self._rooms: dict[int, tuple[Settings, Any]] = {}
        self._games = np.zeros((2, 2, len(PLAYER_COUNTS)), int)  # played and won, as good and as evil
        self._answers = 0  # learnt from, in the whole run
        learner, policy = (jax.tree.map(_shape, part) for part in (self.learner, self.policy))
        tracing, compiling = ThreadPoolExecutor(1), ThreadPoolExecutor()

        def prepared(room: int) -> Future[Any]:
            settings = self.settings._replace(seats=room)
            here = list(islice(cycle(by_room[room]), settings.tables))
            tables = single_seats.deal(here, jax.random.fold_in(key, room), settings)
            lowered = self._lowered(learner, policy, jax.tree.map(_shape, tables), settings)
            self._rooms[room] = settings, tables
            return compiling.submit(lowered.compile)

        self._programs = {room: tracing.submit(prepared, room) for room in sorted(by_room)}

    def _lowered(self, learner: Any, policy: Any, tables: Any, settings: Settings) -> Any:
        """An update of tables of one size, ready to be compiled."""
        key = _shape(jax.random.key(0))
        return single_seats.update.lower(learner, policy, tables, policy, key, _shape(jnp.float32(0)), settings)

    def _next_room(self) -> int:
        """The size whose turn it is, of those that are ready; the first update waits for the first one."""
        while True:
            room = self._turns[(self._turn * 7) % len(self._turns)]
            self._turn += 1
            if self.count == 0 or (self._programs[room].done() and self._programs[room].result().done()):
                return room

    def _learn(self, key: Any, spent: Any) -> tuple[dict[str, Any], Info]:
        room = self._next_room()
        program = self._programs[room].result().result()
        tables = self._rooms[room][1]
        frozen = jax.tree.map(lambda leaf: leaf[0], self.sparring.sides()[0])
        tables, stats, info = self._update(program, tables, frozen, key, spent)
        self._rooms[room] = self._rooms[room][0], tables
        self._games += np.stack([np.asarray(stats["games"]), np.asarray(stats["wins"])])
        self._answers += int(stats["answers"])
        return stats, info

    def _update(self, program: Any, tables: Any, frozen: Tree, key: Any, spent: Any) -> tuple[Any, Any, Any]:
        self.learner, *rest = program(self.learner, self.reference, tables, frozen, key, spent)
        return tuple(rest)

    def summary(self, stats: dict[str, Any]) -> dict[str, Any]:
        """Since the last line: games, and how often the learner's own seat won, as good and as evil."""
        games, wins = self._games
        self._games = np.zeros_like(self._games)
        good, evil = wins.sum(1) / np.maximum(games.sum(1), 1)
        five = wins[:, 0] / np.maximum(games[:, 0], 1)
        return {
            "games": int(games.sum()),
            "answers": self._answers,
            "wins": _rounded((good, evil)),
            "wins_five": _rounded(five),
        }


class Heads(SingleSeats):
    """The same for the heads alone. The trunk is that of the checkpoint with which the run began."""

    def _fresh(self, params: Tree) -> Learner:
        self._began = jax.tree.map(jnp.asarray, params["policy"])
        return heads.begin(self._began)

    @property
    def policy(self) -> Tree:
        return heads.with_heads(self._began, self.learner.params["heads"])

    @property
    def average(self) -> Tree:
        return heads.with_heads(self._began, self.learner.average["heads"])

    def _lowered(self, learner: Any, policy: Any, tables: Any, settings: Settings) -> Any:
        mine = heads.heads_of(policy)
        key = _shape(jax.random.key(0))
        return heads.update.lower(policy, learner, mine, mine, tables, key, _shape(jnp.float32(0)), settings)

    def _update(self, program: Any, tables: Any, frozen: Tree, key: Any, spent: Any) -> tuple[Any, Any, Any]:
        reference, others = heads.heads_of(self.reference), heads.heads_of(frozen)
        self.learner, *rest = program(self._began, self.learner, reference, others, tables, key, spent)
        return tuple(rest)


def _shape(leaf: Any) -> Any:
    """What a program must know of an array before there is one."""
    return jax.eval_shape(lambda: leaf)


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


def _begin(recipe: Recipe, args: Any, fresh: Callable[[Tree], Learner]) -> Run:
    params = init_params(args.seed, recipe.width, recipe.layers)
    if args.start:
        params = checkpoint.overlay(params, args.start)
        params = critic_like(params) if recipe.settings.single_seats else params
    run = Run(fresh(params), 0, 0.0)
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


def report(log: Any, summary: dict[str, Any], info: Any) -> None:
    """One line of the curve: the summary of the games, divergence, entropy, losses."""
    row = {**summary, **{name: round(float(number), 4) for name, number in info._asdict().items()}}
    log.write(json.dumps(row) + "\n")
    log.flush()
    print(json.dumps(row), flush=True)


def _rounded(shares: Any) -> list[float]:
    return [round(float(share), 3) for share in shares]


if __name__ == "__main__":
    main()
