"""RESIST!: how fast it runs and how well the bots play.

Speed is measured by random play of complete games through the core, as a ratio to a yardstick in the same run. Strength
is measured by letting every bot play the same numbered deals: grades and mean points with 95 % intervals, and processor
time per move.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import statistics
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from benchmarks.report import Row, rate, show, yardstick
from turncoat.arena.stats import rate as share
from turncoat.bots import Bot, make_bot
from turncoat.core import Draw, Match, Seed, Setup
from turncoat.games.maquis import GAME, State
from turncoat.games.maquis.belief import Belief
from turncoat.games.maquis.bots import ROSTER
from turncoat.games.maquis.bots.search import SearchBot
from turncoat.games.maquis.rules.moves import End
from turncoat.games.maquis.session import numbered

GRADES = ("epic", "major", "victory", "minor", "draw", "loss")


class Thought(NamedTuple):
    """How long the search bot thinks about a move: for some seconds, or for some turns if that is given."""

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
    """Plays random games by `start` and `play` alone. The player never ends a game by choice."""

    def __init__(self) -> None:
        self.random = Random(1)
        self.games = 0
        self.moves = 0

    def play(self) -> int:
        """Play one game and return the number of moves, including those of chance."""
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


class Journal:
    """The games played so far, as one JSON object per line, so that an interrupted run can be continued."""

    def __init__(self, path: Path | None, thought: Thought) -> None:
        self._path = path
        self._thought = str(thought)
        self.games: dict[tuple[str, int], Played] = {}
        if path is not None and path.exists():
            for text in path.read_text(encoding="utf-8").splitlines():
                self._read(text)

    def _read(self, text: str) -> None:
        try:
            entry = json.loads(text)
        except ValueError:  # the run was killed while it wrote this line
            return
        if entry["bot"] != "search" or entry["thought"] == self._thought:
            self.games[entry["bot"], entry["deal"]] = Played(**entry["played"])

    def keep(self, bot: str, deal: int, played: Played) -> None:
        self.games[bot, deal] = played
        if self._path is not None:
            entry = {"bot": bot, "deal": deal, "thought": self._thought, "played": played._asdict()}
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(entry) + "\n")


def make(bot: str, number: int, thought: Thought) -> Bot:
    """Make a bot. The search bot counts processor time, so that a busy machine gives the same table."""
    if bot == "search":
        return SearchBot(str(number), thought.seconds, thought.turns, time.process_time)
    return make_bot(bot, str(number), "maquis")


def play(number: int, bot: str, thought: Thought) -> Played:
    """Let a bot play a numbered deal."""
    match: Match[State] = Match(GAME, Setup(ruleset="maquis"), numbered(number).seed)
    player, moves, start = make(bot, number, thought), 0, time.process_time()
    while (ask := match.state.ask) is not None:
        match.play(0, player.answer(GAME.view(match.state, 0), ask))
        moves += len(ask.moves) > 1
    outcome = match.state.outcome
    assert outcome is not None
    return Played(outcome.grade, outcome.points, moves, time.process_time() - start)


def strength(asked: argparse.Namespace, thought: Thought) -> Iterator[tuple[str, list[Played]]]:
    """The results of each bot on the same deals."""
    journal = Journal(asked.journal, thought)
    numbers = range(1, asked.deals + 1)
    with ProcessPoolExecutor(asked.workers, mp_context=get_context("spawn")) as pool:
        for bot in asked.bots:
            missing = [number for number in numbers if (bot, number) not in journal.games]
            games = {pool.submit(play, number, bot, thought): number for number in missing}
            for game in as_completed(games):
                journal.keep(bot, games[game], game.result())
            yield bot, [journal.games[bot, number] for number in numbers]


def mean_points(played: Sequence[Played]) -> tuple[float, float]:
    """The mean, and half the width of its 95 % interval."""
    points = [game.points for game in played]
    spread = statistics.stdev(points) if len(points) > 1 else 0.0
    return statistics.mean(points), 1.96 * spread / math.sqrt(len(points))


def summary(bot: str, played: Sequence[Played]) -> dict[str, Any]:
    """Everything in the table, and the processor time."""
    mean, half = mean_points(played)
    grades, deals = Counter(game.grade for game in played), len(played)
    seconds, moves = sum(game.seconds for game in played), sum(game.moves for game in played)
    return {
        "bot": bot,
        "deals": deals,
        "points": round(mean, 3),
        "half_interval": round(half, 3),
        "grades": {grade: grades[grade] for grade in GRADES},
        "percent": {grade: [round(part, 2) for part in share(grades[grade], deals).percents[1:]] for grade in GRADES},
        "moves": round(moves / deals, 1),
        "ms_a_move": round(1000 * seconds / moves, 3),
        "seconds_a_deal": round(seconds / deals, 3),
    }


def line(bot: str, played: Sequence[Played]) -> str:
    mean, half = mean_points(played)
    grades = Counter(game.grade for game in played)
    shares = " ".join(f"{share(grades[grade], len(played))!s:>16}" for grade in GRADES)
    return f"{bot:8} {mean:6.2f} ±{half:4.2f} {shares}"


# The command


def _names(text: str) -> list[str]:
    names = text.split(",")
    if unknown := [name for name in names if name not in ROSTER.bots]:
        raise argparse.ArgumentTypeError(f"there is no bot {unknown[0]}; there are {', '.join(ROSTER.bots)}")
    return names


def options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks maquis", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a few deals, within 30 seconds")
    parser.add_argument("--json", action="store_true", help="print one JSON object per line and no table")
    parser.add_argument("--deals", type=int, help="number of deals (default 1000)")
    parser.add_argument("--seconds", type=float, help="how long the search bot may think about a move (default 1)")
    parser.add_argument("--turns", type=int, help="the most turns that it searches, instead of --seconds")
    parser.add_argument(
        "--bots", type=_names, default=list(ROSTER.bots), help="names, separated by commas (default all)"
    )
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="number of processes")
    parser.add_argument("--journal", type=Path, help="file that keeps every game; kept games are not played again")
    asked = parser.parse_args(arguments)
    asked.deals = asked.deals or (15 if asked.quick else 1000)
    return asked


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the speed, then the table as the bots finish, then one JSON object for each bot."""
    asked = options(arguments)
    thought = Thought(asked.seconds or (0.005 if asked.quick else 1.0), asked.turns)
    show(speed(0.6 if asked.quick else 6.0), asked.json)
    if not asked.json:
        print(f"\n{asked.deals} deals, the search thinks at most {thought} per move; 95 % intervals in brackets")
        print(f"{'bot':8} {'points':>12} " + " ".join(f"{grade + ' %':>16}" for grade in GRADES), flush=True)
    summaries = []
    for bot, played in strength(asked, thought):
        summaries.append(summary(bot, played))
        if not asked.json:
            print(line(bot, played), flush=True)
    for found in summaries:
        print(json.dumps(found))
