"""RESIST!: how fast it runs and how well the bots play.

Speed is random play of complete games through the core, beside the yardstick of the same run. Strength is every
bot over the same numbered deals: grades and mean points, with 95 % intervals, and processor time a move.
"""

from __future__ import annotations

import argparse
import math
import os
import statistics
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from random import Random
from typing import NamedTuple

from benchmarks.report import Row, rate, show, yardstick
from turncoat.bots import Bot
from turncoat.bots.maquis import BOTS, SearchBot
from turncoat.core import Draw, Match, Seed, Setup
from turncoat.games.maquis import GAME, State
from turncoat.games.maquis.belief import Belief
from turncoat.games.maquis.moves import End
from turncoat.solo import numbered

GRADES = ("epic", "major", "victory", "minor", "draw", "loss")


class Thought(NamedTuple):
    """How long the search bot thinks about a move: some seconds, or some turns whatever they take."""

    seconds: float = 1.0
    turns: int | None = None

    def __str__(self) -> str:
        return f"{self.turns} turns" if self.turns else f"{self.seconds} s"


class Played(NamedTuple):
    """How a bot did on one deal."""

    grade: str
    points: int
    moves: int
    seconds: float


# Speed


class RandomGames:
    """Random games by `start` and `play` alone, ended only when they must be."""

    def __init__(self) -> None:
        self.random = Random(1)
        self.games = 0
        self.moves = 0

    def play(self) -> int:
        """One game; how many moves it took, those of chance included."""
        state, random, before = GAME.start(Setup(ruleset="maquis")), self.random, self.moves
        while (ask := state.ask) is not None:
            if ask.lottery is not None:
                drawn = tuple(random.sample(ask.lottery.pool, ask.lottery.take))
                state = GAME.play(state, None, Draw(ask.kind, drawn)).state
            else:
                move = random.choice(ask.moves)
                state = GAME.play(state, 0, ask.moves[0] if move == End() else move).state
            self.moves += 1
        self.games += 1
        return self.moves - before


def speed(seconds: float) -> Iterator[Row]:
    base = yardstick(seconds)
    yield base
    games = RandomGames()
    moves = rate(games.play, seconds)
    yield Row("random play: games", moves * games.games / games.moves, "1/s")
    yield Row("random play: moves", moves, "1/s")
    yield Row("random play: moves", moves / base.value, "ratio", base.name)
    match: Match[State] = Match(GAME, Setup(ruleset="maquis"), Seed.of("1"))
    belief, random = Belief(GAME.view(match.state, 0)), Random(1)
    yield Row("worlds imagined from a view", rate(lambda: bool(belief.world(random)), seconds), "1/s")


# Strength


def make(bot: str, number: int, thought: Thought) -> Bot:
    return SearchBot(str(number), thought.seconds, thought.turns) if bot == "search" else BOTS[bot](str(number))


def play(number: int, bot: str, thought: Thought) -> Played:
    """One numbered deal by one bot."""
    match: Match[State] = Match(GAME, Setup(ruleset="maquis"), numbered(number).seed)
    player, moves, start = make(bot, number, thought), 0, time.process_time()
    while (ask := match.state.ask) is not None:
        match.play(0, player.answer(GAME.view(match.state, 0), ask))
        moves += len(ask.moves) > 1
    outcome = match.state.outcome
    assert outcome is not None
    return Played(outcome.grade, outcome.points, moves, time.process_time() - start)


def strength(bots: Sequence[str], deals: int, thought: Thought, jobs: int) -> Iterator[tuple[str, list[Played]]]:
    with ProcessPoolExecutor(jobs) as pool:
        for bot in bots:
            yield bot, list(pool.map(partial(play, bot=bot, thought=thought), range(1, deals + 1)))


def mean_points(played: Sequence[Played]) -> tuple[float, float]:
    """The mean, and half of its 95 % interval."""
    points = [game.points for game in played]
    spread = statistics.stdev(points) if len(points) > 1 else 0.0
    return statistics.mean(points), 1.96 * spread / math.sqrt(len(points))


def share(count: int, total: int) -> tuple[float, float]:
    """A proportion and half of its 95 % interval (Wilson's middle and half width), in percent."""
    z2 = 1.96**2
    middle = (count + z2 / 2) / (total + z2)
    half = 1.96 * math.sqrt(count * (total - count) / total + z2 / 4) / (total + z2)
    return 100 * middle, 100 * half


def rows(bot: str, played: Sequence[Played]) -> Iterator[Row]:
    mean, half = mean_points(played)
    grades = Counter(game.grade for game in played)
    yield Row(f"{bot}: mean points", mean, "points")
    yield Row(f"{bot}: half of the 95 % interval", half, "points")
    for grade in GRADES:
        yield Row(f"{bot}: {grade}", grades[grade] / len(played), "share")
    moves = sum(game.moves for game in played)
    yield Row(f"{bot}: time a move", 1000 * sum(game.seconds for game in played) / moves, "ms of processor")


def line(bot: str, played: Sequence[Played]) -> str:
    mean, half = mean_points(played)
    grades = Counter(game.grade for game in played)
    shares = " ".join(f"{_percent(grades[grade], len(played)):>12}" for grade in GRADES)
    return f"{bot:8} {mean:6.2f} ±{half:4.2f} {shares}"


def _percent(count: int, total: int) -> str:
    _, half = share(count, total)
    return f"{100 * count / total:.1f} ±{half:.1f}"


# The command


def options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks maquis", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a few deals, within 30 seconds")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    parser.add_argument("--deals", type=int, help="how many deals (1000)")
    parser.add_argument("--seconds", type=float, help="how long the search bot thinks about a move (1)")
    parser.add_argument("--turns", type=int, help="how many turns it searches instead, whatever they take")
    parser.add_argument("--bots", nargs="+", choices=list(BOTS), default=list(BOTS))
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many processes")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> None:
    """The command."""
    asked = options(arguments)
    deals = asked.deals or (15 if asked.quick else 1000)
    thought = Thought(asked.seconds or (0.005 if asked.quick else 1.0), asked.turns)
    show(speed(0.6 if asked.quick else 6.0), asked.json)
    if not asked.json:
        print(f"\n{deals} deals, the search thinks {thought} a move; percent with half of the 95 % interval")
        print(f"{'bot':8} {'points':>12} " + " ".join(f"{grade:>12}" for grade in GRADES))
    for bot, played in strength(asked.bots, deals, thought, asked.jobs):
        if asked.json:
            show(rows(bot, played), as_json=True)
        else:
            print(line(bot, played), flush=True)
