"""Named recipes: which games are trained on, by how big a network, at which settings. They are in `recipes.toml`."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from turncoat.core import Setup
from turncoat.games.resistance import simulator
from turncoat.games.resistance.learning.settings import Settings
from turncoat.games.resistance.network.features import agreed
from turncoat.games.resistance.rules.setup import compile_setup

Game = tuple[int, str, int, tuple[str, ...], dict[str, object]]
"""A share of the tables, a ruleset, a number of players, characters and options."""


class Recipe(msgspec.Struct, frozen=True):
    """A network's size, the set-ups with their shares of the tables, and its settings."""

    width: int
    layers: int
    setups: tuple[Game, ...]
    changed: dict[str, Any] = {}  # settings that are not at their defaults

    @property
    def settings(self) -> Settings:
        """The numbers of the run."""
        return Settings(**self.changed)

    def cycle(self) -> list[simulator.Config]:
        """Every configuration as often as its share says."""
        return [
            simulator.make_config(ruleset, players, roles, **options)
            for share, ruleset, players, roles, options in self.setups
            for _ in range(share)
        ]

    def configs(self, tables: int) -> list[simulator.Config]:
        """One configuration per table, in turn by their shares."""
        cycle = self.cycle()
        stride = next(step for step in (7, 11, 13, 17) if len(cycle) % step)
        return [cycle[(table * stride) % len(cycle)] for table in range(tables)]

    def met(self) -> npt.NDArray[np.bool_]:
        """Which values of what is agreed before a deal occur here: a row for 0, one for 1 (`features.agreed`)."""
        rules = np.stack([_agreed(*setup[1:]) for setup in self.setups])
        return np.stack([(rules == 0).any(0), (rules == 1).any(0)])


def _agreed(ruleset: str, players: int, roles: tuple[str, ...], options: dict[str, object]) -> npt.NDArray[np.uint8]:
    setup = Setup(ruleset=ruleset, players=players, roles=roles, options=options)
    return agreed(compile_setup(setup).public)


RECIPES = msgspec.toml.decode((files(__package__) / "recipes.toml").read_bytes(), type=dict[str, Recipe])
