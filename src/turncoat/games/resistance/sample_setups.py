"""Set-ups at random: any option, any value, any characters, as long as the table is accepted."""

from __future__ import annotations

import random
import typing
from functools import cache
from typing import Any

from turncoat.core import Refused, Setup
from turncoat.games.resistance.rules.options import Options
from turncoat.games.resistance.rules.ruleset import Ruleset, rulesets
from turncoat.games.resistance.rules.setup import compile_setup

_CHANGED = 0.6  # how often an option leaves its default
_DOUBTS = ("blind_spies", "non_team_plot")


def random_setup(ruleset: str, players: int, random: random.Random) -> Setup:
    """An accepted set-up; every value of every option and every legal set of characters can come out."""
    while True:
        setup = Setup(
            ruleset=ruleset,
            players=players,
            options=_options(rulesets()[ruleset], players, random),
            roles=_roles(rulesets()[ruleset], random),
        )
        try:
            compile_setup(setup)
        except Refused:
            continue
        return setup


def _options(ruleset: Ruleset, players: int, random: random.Random) -> dict[str, Any]:
    options = {name: random.choice(_values()[name]) for name in ruleset.options if random.random() < _CHANGED}
    options["host"] = random.randrange(players)
    options["allow"] = [doubt for doubt in _DOUBTS if random.random() < 0.5]
    if options.get("five_rejections", ruleset.options["five_rejections"]) != "point":
        options.pop("forfeit_uses_mission", None)
    return options


def _roles(ruleset: Ruleset, random: random.Random) -> tuple[str, ...]:
    optional = [name for name, role in ruleset.roles.items() if not role.plain and not role.option]
    return tuple(name for name in optional if random.random() < 0.4)


@cache
def _values() -> dict[str, tuple[Any, ...]]:
    """The values of each option that has a list of them."""
    hints = typing.get_type_hints(Options)
    return {name: (False, True) if hint is bool else typing.get_args(hint) or (0,) for name, hint in hints.items()}
