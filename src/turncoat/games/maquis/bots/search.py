"""A bot that imagines: tree search over worlds that fit the view, up to the next AFTERMATH.

The answers to the open ask run a race. In each heat the unseen cards are dealt anew, and every answer still in the
race is tried in that same world with the same luck, so that answers are compared and not deals. A turn walks down
the tree below its answer (a node is a sequence of answers, whatever chance did between them), plays the round out
by rules of thumb, and judges the AFTERMATH by what going on is worth. An answer drops out as soon as it can hardly
be better than the leader by anything that matters; the last one in the race needs no more thought. The search
never sees more than the view.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import log, sqrt
from random import Random
from statistics import fmean
from time import perf_counter
from typing import Any

from turncoat.bots.seeded_random import Dice
from turncoat.core import Ask, Draw
from turncoat.games.maquis import MaquisView, State
from turncoat.games.maquis.belief import Belief, imagine
from turncoat.games.maquis.bots import policy
from turncoat.games.maquis.bots.value import worth
from turncoat.games.maquis.rules.state import MutableState, Position

EXPLORATION = 4.0
"""In points: how much a little-tried answer may lag behind and still be tried."""
FIRST_LOOK = 16
"""Heats before the first answer may drop out. Each look comes a quarter later than the one before it."""
CONFIDENCE = 2.5
"""In standard errors of the difference to the leader, measured in the same worlds."""
MARGIN = 0.1
"""In points: an answer that is hardly better than the leader by more than this is not tried further."""
DOUBT = 4.0
"""In squared points: one world more than was seen, in which the answers differ by its root."""
Worth = Callable[[Position], float]
Clock = Callable[[], float]


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
    """The race for one view. `think` as long as there is time; `best` at any moment."""

    def __init__(self, view: MaquisView, random: Random, worth: Worth = worth) -> None:
        self.root = Node()
        self.turns = 0
        self._belief = Belief(view)
        self._random = random
        self._luck = Random()
        self._worth = worth
        world = self._belief.world(random)
        assert world.ask is not None
        self.racing = list(policy.considered(world, world.ask))
        self._scores: dict[Any, list[float]] = {move: [] for move in self.racing}
        self._next_look = FIRST_LOOK

    def think(self, seconds: float, turns: int | None = None, clock: Clock = perf_counter) -> None:
        """Until one answer is left or the time is up; `turns` instead of `seconds` makes it repeatable."""
        deadline = clock() + seconds
        while len(self.racing) > 1 and (self.turns < turns if turns is not None else clock() < deadline):
            self.heat()

    def best(self) -> Any:
        """The leader of the race."""
        return max(self.racing, key=lambda move: sum(self._scores[move]))

    def ranked(self) -> list[tuple[Any, float]]:
        """Every answer with its points to expect, best first. Who dropped out is compared in its own worlds."""
        leader = self.best()
        ahead = self._scores[leader]
        expected = fmean(ahead)
        behind = {move: expected + fmean(scores) - fmean(ahead[: len(scores)]) for move, scores in self._scores.items()}
        return sorted(behind.items(), key=lambda item: (item[0] is not leader, -item[1]))

    def heat(self) -> None:
        """Every answer in the race once more, all in one world."""
        world, luck = self._belief.world(self._random), self._random.getrandbits(32)
        for move in self.racing:
            self._luck.seed(luck)
            self._scores[move].append(self._turn(world, move))
        self.turns += len(self.racing)
        if len(self._scores[self.racing[0]]) >= self._next_look:
            self._look()

    def _look(self) -> None:
        """Whoever can hardly be better than the leader drops out."""
        self._next_look = self._next_look * 5 // 4
        leader = self.best()
        ahead = self._scores[leader]
        self.racing = [move for move in self.racing if move is leader or may_be_better(self._scores[move], ahead)]

    def _turn(self, world: State, move: Any) -> float:
        imagined = MutableState.copy_of(world)
        node = self.root.children.setdefault(move, Node())
        path = [self.root, node]
        imagined.answer(move)
        growing = True
        while (ask := imagined.ask) is not None and ask.kind != "end":
            if ask.lottery is not None:
                imagined.answer(draw(ask, self._luck))
            elif growing:
                move, growing = self._select(node, imagined, ask)
                node = node.children.setdefault(move, Node())
                path.append(node)
                imagined.answer(move)
            else:
                imagined.answer(policy.answer(imagined, ask))
        value = float(imagined.outcome.points) if imagined.outcome else self._worth(imagined)
        for node in path:
            node.visits += 1
            node.total += value
        return value

    def _select(self, node: Node, imagined: MutableState, ask: Ask) -> tuple[Any, bool]:
        """An untried answer, the rule of thumb's first; else the most promising, and then the tree goes on."""
        moves, children = policy.considered(imagined, ask), node.children
        if len(moves) == 1:
            return moves[0], True
        untried = [move for move in moves if move not in children]
        if untried:
            thumb = policy.answer(imagined, ask)
            return (thumb if thumb in untried else self._random.choice(untried)), False
        return max(moves, key=_promise(children, moves)), True


def may_be_better(scores: Sequence[float], leader: Sequence[float]) -> bool:
    """Whether an answer may still be better than the leader by more than the margin: same worlds, in pairs."""
    leads = [ours - theirs for ours, theirs in zip(scores, leader, strict=True)]
    mean = sum(leads) / len(leads)
    spread = sum((lead - mean) ** 2 for lead in leads)
    return mean + CONFIDENCE * sqrt(spread + DOUBT) / len(leads) > MARGIN


def _promise(children: dict[Any, Node], moves: Sequence[Any]) -> Callable[[Any], float]:
    """The mean of an answer and how uncertain it is; visits count only where the answer was possible."""
    total = log(sum(children[move].visits for move in moves) + 1)

    def promise(move: Any) -> float:
        child = children[move]
        return child.mean + EXPLORATION * sqrt(total / child.visits)

    return promise


class SearchBot:
    """Thinks before each answer: for some time at most, or for some turns."""

    def __init__(self, seed: str, seconds: float = 1.0, turns: int | None = None, clock: Clock = perf_counter) -> None:
        self._seed = seed
        self._seconds = seconds
        self._turns = turns
        self._clock = clock

    def answer(self, view: MaquisView, ask: Ask) -> Any:
        if len(ask.moves) == 1:
            return ask.moves[0]
        dice = Dice.of(self._seed, view, ask)
        if ask.kind == "draft":
            return policy.answer(imagine(view, dice), ask)
        search = Search(view, dice)
        search.think(self._seconds, self._turns, self._clock)
        return search.best()
