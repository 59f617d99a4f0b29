"""The frozen networks that a learner plays against.

Past selves and strangers come and go, residents stay, and rivals are evil teams that another run trains meanwhile.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from turncoat.games.resistance.network import checkpoint

Tree = Any
POOL = 48  # past selves that are kept
STRANGE = 0.6  # how often a new good team is a stranger where there are strangers
RIVAL = 0.8  # how often a new evil team is a rival where there are rivals


class Rivals:
    """The evil teams in a folder, with those that another run adds to it later."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._teams: dict[Path, Tree] = {}

    def teams(self) -> list[Tree]:
        """Every team that is in the folder by now."""
        for path in sorted(self._folder.glob("team-*.npz")) if self._folder else ():
            if path not in self._teams:
                self._teams[path] = checkpoint.load(path)
        return list(self._teams.values())


class Sparring:
    """Some teams hold good, others evil. A team stays for several games, so that the learner can learn to read it."""

    def __init__(
        self,
        policy: Tree,
        slots: int,
        seed: int,
        *,
        strangers: Sequence[Tree] = (),
        residents: Sequence[Tree] = (),
        evil_residents: Sequence[Tree] = (),
        rivals: Rivals | None = None,
    ) -> None:
        self._past = [copied(policy)]
        self._strangers = list(strangers)
        self._rivals = rivals or Rivals()
        self._residents = list(residents)[:slots]
        self._evil_residents = list(evil_residents)[:slots]
        self._rng = np.random.default_rng(seed)
        self._good = [*self._residents]
        self._good += [self._good_team() for _ in range(slots - len(self._residents))]
        self._evil = [
            *self._evil_residents,
            *(self._evil_team() for _ in range(slots - len(self._evil_residents))),
        ]

    def keep(self, policy: Tree) -> None:
        """Add the learner's present policy to its past selves."""
        self._past = [copied(policy), *self._past][:POOL]

    def change(self) -> None:
        """Replace one team on either side; residents stay."""
        if (place := self._free_place(self._good, self._residents)) is not None:
            self._good[place] = self._good_team()
        if (place := self._free_place(self._evil, self._evil_residents)) is not None:
            self._evil[place] = self._evil_team()

    def sides(self) -> tuple[Tree, Tree]:
        """The teams that hold good now and those that hold evil, each stacked."""
        return _stacked(self._good), _stacked(self._evil)

    def _free_place(self, side: Sequence[Tree], residents: Sequence[Tree]) -> int | None:
        free = len(side) - len(residents)
        return len(residents) + int(self._rng.integers(free)) if free else None

    def _good_team(self) -> Tree:
        return self._pick(self._strangers, STRANGE)

    def _evil_team(self) -> Tree:
        return self._pick(self._rivals.teams(), RIVAL)

    def _pick(self, others: Sequence[Tree], share: float) -> Tree:
        """One of the others with this probability, else one of the learner's past selves."""
        teams = others if others and self._rng.random() < share else self._past
        return teams[int(self._rng.integers(len(teams)))]


class Opponent:
    """One team on both sides, for training a best response to it.

    Where another run goes on writing that checkpoint, the newest version is read.
    """

    def __init__(self, path: Path, slots: int) -> None:
        self._path, self._slots = path, slots
        self._read()

    def _read(self) -> None:
        self._written = self._path.stat().st_mtime_ns
        self._sides = _stacked([checkpoint.load(self._path)] * self._slots)

    def keep(self, policy: Tree) -> None:
        """Past selves are not played against."""

    def change(self) -> None:
        """Read the checkpoint again if it was written since."""
        if self._path.stat().st_mtime_ns != self._written:
            self._read()

    def sides(self) -> tuple[Tree, Tree]:
        return self._sides, self._sides


def copied(tree: Tree) -> Tree:
    """A copy that stays valid when `update` takes over the original's memory."""
    return jax.tree.map(jnp.copy, tree)


def _stacked(teams: Sequence[Tree]) -> Tree:
    return jax.tree.map(lambda *leaves: jnp.stack(leaves), *teams)
