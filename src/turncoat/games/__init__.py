"""The games, one package each. A package here that defines `GAME` is found by itself: nothing to edit.

A game from another distribution is found by its entry point in the group `turncoat.games`, `name = "package:GAME"`.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import pkgutil
from collections.abc import Iterable
from functools import cache

from turncoat.core import AnyGame, Refused

__all__ = ["default_ruleset", "find_game", "games", "rulesets"]


@cache
def games() -> tuple[AnyGame, ...]:
    """Every game there is: those of this package, then those that are installed beside it.

    Raises Refused if two of them claim the same ruleset.

    >>> "resistance" in [game.name for game in games()]
    True
    """
    names = sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)
    found = [("turncoat", importlib.import_module(f"{__name__}.{name}").GAME) for name in names]
    entries = sorted(importlib.metadata.entry_points(group="turncoat.games"))
    found += [(entry.dist.name if entry.dist else entry.value, entry.load()) for entry in entries]
    _check_claims(found)
    return tuple(game for _, game in found)


def _check_claims(found: Iterable[tuple[str, AnyGame]]) -> None:
    """Refuse two games with one ruleset: records and tables would be read by whichever was found last."""
    owners: dict[str, str] = {}
    for distribution, game in found:
        for ruleset in game.rulesets:
            if ruleset in owners:
                claims = f"Both {owners[ruleset]} and {distribution} have a game with the ruleset {ruleset!r}."
                raise Refused("DUPLICATE_RULESET", f"{claims} Uninstall one of the two distributions.")
            owners[ruleset] = distribution


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
