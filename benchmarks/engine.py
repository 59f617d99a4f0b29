"""The reference engine: random play through `asks` and `play`, without views and with the view of each mover."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from benchmarks.report import Row, options, rates, show, yardstick
from turncoat.core import CHANCE, AnyGame, Match, Seed, Setup
from turncoat.games import find_game

ALL_CHARACTERS = ("percival", "mordred", "morgana")
CASES = {
    "classic 5": Setup(ruleset="classic", players=5),
    "classic 10": Setup(ruleset="classic", players=10),
    "avalon 7, all options": Setup(
        ruleset="avalon",
        players=7,
        roles=ALL_CHARACTERS,
        options={"lady": True, "plot": True, "targeting": True},
    ),
}


def main(arguments: Sequence[str] | None = None) -> None:
    """The command."""
    asked = options("engine", arguments)
    show(run(asked.quick), asked.json)


def run(quick: bool) -> Iterator[Row]:
    """Every row of the table."""
    seconds = 1.2 if quick else 6.0
    base = yardstick(seconds)
    yield base
    for name, setup in CASES.items():
        yield from _measure(name, setup, seconds, base)


def _measure(name: str, setup: Setup, seconds: float, base: Row) -> Iterator[Row]:
    players = {views: Player(find_game(setup.ruleset), setup, views) for views in (False, True)}
    decisions = dict(zip(players, rates([player.play_one for player in players.values()], seconds), strict=True))
    for views, player in players.items():
        what = f"{name}, {'with' if views else 'without'} views"
        yield Row(f"{what}: decisions", decisions[views], "1/s")
        yield Row(f"{what}: games", decisions[views] * player.games / player.decisions, "1/s")
        yield Row(f"{what}: decisions", decisions[views] / base.value, "ratio", base.name)
    yield Row(f"{name}: cost with a view", decisions[False] / decisions[True], "ratio", "a decision without")


class Player:
    """Plays whole random games, deal included, and counts."""

    def __init__(self, game: AnyGame, setup: Setup, views: bool) -> None:
        self.game = game
        self.setup = setup
        self.views = views
        self.games = 0
        self.decisions = 0
        self._random = random.Random("benchmark")

    def play_one(self) -> int:
        """One game; the number of its decisions."""
        game, views, choice = self.game, self.views, self._random.choice
        state = Match(game, self.setup, Seed(self._random.randbytes(32))).state
        count = 0
        while asks := game.asks(state):
            ask = choice(asks)
            assert ask.seat is not CHANCE
            if views:
                game.view(state, ask.seat)
            state = game.play(state, ask.seat, choice(ask.moves)).state
            count += 1
        self.games += 1
        self.decisions += count
        return count
