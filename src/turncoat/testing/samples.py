"""What the kit gets from a game's samples: random set-ups, and other games that look the same to a seat.

A game without samples is tested with its default set-ups only, and non-interference cannot be checked.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from turncoat.core import AnyGame, Record, Setup

OtherWorld = Callable[[Record, int | None, random.Random], Record | None]


def find_other_world(game: AnyGame) -> OtherWorld | None:
    """The game's function that draws another game which looks the same to a seat, if it has one.

    >>> from turncoat.games import default_ruleset, find_game
    >>> find_other_world(find_game(default_ruleset())) is None
    False
    """
    samples = game.capabilities.samples
    return None if samples is None else samples().other_world


def random_setup(game: AnyGame, ruleset: str, players: int, chance: random.Random) -> Setup:
    """A random set-up; the default one if the game has no samples.

    >>> from turncoat.games import default_ruleset, find_game
    >>> random_setup(find_game(default_ruleset()), default_ruleset(), 7, random.Random(1)).players
    7
    """
    samples = game.capabilities.samples
    return samples().random_setup(ruleset, players, chance) if samples else Setup(ruleset=ruleset, players=players)


def default_setups(game: AnyGame) -> Iterator[Setup]:
    """The default set-up of every ruleset at every number of players.

    >>> from turncoat.games import default_ruleset, find_game
    >>> game = find_game(default_ruleset())
    >>> {setup.ruleset for setup in default_setups(game)} == set(game.rulesets)
    True
    """
    for ruleset in game.rulesets:
        for players in game.seats(ruleset):
            yield Setup(ruleset=ruleset, players=players)
