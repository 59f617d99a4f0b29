"""Write the views that the client's own tests use: a game of the real engine, stopped in the middle.

Usage: python web/fixtures.py
"""

from __future__ import annotations

import json
import random
from pathlib import Path

import msgspec

from turncoat.core import Setup
from turncoat.core.chance import Seed
from turncoat.core.match import Match
from turncoat.games import find_game

OUT = Path(__file__).parent / "tests" / "view.json"
MOVES = 60


def main() -> None:
    """Play a fixed number of random moves and keep what seat 0 sees."""
    chance = random.Random(7)
    game = find_game("avalon")
    setup = Setup(ruleset="avalon", players=7, roles=("percival", "morgana"), options={"lady": True})
    match = Match(game, setup, Seed.of("7"))
    for _ in range(MOVES):
        asks = match.asks
        if not asks:
            break
        ask = chance.choice(asks)
        match.play(ask.seat, chance.choice(list(ask.moves)))
    view = msgspec.to_builtins(game.view(match.state, 0), str_keys=True)
    OUT.write_text(json.dumps(view, indent=1) + "\n")


if __name__ == "__main__":
    main()
