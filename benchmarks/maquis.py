"""RESIST!: how fast it runs and how well the bots play, `python -m benchmarks maquis [--json] [--quick]`.

Speed is random play of complete games through the core, beside a fixed pure-Python loop in the same run. Strength
is every bot over the same deals: grades, mean points with a 95 % interval, and thinking time a move.

    --quick       a few deals, within half a minute
    --json        one JSON object a line
    --deals N     how many deals (1000)
    --seconds S   how long the search bot thinks about a move (1.0)
    --bots ...    which bots
    --jobs N      how many processes
"""

from __future__ import annotations

import argparse
import json
import math
import os
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from random import Random
from typing import Any, NamedTuple

from turncoat.bots import Bot
from turncoat.bots.maquis import BOTS, SearchBot
from turncoat.core import Draw, Match, Seed, Setup
from turncoat.games.maquis import GAME, State
from turncoat.games.maquis.moves import End
from turncoat.solo import numbered

GRADES = ("epic", "major", "victory", "minor", "draw", "loss")


class Line(NamedTuple):
    """One measured number; `of` names what a ratio is relative to."""

    name: str
    value: float
    unit: str
    of: str | None = None


class Played(NamedTuple):
    """How a bot did on one deal."""

    grade: str
    points: int
    moves: int
    seconds: float


# Speed


def yardstick(seconds: float) -> float:
    """Turns a second of a fixed loop of additions and list steps."""

    def turn() -> None:
        numbers = list(range(64))
        for _ in range(4):
            numbers = [(number * 5 + 3) & 63 for number in numbers]

    return _rate(turn, seconds)


def _rate(work: Callable[[], Any], seconds: float) -> float:
    work()
    count, start = 0, time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        work()
        count += 1
    return count / spent


class RandomGames:
    """Random games by `start` and `play` alone, counted; ended only when they must be."""

    def __init__(self) -> None:
        self.random = Random(1)
        self.games = 0
        self.moves = 0

    def play(self) -> None:
        state, random = GAME.start(Setup(ruleset="maquis")), self.random
        while (ask := state.ask) is not None:
            if ask.lottery is not None:
                drawn = tuple(random.sample(ask.lottery.pool, ask.lottery.take))
                state = GAME.play(state, None, Draw(ask.kind, drawn)).state
            else:
                move = random.choice(ask.moves)
                state = GAME.play(state, 0, ask.moves[0] if move == End() else move).state
            self.moves += 1
        self.games += 1


def speed(seconds: float) -> Iterator[Line]:
    loop = yardstick(seconds / 2)
    yield Line("yardstick", loop, "turns/s")
    games = RandomGames()
    rate = _rate(games.play, seconds)
    per_game = games.moves / games.games
    yield Line("random games", rate, "games/s")
    yield Line("random moves", rate * per_game, "moves/s")
    yield Line("random moves", rate * per_game / loop, "ratio", "yardstick")
    imagine = _views(seconds)
    yield Line("worlds imagined from a view", imagine, "worlds/s")


def _views(seconds: float) -> float:
    from turncoat.games.maquis.belief import Belief

    match: Match[State] = Match(GAME, Setup(ruleset="maquis"), Seed.of("1"))
    belief, random = Belief(GAME.view(match.state, 0)), Random(1)
    return _rate(lambda: belief.world(random), seconds / 2)


# Strength


def make(bot: str, number: int, seconds: float) -> Bot:
    return SearchBot(str(number), seconds=seconds) if bot == "search" else BOTS[bot](str(number))


def play(number: int, bot: str, seconds: float) -> Played:
    """One numbered deal by one bot."""
    match: Match[State] = Match(GAME, Setup(ruleset="maquis"), numbered(number).seed)
    player, moves, start = make(bot, number, seconds), 0, time.perf_counter()
    while (ask := match.state.ask) is not None:
        match.play(0, player.answer(GAME.view(match.state, 0), ask))
        moves += len(ask.moves) > 1
    outcome = match.state.outcome
    assert outcome is not None
    return Played(outcome.grade, outcome.points, moves, time.perf_counter() - start)


def strength(bots: Sequence[str], deals: int, seconds: float, jobs: int) -> Iterator[tuple[str, list[Played]]]:
    with ProcessPoolExecutor(jobs) as pool:
        for bot in bots:
            yield bot, list(pool.map(partial(play, bot=bot, seconds=seconds), range(1, deals + 1)))


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


def lines_of(bot: str, played: Sequence[Played]) -> Iterator[Line]:
    mean, half = mean_points(played)
    grades = Counter(game.grade for game in played)
    yield Line(f"{bot}: mean points", mean, "points")
    yield Line(f"{bot}: half of the 95 % interval", half, "points")
    for grade in GRADES:
        yield Line(f"{bot}: {grade}", grades[grade] / len(played), "share")
    moves = sum(game.moves for game in played)
    yield Line(f"{bot}: time a move", 1000 * sum(game.seconds for game in played) / moves, "ms")


def row(bot: str, played: Sequence[Played]) -> str:
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
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--deals", type=int)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--bots", nargs="+", choices=list(BOTS), default=list(BOTS))
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> None:
    given = options(arguments)
    deals = given.deals or (20 if given.quick else 1000)
    seconds = given.seconds or (0.005 if given.quick else 1.0)
    show = _show_json if given.json else _show_line
    for line in speed(1.0 if given.quick else 5.0):
        show(line)
    if not given.json:
        print(f"\n{deals} deals, the search thinks {seconds} s a move; percent with half of the 95 % interval")
        print(f"{'bot':8} {'points':>12} " + " ".join(f"{grade:>12}" for grade in GRADES))
    for bot, played in strength(given.bots, deals, seconds, given.jobs):
        if not given.json:
            print(row(bot, played), flush=True)
            continue
        for line in lines_of(bot, played):
            show(line)


def _show_json(line: Line) -> None:
    print(json.dumps({key: value for key, value in line._asdict().items() if value is not None}), flush=True)


def _show_line(line: Line) -> None:
    of = f" of {line.of}" if line.of else ""
    print(f"{line.name:40} {line.value:12,.2f} {line.unit}{of}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
