"""A small game written down whole, as arrays over the levels of its tree.

A policy is one array: for every information set in turn, the chance of each of its actions.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

CHANCE = -1

Numbers = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int64]


class Turn(NamedTuple):
    """Who decides next, among how many actions. `key` is equal where the player knows the same.

    All actions of chance are equally likely.
    """

    player: int
    key: Hashable
    actions: int


class Position(Protocol):
    """A moment of a game."""

    @property
    def turn(self) -> Turn | None:
        """What is decided now; None when the game is over."""

    def after(self, action: int) -> Any:
        """The position after an action."""

    def payoffs(self) -> Sequence[float]:
        """What each player gets, once the game is over."""


@dataclass(frozen=True)
class Level:
    """The positions at one depth of a tree, and how each of them is reached. Children of one parent are side by side.

    `slots` is each one's place in a policy, or 0 where chance decides with the probability in `chance`. `parents` is
    where the parents are in the level above; `branching` are those with children, and `firsts` the first child of each.
    `of_player` lists the positions that an action of a player leads to. `payoffs` are by player, 0 where the game goes
    on.
    """

    slots: Indices
    chance: Numbers
    parents: Indices
    branching: Indices
    firsts: Indices
    of_player: tuple[Indices, ...]
    payoffs: Numbers

    def chances(self, policy: Numbers) -> Numbers:
        """How likely each position is after its parent."""
        return np.where(self.chance > 0, self.chance, policy[self.slots])


class GameTree:
    """Every position of a game.

    `keys` numbers the information sets, and `examples` has a position of each. `firsts` is where each begins in a
    policy, and `sets` tells the set of each place in a policy.
    """

    def __init__(self, root: Position, players: int) -> None:
        self.players = players
        self.keys: dict[Hashable, int] = {}
        self.examples: list[Position] = []
        self._turns: list[tuple[int, int, int]] = []
        self._starts: list[int] = [0]
        none = np.zeros(0, np.int64)
        self.levels = [Level(none, np.ones(1), none, none, none, (none,) * players, np.zeros((players, 1)))]
        parents = [(0, root)]
        while parents:
            parents = self._descend(parents)
        sizes = np.diff(self._starts)
        self.firsts = np.array(self._starts[:-1])
        self.sets = np.repeat(np.arange(len(sizes)), sizes)
        self.uniform: Numbers = 1.0 / np.repeat(sizes, sizes)

    @property
    def positions(self) -> int:
        """How many positions there are."""
        return sum(level.payoffs.shape[1] for level in self.levels)

    def normalised(self, weights: Numbers) -> Numbers:
        """Weights of actions as a policy. Where all are 0, all actions are equally likely."""
        sums = np.add.reduceat(weights, self.firsts)[self.sets]
        return np.divide(weights, sums, out=self.uniform.copy(), where=sums > 0)

    def slots(self, number: int) -> slice:
        """The places of an information set in a policy."""
        return slice(*self._starts[number : number + 2])

    def adopted(self, policy: Numbers, tree: GameTree) -> Numbers:
        """The policy of another tree in the information sets that both have. Elsewhere all actions are alike."""
        found = self.uniform.copy()
        for key, number in self.keys.items():
            if key in tree.keys:
                found[self.slots(number)] = policy[tree.slots(tree.keys[key])]
        return found

    def _descend(self, parents: list[tuple[int, Position]]) -> list[tuple[int, Position]]:
        """Add the level below these positions, which are given with their places; return those that have children."""
        ways: list[tuple[int, float, int, int]] = []
        firsts: list[int] = []
        ends: list[tuple[int, Sequence[float]]] = []
        going_on: list[tuple[int, Position]] = []
        for place, position in parents:
            turn = position.turn
            assert turn is not None
            firsts.append(len(ways))
            slot, chance = (0, 1 / turn.actions) if turn.player == CHANCE else (self._slot(position, turn), 0.0)
            for action in range(turn.actions):
                child = position.after(action)
                if child.turn is None:
                    ends.append((len(ways), child.payoffs()))
                else:
                    going_on.append((len(ways), child))
                ways.append((0 if chance else slot + action, chance, turn.player, place))
        self._add_level(ways, [place for place, _ in parents], firsts, ends)
        return going_on

    def _add_level(
        self,
        ways: list[tuple[int, float, int, int]],
        branching: list[int],
        firsts: list[int],
        ends: list[tuple[int, Sequence[float]]],
    ) -> None:
        slots, chances, movers, parents = map(np.array, zip(*ways, strict=True))
        of_player = tuple(np.flatnonzero(movers == player) for player in range(self.players))
        payoffs = np.zeros((self.players, len(ways)))
        for place, gained in ends:
            payoffs[:, place] = gained
        level = Level(slots, chances, parents, np.array(branching), np.array(firsts), of_player, payoffs)
        self.levels.append(level)

    def _slot(self, position: Position, turn: Turn) -> int:
        """Where an information set begins in a policy."""
        number = self.keys.setdefault(turn.key, len(self.keys))
        told = (turn.player, turn.actions, len(self.levels))
        if number == len(self.examples):
            self.examples.append(position)
            self._turns.append(told)
            self._starts.append(self._starts[-1] + turn.actions)
        if self._turns[number] != told:
            raise ValueError("situations with one key need the same player, and as many choices and earlier decisions")
        return self._starts[number]
