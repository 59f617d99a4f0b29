"""Where `search` is better than `net`: python -m tools.search_ablation [--games 60] [--whole] [--against bayes net]

Games are played by `net` on one side and an opponent on the other. At some of its decisions `search` is asked too.
Where it would play another move, the game is played to its end several times after either move, from the true
deal, with the same bots and the same throws of rng: the difference is what the look ahead has gained or lost
there. That needs far fewer games than playing whole games with `search`, which is what `--whole` does, on the same
deals as `net`. Prints Markdown tables.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import random
import sys
from collections.abc import Iterator, Sequence
from copy import copy
from itertools import product
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from tools.ladder import Setting
from turncoat.arena.runner import run
from turncoat.bots import answer_all, make_bot
from turncoat.core import Ask, Match, Seed
from turncoat.games import find_game
from turncoat.games.resistance.bots.search import SearchBot, kind_of

SETTINGS = (
    Setting("5, plain", "classic", 5),
    Setting("5, Merlin", "avalon", 5),
    Setting("7, Percival, Morgana", "avalon", 7, ("percival", "morgana")),
)
CHUNK = 5  # games played in step


class Job(NamedTuple):
    """A stretch of games of one setting with `net` on one side."""

    setting: Setting
    side: str
    opponent: str
    numbers: range
    share: float  # of the decisions that are looked at
    pairs: int  # playouts of each move
    where: str  # the kinds of decision that are looked at


class Look(msgspec.Struct, frozen=True):
    """A decision that was looked at: was the move changed, and by how much did its side gain in the mean."""

    setting: str
    opponent: str
    kind: str
    score: str
    changed: bool
    gain: float = 0.0


class _Game:
    """A game with a bot on each seat."""

    def __init__(self, match: Match[Any], side: str, opponent: str, seed: str) -> None:
        self.match = match
        roles = match.game.deal(match.state)["roles"]
        self.sides = [match.state.rules.sides[role] for role in roles]
        names = ["net" if own == side else opponent for own in self.sides]
        self.bots = [make_bot(name, f"{seed} {seat}") for seat, name in enumerate(names)]

    def request(self) -> tuple[Any, Any, Ask] | None:
        asks = self.match.asks
        if not asks:
            return None
        seat = asks[0].seat
        assert seat is not None
        return self.bots[seat], self.match.game.view(self.match.state, seat), asks[0]


class _Change(NamedTuple):
    """A moment at which `search` plays another move."""

    match: Match[Any]
    ask: Ask
    moves: tuple[Any, Any]  # net's, search's
    look: Look


def _in_step(games: Sequence[_Game]) -> Iterator[list[tuple[_Game, Any, Ask, Any]]]:
    """Play games on; before each step, what is answered: the game, the view, the ask, the move."""
    while True:
        asked = [(game, request) for game in games if (request := game.request()) is not None]
        if not asked:
            return
        moves = answer_all([request for _, request in asked])
        step = [(game, view, ask, move) for (game, (_, view, ask)), move in zip(asked, moves, strict=True)]
        yield step
        for game, _, ask, move in step:
            game.match.play(ask.seat, move)


def play_job(job: Job) -> list[Look]:
    """The decisions of some games; runs in a worker."""
    seeds = [f"gains {number}" for number in job.numbers]
    setup = job.setting.cell("net", "net", 1, "").setup
    games = [
        _Game(Match(find_game(setup.ruleset), setup, Seed.of(seed)), job.side, job.opponent, seed) for seed in seeds
    ]
    picks = random.Random(f"{job.numbers.start} {job.side} {job.opponent}")
    same: list[Look] = []
    changes: list[_Change] = []
    for step in _in_step(games):
        for looked in _looked(job, step, picks):
            if isinstance(looked, _Change):
                changes.append(looked)
            else:
                same.append(looked)
    return same + _gains(job, changes)


def _looked(job: Job, step: Sequence[tuple[_Game, Any, Ask, Any]], picks: random.Random) -> Iterator[Look | _Change]:
    """Ask `search` about some of the decisions of a step."""
    for game, view, ask, move in step:
        assert ask.seat is not None
        searcher = SearchBot.of(f"gains {job.numbers[0]} {ask.seat}", job.where)
        own = game.sides[ask.seat] == job.side and searcher.looks_ahead(view, ask)
        if not own or (ask.kind != "assassinate" and picks.random() >= job.share):
            continue
        other = searcher.improve(view, ask, move)
        score = f"{view.score.good}:{view.score.evil}"
        look = Look(job.setting.title, job.opponent, kind_of(view, ask), score, other != move)
        yield look if other == move else _Change(_fork(game.match), ask, (move, other), look)


def _fork(match: Match[Any]) -> Match[Any]:
    """The same game, to be played on by itself."""
    fork = copy(match)
    fork.moves = list(match.moves)
    return fork


def _gains(job: Job, changes: Sequence[_Change]) -> list[Look]:
    games = []
    for number, change in enumerate(changes):
        for pair in range(job.pairs):
            for move in change.moves:
                match = _fork(change.match)
                match.play(change.ask.seat, move)
                games.append(_Game(match, job.side, job.opponent, f"{job.numbers.start} {number} {pair}"))
    for _ in _in_step(games):
        pass
    won = [game.match.game.outcome(game.match.state).winner == job.side for game in games]  # type: ignore[union-attr]
    found = []
    for number, change in enumerate(changes):
        mine = won[2 * job.pairs * number : 2 * job.pairs * (number + 1)]
        gain = (sum(mine[1::2]) - sum(mine[::2])) / job.pairs
        found.append(msgspec.structs.replace(change.look, gain=gain))
    return found


def markdown(looks: Sequence[Look], by: Sequence[str]) -> Iterator[str]:
    """The table, a row for each combination of some fields of the looks. Gains are in points of a hundred."""
    yield f"| {' | '.join(by)} | looked at | changed | gain a change | error |"
    yield "|" + "---|" * (len(by) + 4)
    keys = sorted({tuple(getattr(look, name) for name in by) for look in looks})
    for key in keys:
        mine = [look for look in looks if tuple(getattr(look, name) for name in by) == key]
        gains = [100 * look.gain for look in mine if look.changed]
        if not gains:
            yield f"| {' | '.join(key)} | {len(mine)} | 0 | - | - |"
            continue
        mean, error = _mean(gains)
        yield f"| {' | '.join(key)} | {len(mine)} | {len(gains)} | {mean:+.1f} | {error:.1f} |"


def measure(jobs: Sequence[Job], workers: int, journal: Path | None) -> list[Look]:
    """All looks of the jobs; each job's are written to the journal as it ends."""
    found: list[Look] = []
    with multiprocessing.get_context("spawn").Pool(min(workers, len(jobs))) as pool:
        for looks in pool.imap_unordered(play_job, jobs):
            found += looks
            if journal is not None:
                with journal.open("ab") as file:
                    file.write(b"".join(msgspec.json.encode(look) + b"\n" for look in looks))
    return found


def whole(
    bot: str, settings: Sequence[Setting], sides: Sequence[str], opponents: Sequence[str], games: int, **how: Any
) -> Iterator[str]:
    """Whole games of a bot and of `net` on the same deals: wins of their side, and what the bot gains."""
    yield f"| game | side | against | net | {bot} | gain | error |"
    yield "|---|---|---|---|---|---|---|"
    for setting in settings:
        for side, opponent in product(sides, opponents):
            pairs = [(name, opponent) if side == "good" else (opponent, name) for name in ("net", bot)]
            cells = [setting.cell(good, evil, games, "gains") for good, evil in pairs]
            net, own = ([game.winner == side for game in played] for played in run(cells, **how))
            mean, error = _mean([100.0 * (b - a) for a, b in zip(net, own, strict=True)])
            rates = " | ".join(f"{100 * sum(won) / games:.1f}" for won in (net, own))
            yield f"| {setting.title} | {side} | {opponent} | {rates} | {mean:+.1f} | {error:.1f} |"


def _mean(values: Sequence[float]) -> tuple[float, float]:
    """The mean and its standard error."""
    mean = sum(values) / len(values)
    return mean, sqrt(sum((value - mean) ** 2 for value in values) / max(len(values) - 1, 1) / len(values))


def main() -> None:
    """Measure what the arguments say."""
    parser = argparse.ArgumentParser(prog="python -m tools.search_ablation", description=__doc__)
    parser.add_argument("--games", type=int, default=60, help="for each setting, side and opponent")
    parser.add_argument("--whole", action="store_true", help="play whole games")
    parser.add_argument("--bot", default="search", help="for whole games; also search:KIND+KIND or search:all")
    parser.add_argument("--against", nargs="+", default=("bayes", "net"))
    parser.add_argument("--share", type=float, default=0.25, help="of the decisions that are looked at")
    parser.add_argument("--pairs", type=int, default=8, help="games played on after either move")
    parser.add_argument("--kinds", default="all", help="of decision that are looked at: KIND+KIND")
    parser.add_argument("--settings", nargs="+", type=int, default=range(len(SETTINGS)), help="by number")
    parser.add_argument("--sides", nargs="+", default=("good", "evil"))
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    parser.add_argument("--journal", type=Path, help="where every look is kept, a line each")
    args = parser.parse_args()
    if args.whole:
        settings = [SETTINGS[at] for at in args.settings]
        how = {"workers": args.workers, "journal": args.journal}
        for line in whole(args.bot, settings, args.sides, args.against, args.games, **how):
            sys.stdout.write(line + "\n")
            sys.stdout.flush()
        return
    jobs = [
        Job(SETTINGS[at], side, opponent, numbers, args.share, args.pairs, args.kinds)
        for numbers in (range(start, min(start + CHUNK, args.games)) for start in range(0, args.games, CHUNK))
        for at, side, opponent in product(args.settings, args.sides, args.against)
    ]
    looks = measure(jobs, args.workers, args.journal)
    for by in (("kind",), ("kind", "opponent"), ("setting", "kind", "opponent")):
        sys.stdout.write("\n".join(markdown(looks, by)) + "\n\n")


if __name__ == "__main__":
    main()
