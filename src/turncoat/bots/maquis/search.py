"""A bot that imagines: tree search over worlds that fit the view, up to the next AFTERMATH.

Each turn of the search deals the unseen cards anew, walks down one tree that all worlds share (a node is a
sequence of answers, whatever chance did between them), plays the round out by rules of thumb, and judges the
AFTERMATH by what going on is worth. It never sees more than the view.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import log, sqrt
from random import Random
from time import perf_counter
from typing import Any

from turncoat.bots.maquis import policy
from turncoat.bots.maquis.value import worth
from turncoat.core import Ask, Draw
from turncoat.games.maquis import MaquisView
from turncoat.games.maquis.belief import Belief, imagine
from turncoat.games.maquis.state import Position, Table

EXPLORATION = 4.0
"""In points: how much a little-tried answer may lag behind and still be tried."""
Worth = Callable[[Position], float]


class Node:
    """What is known about the game after a sequence of answers."""

    __slots__ = ("children", "total", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.total = 0.0
        self.children: dict[Any, Node] = {}

    @property
    def mean(self) -> float:
        return self.total / self.visits if self.visits else 0.0


def draw(ask: Ask, random: Random) -> Draw:
    """Chance's answer in an imagined world."""
    lottery = ask.lottery
    assert lottery is not None
    return Draw(ask.kind, tuple(random.sample(lottery.pool, lottery.take)))


class Search:
    """The tree for one view. `grow` as long as there is time; `best` at any moment."""

    def __init__(self, view: MaquisView, random: Random, worth: Worth = worth) -> None:
        self.root = Node()
        self._belief = Belief(view)
        self._random = random
        self._worth = worth

    def grow(self, turns: int) -> None:
        for _ in range(turns):
            self._turn()

    def best(self) -> Any:
        """The answer tried most."""
        return max(self.root.children.items(), key=lambda item: (item[1].visits, item[1].mean))[0]

    def _turn(self) -> None:
        table = Table.of(self._belief.world(self._random))
        path = [self.root]
        growing = True
        while (ask := table.ask) is not None:
            if ask.lottery is not None:
                table.answer(draw(ask, self._random))
            elif ask.kind == "end" and len(path) > 1:
                break
            elif growing:
                move, growing = self._select(path[-1], table, ask)
                path.append(path[-1].children.setdefault(move, Node()))
                table.answer(move)
            else:
                table.answer(policy.answer(table, ask))
        value = float(table.outcome.points) if table.outcome else self._worth(table)
        for node in path:
            node.visits += 1
            node.total += value

    def _select(self, node: Node, table: Table, ask: Ask) -> tuple[Any, bool]:
        """An untried answer, the rule of thumb's first; else the most promising, and then the tree goes on."""
        moves, children = policy.considered(table, ask), node.children
        if len(moves) == 1:
            return moves[0], True
        untried = [move for move in moves if move not in children]
        if untried:
            thumb = policy.answer(table, ask)
            return (thumb if thumb in untried else self._random.choice(untried)), False
        return max(moves, key=_promise(children, moves)), True


def _promise(children: dict[Any, Node], moves: Sequence[Any]) -> Callable[[Any], float]:
    """The mean of an answer and how uncertain it is; visits count only where the answer was possible."""
    total = log(sum(children[move].visits for move in moves) + 1)

    def promise(move: Any) -> float:
        child = children[move]
        return child.mean + EXPLORATION * sqrt(total / child.visits)

    return promise


class SearchBot:
    """Searches for some time, or for some turns, before each answer."""

    def __init__(self, seed: str, seconds: float = 1.0, turns: int | None = None) -> None:
        self._random = Random(seed)
        self._seconds = seconds
        self._turns = turns

    def answer(self, view: MaquisView, ask: Ask) -> Any:
        if len(ask.moves) == 1:
            return ask.moves[0]
        if ask.kind == "draft":
            return policy.answer(imagine(view, self._random), ask)
        search = Search(view, self._random)
        if self._turns is not None:
            search.grow(self._turns)
        else:
            deadline = perf_counter() + self._seconds
            while perf_counter() < deadline:
                search.grow(20)
        return search.best()
