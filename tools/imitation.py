"""Imitation: record what bots answer in games of the referee, and fit a network to it.

    python -m tools.imitation record OUT --lesson bayes/net --lesson bayes/bayes --games 400
    python -m tools.imitation fit net.npz clone.npz OUT/bayes-net.npz:good OUT/bayes-bayes.npz:good

A network that answers as some bot does can stand in for it in the simulator, where the bot itself cannot play, and
self-play can start from it.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
from collections.abc import Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array
from numpy.typing import NDArray

from turncoat.bots import answer_all, make_bot
from turncoat.core import Ask, Match, Seed, Setup
from turncoat.games import find_game
from turncoat.games.resistance.learning.policy import Tree, answers
from turncoat.games.resistance.learning.ppo import begin, descend
from turncoat.games.resistance.learning.recipes import RECIPES, Game
from turncoat.games.resistance.learning.settings import Settings
from turncoat.games.resistance.network import checkpoint
from turncoat.games.resistance.network import network as net
from turncoat.games.resistance.network.action_numbers import NUMBERED_KINDS
from turncoat.games.resistance.network.features import encode
from turncoat.games.resistance.network.layout import FIRST_EVIL_ROLE, PHASES, SEATS, layout, size

TOGETHER = 32  # games played at once


class Examples(NamedTuple):
    """Answers of single seats: what was seen, as packed bits, and what was answered, as the network numbers it."""

    seen: NDArray[np.uint8]
    answer: NDArray[np.int16]


class Lesson(NamedTuple):
    """A pairing of bots."""

    good: str
    evil: str

    @classmethod
    def of(cls, text: str) -> Lesson:
        """`GOOD/EVIL`, for example `bayes/net`."""
        good, _, evil = text.partition("/")
        return cls(good, evil)


def record(lesson: Lesson, game: Game, games: int, seed: str) -> Examples:
    """Play games and keep the answers. Forced answers teach nothing and are left out."""
    _, ruleset, players, roles, options = game
    if "optimal" in (lesson.good, lesson.evil) and ruleset == "classic":
        options = {**options, "table_coin": True}
    setup = Setup(ruleset=ruleset, players=players, roles=roles, options=options)
    seen, answer = [], []
    for start in range(0, games, TOGETHER):
        for view, ask, move in _watched(lesson, setup, [f"{seed} {n}" for n in range(start, start + TOGETHER)]):
            if ask.kind in NUMBERED_KINDS and len(ask.moves) > 1:
                seen.append(np.packbits(encode(view, SEATS)))
                answer.append(label(view, ask, move))
    return Examples(np.stack(seen), np.array(answer, np.int16))


def _watched(lesson: Lesson, setup: Setup, seeds: Sequence[str]) -> Iterator[tuple[Any, Ask, Any]]:
    """Play games at once; every view, ask and answer."""
    tables = [_seated(lesson, setup, seed) for seed in seeds]
    while open_tables := [(match, bots, asks[0]) for match, bots in tables if (asks := _asks(match))]:
        views = [match.game.view(match.state, ask.seat) for match, _, ask in open_tables]
        requests = [(bots[ask.seat or 0], view, ask) for (_, bots, ask), view in zip(open_tables, views, strict=True)]
        for (match, _, ask), view, move in zip(open_tables, views, answer_all(requests), strict=True):
            yield view, ask, move
            match.play(ask.seat, move)


def _asks(match: Match[Any]) -> Sequence[Ask]:
    asks: Sequence[Ask] = match.asks
    return asks


def _seated(lesson: Lesson, setup: Setup, seed: str) -> tuple[Match[Any], list[Any]]:
    match: Match[Any] = Match(find_game(setup.ruleset), setup, Seed.of(seed))
    roles = match.game.deal(match.state)["roles"]
    names = [lesson.good if match.state.rules.sides[role] == "good" else lesson.evil for role in roles]
    return match, [make_bot(name, f"{seed} {seat}") for seat, name in enumerate(names)]


def label(view: Any, ask: Ask, move: Any) -> int:
    """A move as the network numbers it: a team's row, a seat counted from the observer, or 1 to approve or fail."""
    if ask.kind == "vote":
        return int(move.approve)
    if ask.kind == "mission":
        return int(not move.success)
    you, players = view.you.seat, view.rules.players
    if ask.kind != "propose":
        return int((move.seat - you) % players)
    mission = move.mission or view.mission
    mask = sum(1 << (seat - you) % players for seat in move.team)
    return int(net.TEAMS * (mission - 1) + _rows()[mask])


@cache
def _rows() -> dict[int, int]:
    """For every team as a set of bits its row among the teams of its size."""
    return {
        sum(int(bit) << seat for seat, bit in enumerate(team)): row
        for teams in net.team_table()
        for row, team in enumerate(teams)
        if team.any()
    }


def record_all(lessons: Sequence[Lesson], recipe: str, games: int, out: Path, workers: int, seed: str) -> int:
    """Play every lesson on every game of a recipe; one file a lesson. Returns how many answers were kept."""
    out.mkdir(parents=True, exist_ok=True)
    setups = RECIPES[recipe].setups
    jobs = [
        (lesson, game, games * game[0], f"{seed} {lesson.good} {lesson.evil} {n}")
        for lesson in lessons
        for n, game in enumerate(setups)
    ]
    with multiprocessing.get_context("spawn").Pool(workers) as pool:
        parts = pool.starmap(record, jobs, chunksize=1)
    for at, lesson in enumerate(lessons):
        seen, answer = (
            np.concatenate(column) for column in zip(*parts[at * len(setups) :][: len(setups)], strict=True)
        )
        np.savez(out / f"{lesson.good}-{lesson.evil}.npz", seen=seen, answer=answer)
    return sum(len(part.answer) for part in parts)


def load(sources: Sequence[str]) -> Examples:
    """The examples of several files as one; `FILE:good` or `FILE:evil` is one side of a file."""
    parts = []
    for source in sources:
        path, _, side = source.partition(":")
        with np.load(path) as stored:
            seen, answer = stored["seen"], stored["answer"]
        wanted = _is_evil(seen) == (side == "evil") if side else np.ones(len(answer), bool)
        parts.append(Examples(seen[wanted], answer[wanted]))
    return Examples(np.concatenate([part.seen for part in parts]), np.concatenate([part.answer for part in parts]))


def _is_evil(seen: NDArray[np.uint8]) -> NDArray[np.bool_]:
    role = layout(SEATS)["role"]
    first = role.start // 8
    bits = np.unpackbits(seen[:, first : role.stop // 8 + 1], axis=-1)[:, role.start - 8 * first :]
    return np.asarray(bits[:, FIRST_EVIL_ROLE : role.stop - role.start].any(-1))


def _loss(policy: Tree, seen: Array, answer: Array) -> Array:
    """How unlikely the network finds the answers."""
    obs = jnp.unpackbits(seen, axis=-1)[..., : size(SEATS)]
    phase = obs[..., layout(SEATS)["phase"]].argmax(-1)
    pair, choice = answers(policy, obs, phase)
    alone = (phase != PHASES.index("vote")) & (phase != PHASES.index("mission"))
    picked = jnp.take_along_axis(choice, answer[:, None], 1)[:, 0]
    said = jnp.take_along_axis(pair, jnp.minimum(answer, 1)[:, None], 1)[:, 0]
    return -jnp.where(alone, picked, said).mean()


@partial(jax.jit, static_argnames=("settings", "batch"), donate_argnums=0)
def _epoch(learner: Any, seen: Array, answer: Array, order: Array, rate: Array, settings: Settings, batch: int) -> Any:
    def learn(learner: Any, rows: Array) -> tuple[Any, Array]:
        loss, grads = jax.value_and_grad(_loss)(learner.params, seen[rows], answer[rows].astype(jnp.int32))
        return descend(learner, grads, rate, settings), loss

    return jax.lax.scan(learn, learner, order[: len(order) // batch * batch].reshape(-1, batch))


def fit(start: Path, examples: Examples, epochs: int, rate: float, batch: int = 8192) -> Iterator[tuple[Tree, Any]]:
    """Fit a checkpoint's network to the examples; after each epoch the weights, and the loss met in it."""
    learner = begin(checkpoint.load(start))
    settings = Settings(average_decay=0.99)
    seen, answer = jnp.asarray(examples.seen), jnp.asarray(examples.answer)
    for epoch in range(epochs):
        order = jax.random.permutation(jax.random.key(epoch), len(answer))
        now = jnp.float32(rate * (1 - epoch / epochs) + 1e-5)
        learner, losses = _epoch(learner, seen, answer, order, now, settings, min(batch, len(answer)))
        yield learner.average, float(losses.mean())


def main() -> None:
    """Record or fit, as the arguments say."""
    parser = argparse.ArgumentParser(prog="python -m tools.imitation", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    watch = commands.add_parser("record", help="play and keep what the bots answer")
    watch.add_argument("out", type=Path)
    watch.add_argument("--lesson", type=Lesson.of, action="append", required=True, help="GOOD/EVIL")
    watch.add_argument("--recipe", choices=RECIPES, default="family")
    watch.add_argument("--games", type=int, default=100, help="for each share of each game of the recipe")
    watch.add_argument("--workers", type=int, default=multiprocessing.cpu_count())
    watch.add_argument("--seed", default="watched")
    learn = commands.add_parser("fit", help="fit a checkpoint's network to what was kept")
    learn.add_argument("start", type=Path)
    learn.add_argument("out", type=Path)
    learn.add_argument("examples", nargs="+", help="FILE, FILE:good or FILE:evil")
    learn.add_argument("--epochs", type=int, default=20)
    learn.add_argument("--rate", type=float, default=1e-3)
    args = parser.parse_args()
    if args.command == "record":
        kept = record_all(args.lesson, args.recipe, args.games, args.out, args.workers, args.seed)
        sys.stdout.write(f"{kept} answers\n")
        return
    for policy, loss in fit(args.start, load(args.examples), args.epochs, args.rate):
        sys.stdout.write(f"loss {loss:.4f}\n")
        sys.stdout.flush()
        checkpoint.save(args.out, policy, checkpoint.load_met(args.start))


if __name__ == "__main__":
    main()
