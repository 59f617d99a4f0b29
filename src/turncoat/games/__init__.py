"""The rule systems, one package each. A package that defines `GAME` is found by itself: nothing to edit here."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from typing import Any

from turncoat.core import Game


@cache
def games() -> tuple[Game[Any], ...]:
    """Every rule system there is."""
    names = sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)
    return tuple(importlib.import_module(f"{__name__}.{name}").GAME for name in names)


@cache
def _by_ruleset() -> dict[str, Game[Any]]:
    return {ruleset: game for game in games() for ruleset in game.rulesets}


def rulesets() -> tuple[str, ...]:
    """The ids of every ruleset."""
    return tuple(_by_ruleset())


def find_game(ruleset: str) -> Game[Any]:
    """The game that plays a ruleset. Raises LookupError."""
    return _by_ruleset()[ruleset]
