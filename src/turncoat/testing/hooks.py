"""What a game may tell the kit about itself. Both hooks are optional and are found by name in its package.

* `samples.random_setup(ruleset, players, random)`: an accepted set-up with options and roles drawn at random.
  Without it the kit plays default set-ups only.
* `worlds.other_world(record, seat, random)`: another record, complete in its deal and equally long, that the seat
  (None: a spectator) cannot tell from the given one, or None if there is no other. Without it non-interference
  cannot be checked; a game whose only secret is the undrawn deck can return the record with that deck reshuffled.
"""

from __future__ import annotations

import importlib
import random
from collections.abc import Iterator
from typing import Any, Protocol, cast

from turncoat.core import Game, Record, Setup


class RandomSetup(Protocol):
    """Draws a set-up that the game accepts."""

    def __call__(self, ruleset: str, players: int, random: random.Random, /) -> Setup: ...


class OtherWorld(Protocol):
    """Draws a record that the seat cannot tell from this one."""

    def __call__(self, record: Record, seat: int | None, random: random.Random, /) -> Record | None: ...


def find_random_setup(game: Game[Any]) -> RandomSetup | None:
    """The game's own way to draw set-ups, if it has one."""
    return cast("RandomSetup | None", _hook(game, "sample_setups", "random_setup"))


def find_other_world(game: Game[Any]) -> OtherWorld | None:
    """The game's own way to draw worlds that a seat cannot tell apart, if it has one."""
    return cast("OtherWorld | None", _hook(game, "other_worlds", "other_world"))


def random_setup(game: Game[Any], ruleset: str, players: int, random: random.Random) -> Setup:
    """A set-up at random; the default one where the game has no hook."""
    hook = find_random_setup(game)
    return hook(ruleset, players, random) if hook else Setup(ruleset=ruleset, players=players)


def default_setups(game: Game[Any]) -> Iterator[Setup]:
    """The default set-up of every ruleset at every number of players."""
    for ruleset in game.rulesets:
        for players in game.seats(ruleset):
            yield Setup(ruleset=ruleset, players=players)


def _hook(game: Game[Any], module: str, name: str) -> object | None:
    path = f"turncoat.games.{game.name}.{module}"
    try:
        found = importlib.import_module(path)
    except ModuleNotFoundError as error:
        if error.name != path:
            raise
        return None
    hook: object = getattr(found, name)
    return hook
