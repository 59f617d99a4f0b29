"""Whom the learner meets beside itself and the scripts: its past, frozen strangers, residents who never leave."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

Tree = Any
POOL = 48  # past selves that are kept
STRANGE = 0.6  # how often a new good team is a stranger where there are strangers


class Sparring:
    """Some teams at a time hold good, some hold evil. A team stays for several games, so it can be read."""

    def __init__(
        self,
        policy: Tree,
        slots: int,
        seed: int,
        *,
        strangers: Sequence[Tree] = (),
        residents: Sequence[Tree] = (),
        evil_residents: Sequence[Tree] = (),
    ) -> None:
        self._past = [copied(policy)]
        self._strangers = list(strangers)
        self._residents = list(residents)[:slots]
        self._evil_residents = list(evil_residents)[:slots]
        self._rng = np.random.default_rng(seed)
        self._good = [*self._residents, *(self._newcomer() for _ in range(slots - len(self._residents)))]
        self._evil = [*self._evil_residents, *[self._past[0]] * (slots - len(self._evil_residents))]

    def keep(self, policy: Tree) -> None:
        """Take the learner of now among the past ones."""
        self._past = [copied(policy), *self._past][:POOL]

    def change(self) -> None:
        """Another team for one place of either side; residents stay."""
        if (place := self._free_place(self._good, self._residents)) is not None:
            self._good[place] = self._newcomer()
        if (place := self._free_place(self._evil, self._evil_residents)) is not None:
            self._evil[place] = self._pick(self._past)

    def sides(self) -> tuple[Tree, Tree]:
        """Those who hold good and those who hold evil now, each stacked."""
        return _stacked(self._good), _stacked(self._evil)

    def _free_place(self, side: Sequence[Tree], residents: Sequence[Tree]) -> int | None:
        free = len(side) - len(residents)
        return len(residents) + int(self._rng.integers(free)) if free else None

    def _newcomer(self) -> Tree:
        meets = self._strangers and self._rng.random() < STRANGE
        return self._pick(self._strangers if meets else self._past)

    def _pick(self, teams: Sequence[Tree]) -> Tree:
        return teams[int(self._rng.integers(len(teams)))]


class Opponent:
    """One frozen team, always, on both sides: what a best response is trained against."""

    def __init__(self, policy: Tree, slots: int) -> None:
        self._sides = _stacked([policy] * slots)

    def keep(self, policy: Tree) -> None:
        """The learner's past does not come back."""

    def change(self) -> None:
        """Nobody leaves."""

    def sides(self) -> tuple[Tree, Tree]:
        return self._sides, self._sides


def copied(tree: Tree) -> Tree:
    """A copy that stays when `update` is given the original for good."""
    return jax.tree.map(jnp.copy, tree)


def _stacked(teams: Sequence[Tree]) -> Tree:
    return jax.tree.map(lambda *leaves: jnp.stack(leaves), *teams)
