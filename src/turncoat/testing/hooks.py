"""Set-ups to test a game with, and how it draws what a seat cannot tell apart. The game's samples tell (`Samples`).

Without samples the kit plays default set-ups only, and non-interference cannot be checked.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from turncoat.core import AnyGame, Record, Setup

OtherWorld = Callable[[Record, int | None, random.Random], Record | None]


def find_other_world(game: AnyGame) -> OtherWorld | None:
    """The game's own way to draw worlds that a seat cannot tell apart, if it has one."""
    samples = game.capabilities.samples
    return None if samples is None else samples().other_world


def random_setup(game: AnyGame, ruleset: str, players: int, random: random.Random) -> Setup:
    """A set-up at random; the default one where the game has no samples."""
    samples = game.capabilities.samples
    return samples().random_setup(ruleset, players, random) if samples else Setup(ruleset=ruleset, players=players)


def default_setups(game: AnyGame) -> Iterator[Setup]:
    """The default set-up of every ruleset at every number of players."""
    for ruleset in game.rulesets:
        for players in game.seats(ruleset):
            yield Setup(ruleset=ruleset, players=players)
