"""Named recipes: which games are trained on, by how big a network, at which settings."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from turncoat.core import Setup
from turncoat.games.resistance import simulator
from turncoat.games.resistance.learning.settings import Settings
from turncoat.games.resistance.network.features import agreed
from turncoat.games.resistance.rules.setup import compile_setup
from turncoat.games.resistance.rules.view import rules_view

Game = tuple[int, str, int, tuple[str, ...], dict[str, object]]
"""A share of the tables, a ruleset, a number of players, characters and options."""


class Recipe(NamedTuple):
    """A network's size, the numbers of the run, and the set-ups with their shares of the tables."""

    width: int
    layers: int
    settings: Settings
    setups: tuple[Game, ...]

    def configs(self, tables: int) -> list[simulator.Config]:
        """One configuration per table, in turn by their shares."""
        cycle = [
            simulator.make_config(ruleset, players, roles, **options)
            for share, ruleset, players, roles, options in self.setups
            for _ in range(share)
        ]
        stride = next(step for step in (7, 11, 13, 17) if len(cycle) % step)
        return [cycle[(table * stride) % len(cycle)] for table in range(tables)]

    def met(self) -> npt.NDArray[np.bool_]:
        """Which values of what is agreed before a deal occur here: a row for 0, one for 1 (`features.agreed`)."""
        rules = np.stack([_agreed(*setup[1:]) for setup in self.setups])
        return np.stack([(rules == 0).any(0), (rules == 1).any(0)])


def _agreed(ruleset: str, players: int, roles: tuple[str, ...], options: dict[str, object]) -> npt.NDArray[np.uint8]:
    setup = Setup(ruleset=ruleset, players=players, roles=roles, options=options)
    return agreed(rules_view(compile_setup(setup)))


_DUTY: dict[str, object] = {"assassin_duty": True}
_ALL = ("percival", "morgana", "mordred", "oberon")

_FAMILY: tuple[Game, ...] = (
    (8, "avalon", 5, (), {}),
    (6, "classic", 5, (), {}),
    (3, "avalon", 5, ("percival", "morgana"), {}),
    (2, "avalon", 5, ("percival", "mordred"), {}),
    (2, "avalon", 5, ("percival", "morgana", "mordred"), _DUTY),
    (3, "avalon", 6, (), {}),
    (5, "classic", 6, (), {}),
    (3, "avalon", 6, ("percival", "morgana"), {}),
    (1, "avalon", 6, ("mordred",), {}),
    (5, "classic", 7, (), {}),
    (3, "avalon", 7, (), {}),
    (3, "avalon", 7, ("percival", "morgana"), {}),
    (2, "avalon", 7, ("percival", "morgana", "mordred"), {}),
    (2, "avalon", 7, ("percival", "morgana", "oberon"), {}),
    (2, "avalon", 7, ("percival", "morgana"), {"lady": True}),
    (5, "classic", 8, (), {}),
    (2, "avalon", 8, (), {}),
    (3, "avalon", 8, ("percival", "morgana"), {}),
    (2, "avalon", 8, ("percival", "morgana", "mordred"), {"lady": True}),
    (5, "classic", 9, (), {}),
    (2, "avalon", 9, (), {}),
    (3, "avalon", 9, ("percival", "morgana", "mordred"), {}),
    (5, "classic", 10, (), {}),
    (2, "avalon", 10, (), {}),
    (2, "avalon", 10, ("percival", "morgana", "mordred"), {}),
    (2, "avalon", 10, _ALL, {}),
    (2, "avalon", 10, _ALL, {"lady": True}),
    (1, "classic", 7, (), {"targeting": True}),
    (1, "cards", 5, (), {}),
    (1, "cards", 7, (), {}),
)

RECIPES = {
    "family": Recipe(64, 2, Settings(), _FAMILY),
    "plain": Recipe(64, 2, Settings(), tuple((1, "classic", players, (), {}) for players in range(5, 11))),
    "five": Recipe(64, 2, Settings(), ((1, "avalon", 5, (), {}),)),
    "small": Recipe(
        24, 1, Settings(tables=64, steps=8, minibatches=2), ((1, "classic", 5, (), {}), (1, "avalon", 5, (), {}))
    ),
}
