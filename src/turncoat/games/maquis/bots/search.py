"""Tree search over worlds that fit the view, up to the next AFTERMATH.

The answers to the open ask run a race. In each heat the unseen cards are dealt again, and every answer that is still in
the race is tried once, in the same world and with the same random numbers. So answers are compared, and not deals. A
turn follows the tree below its answer, finishes the round by heuristics, and estimates what the AFTERMATH is worth. A
node of the tree is a sequence of answers, whatever chance did between them. An answer drops out when it is unlikely to
be better than the leader by more than a small margin. The search ends early when one answer is left. It never sees more
than the view.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import log, sqrt
from random import Random
from statistics import fmean
from time import perf_counter
from typing import Any

from turncoat.bots.seeded_random import SeededRandom
from turncoat.core import Ask, Draw
from turncoat.games.maquis import MaquisView, State
from turncoat.games.maquis.belief import Belief, imagine
from turncoat.games.maquis.bots import policy
from turncoat.games.maquis.bots.value import worth
from turncoat.games.maquis.rules.state import MutableState, Position

EXPLORATION = 4.0
"""The weight of uncertainty, in points. Answers that were tried less often get a larger bonus."""
FIRST_LOOK = 16
"""The number of heats before the first answer may drop out. Then the number grows by a quarter each time."""
CONFIDENCE = 2.5
"""How many standard errors of the difference to the leader, measured in the same worlds, count as unlikely."""
MARGIN = 0.1
"""In points. An answer that is unlikely to beat the leader by more than this drops out."""
DOUBT = 4.0
"""A prior for the variance, in squared points: as if there were one more world with this squared difference."""
Worth = Callable[[Position], float]
Clock = Callable[[], float]


class Node:
    """The results of all turns that began with a certain sequence of answers."""

    __slots__ = ("children", "total", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.total = 0.0
        self.children: dict[Any, Node] = {}

    @property
    def mean(self) -> float:
        """The mean result; 0 before the first."""
        return self.total / self.visits if self.visits else 0.0


def draw(ask: Ask, random: Random) -> Draw:
    """A random answer to an ask of chance, in an imagined world."""
    lottery = ask.lottery
    assert lottery is not None
    return Draw(ask.kind, tuple(random.sample(lottery.pool, lottery.take)))


class Search:
    """The race for one view. Call `think` for as long as there is time, and `best` at any moment."""

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
        self._beaten_by: dict[Any, Any] = {}
        self._next_look = FIRST_LOOK

    def think(self, seconds: float, turns: int | None = None, clock: Clock = perf_counter) -> None:
        """Search until one answer is left or the time is up. With `turns` instead of `seconds` it is repeatable."""
        deadline = clock() + seconds
        while len(self.racing) > 1 and (self.turns < turns if turns is not None else clock() < deadline):
            self.heat()

    def best(self) -> Any:
        """The leader of the race."""
        return max(self.racing, key=lambda move: sum(self._scores[move]))

    def ranked(self) -> list[tuple[Any, float]]:
        """Every answer with the points to expect, best first.

        Each is compared in the same worlds with the answer that it lost to: that may have lost to another since.
        """
        leader = self.best()
        expected = fmean(self._scores[leader])
        scores = {move: expected - self._behind(move, leader) for move in self._scores}
        return sorted(scores.items(), key=lambda item: (item[0] is not leader, -item[1]))

    def _behind(self, move: Any, leader: Any) -> float:
        """By how many points an answer is behind the leader."""
        if move is leader:
            return 0.0
        rival, ours = self._beaten_by.get(move, leader), self._scores[move]
        return fmean(self._scores[rival][: len(ours)]) - fmean(ours) + self._behind(rival, leader)

    def heat(self) -> None:
        """Try every answer in the race once, all in the same new world."""
        world, luck = self._belief.world(self._random), self._random.getrandbits(32)
        for move in self.racing:
            self._luck.seed(luck)
            self._scores[move].append(self._turn(world, move))
        self.turns += len(self.racing)
        if len(self._scores[self.racing[0]]) >= self._next_look:
            self._look()

    def _look(self) -> None:
        """Drop the answers that are unlikely to be better than the leader."""
        self._next_look = self._next_look * 5 // 4
        leader = self.best()
        ahead = self._scores[leader]
        out = [move for move in self.racing if move is not leader and not may_be_better(self._scores[move], ahead)]
        self._beaten_by |= dict.fromkeys(out, leader)
        self.racing = [move for move in self.racing if move not in out]

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
        """An untried answer, or else the most promising one. The flag says whether to stay in the tree."""
        moves, children = policy.considered(imagined, ask), node.children
        if len(moves) == 1:
            return moves[0], True
        untried = [move for move in moves if move not in children]
        if untried:
            thumb = policy.answer(imagined, ask)
            return (thumb if thumb in untried else self._random.choice(untried)), False
        return max(moves, key=_promise(children, moves)), True


def may_be_better(scores: Sequence[float], leader: Sequence[float]) -> bool:
    """Whether an answer may still beat the leader by more than the margin, from results in the same worlds."""
    leads = [ours - theirs for ours, theirs in zip(scores, leader, strict=True)]
    mean = sum(leads) / len(leads)
    spread = sum((lead - mean) ** 2 for lead in leads)
    return mean + CONFIDENCE * sqrt(spread + DOUBT) / len(leads) > MARGIN


def _promise(children: dict[Any, Node], moves: Sequence[Any]) -> Callable[[Any], float]:
    """A score for each answer: its mean result, plus a bonus for uncertainty."""
    total = log(sum(children[move].visits for move in moves) + 1)

    def promise(move: Any) -> float:
        child = children[move]
        return child.mean + EXPLORATION * sqrt(total / child.visits)

    return promise


class SearchBot:
    """Searches before each answer, for at most some seconds or some turns."""

    def __init__(self, seed: str, seconds: float = 1.0, turns: int | None = None, clock: Clock = perf_counter) -> None:
        self._seed = seed
        self._seconds = seconds
        self._turns = turns
        self._clock = clock

    def answer(self, view: MaquisView, ask: Ask) -> Any:
        if len(ask.moves) == 1:
            return ask.moves[0]
        rng = SeededRandom.of(self._seed, view, ask)
        if ask.kind == "draft":
            return policy.answer(imagine(view, rng), ask)
        search = Search(view, rng)
        search.think(self._seconds, self._turns, self._clock)
        return search.best()
