"""Samples for the testing kit: this module is the capability `turncoat.core.capabilities.Samples`."""

from __future__ import annotations

from random import Random
from typing import get_args, get_type_hints

from turncoat.core import Setup
from turncoat.games.maquis.other_worlds import other_world
from turncoat.games.maquis.rules.state import Options

__all__ = ["other_world", "random_setup"]


def random_setup(ruleset: str, players: int, random: Random) -> Setup:
    """A set-up with random options. Every value is equally likely."""
    hints = get_type_hints(Options)
    options = {name: random.choice(get_args(hint) or (False, True)) for name, hint in hints.items()}
    return Setup(ruleset=ruleset, players=players, options=options)
