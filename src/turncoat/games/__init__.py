"""The games, one package each. A package here that defines `GAME` is found by itself: nothing to edit.

A game from another distribution is found by its entry point in the group `turncoat.games`, `name = "package:GAME"`.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import pkgutil
from functools import cache

from turncoat.core import AnyGame


@cache
def games() -> tuple[AnyGame, ...]:
    """Every game there is: those of this package, then those that are installed beside it.

    >>> "resistance" in [game.name for game in games()]
    True
    """
    names = sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)
    own = (importlib.import_module(f"{__name__}.{name}").GAME for name in names)
    entries = sorted(importlib.metadata.entry_points(group="turncoat.games"))
    return (*own, *(entry.load() for entry in entries))


@cache
def _by_ruleset() -> dict[str, AnyGame]:
    return {ruleset: game for game in games() for ruleset in game.rulesets}


def rulesets() -> tuple[str, ...]:
    """The ids of all rulesets.

    >>> "avalon" in rulesets()
    True
    """
    return tuple(_by_ruleset())


def find_game(ruleset: str) -> AnyGame:
    """The game that plays a ruleset. Raises LookupError.

    >>> find_game("avalon").name
    'resistance'
    """
    return _by_ruleset()[ruleset]


@cache
def default_ruleset() -> str:
    """The ruleset to offer first: the default of the first game for several players.

    >>> default_ruleset() in rulesets()
    True
    """
    for game in games():
        if game.capabilities.catalogue is not None and game.capabilities.solitaire is None:
            return game.capabilities.catalogue().default_ruleset
    return rulesets()[0]
