"""Samples for the testing kit: this module is the capability `turncoat.core.capabilities.Samples`.

Random set-ups have any options, values and characters that the rules accept.
"""

from __future__ import annotations

import random
import typing
from functools import cache
from typing import Any

from turncoat.core import Refused, Setup
from turncoat.games.resistance.other_worlds import other_world
from turncoat.games.resistance.rules.options import Options
from turncoat.games.resistance.rules.ruleset import Ruleset, rulesets
from turncoat.games.resistance.rules.setup import compile_setup

__all__ = ["other_world", "random_setup"]

_CHANGED = 0.6  # how often an option is drawn instead of left at its default
_DOUBTS = ("blind_spies", "non_team_plot")


def random_setup(ruleset: str, players: int, chance: random.Random) -> Setup:
    """A legal set-up. Every value of every option and every legal set of characters is possible."""
    while True:
        setup = Setup(
            ruleset=ruleset,
            players=players,
            options=_options(rulesets()[ruleset], players, chance),
            roles=_roles(rulesets()[ruleset], chance),
        )
        try:
            compile_setup(setup)
        except Refused:
            continue
        return setup


def _options(ruleset: Ruleset, players: int, chance: random.Random) -> dict[str, Any]:
    options = {name: chance.choice(_values()[name]) for name in ruleset.options if chance.random() < _CHANGED}
    options["host"] = chance.randrange(players)
    options["allow"] = [doubt for doubt in _DOUBTS if chance.random() < 0.5]
    if options.get("five_rejections", ruleset.options["five_rejections"]) != "point":
        options.pop("forfeit_uses_mission", None)
    return options


def _roles(ruleset: Ruleset, chance: random.Random) -> tuple[str, ...]:
    optional = [name for name, role in ruleset.roles.items() if not role.plain and not role.option]
    return tuple(name for name in optional if chance.random() < 0.4)


@cache
def _values() -> dict[str, tuple[Any, ...]]:
    """The values of each option that lists them."""
    hints = typing.get_type_hints(Options)
    return {name: (False, True) if hint is bool else typing.get_args(hint) or (0,) for name, hint in hints.items()}
