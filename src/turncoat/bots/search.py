"""`net`, and a look ahead where that helps: each likely move is played out in worlds drawn from the seat's belief.

A world is a deal that fits the view, drawn by how likely the seat takes it to be (`turncoat.insight`), and the
game is played on from there by the network at every seat. All moves are tried in the same worlds with the same
throws of dice. What `net` would play is played unless another move is better by more than the error of the
comparison.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from turncoat.bots.dice import Dice
from turncoat.bots.net import NetBot, has_many_deals, policy
from turncoat.bots.net import Request as NetRequest
from turncoat.bots.playout import Throws, chances, play_out
from turncoat.bots.reader import believed
from turncoat.core import Ask
from turncoat.games.resistance.imagine import imagine
from turncoat.games.resistance.playing import play
from turncoat.games.resistance.state import State
from turncoat.games.resistance.view import View

KINDS = frozenset(
    {
        "propose-good",
        "propose-merlin",
        "propose-evil",
        "vote-good",
        "vote-merlin",
        "vote-evil",
        "mission-evil",
        "assassinate-evil",
    }
)
"""Kinds of decision and who takes it: Merlin, others of good, or evil."""
HELPED = KINDS
"""Those where the look ahead was measured to help; see docs/training.md."""

_DECISIONS = 6000  # answers of the network that one decision may cost, about
_STAGES = 2  # moves that have fallen behind are not played out further
_MOVES = 4  # that are compared, `net`'s own among them
_LIKELY = 0.03  # a move that the network gives less is not looked at
_CLEARLY = 0.1  # by so much another target must be likelier
_ERRORS = 2.0  # standard errors that a gain must clear


def kind_of(view: View, ask: Ask) -> str:
    """The kind of a decision, as in `KINDS`."""
    assert view.you is not None
    return f"{ask.kind}-{'merlin' if view.you.role == 'merlin' else view.you.side}"


class SearchBot(NetBot):
    """Plays by the network, and by playouts where these help. Equal seeds, views and asks give equal answers."""

    where: frozenset[str] = HELPED

    @classmethod
    def of(cls, seed: str, spec: str) -> SearchBot:
        """A bot that looks ahead at some of `KINDS` only, joined by `+`, or at `all`: for measuring."""
        bot = cls(seed)
        bot.where = KINDS if spec == "all" else frozenset(spec.split("+"))
        if not bot.where <= KINDS:
            raise LookupError(f"search looks ahead at {', '.join(sorted(KINDS))}")
        return bot

    @staticmethod
    def answer_many(requests: Sequence[NetRequest]) -> list[Any]:
        """`net`'s answers, or better ones."""
        found = NetBot.answer_many(requests)
        asked = [(bot, view, ask, move) for (bot, view, ask), move in zip(requests, found, strict=True)]
        return SearchBot.improve(asked)  # type: ignore[arg-type]  # only bots of this class are asked here

    @staticmethod
    def improve(asked: Sequence[tuple[SearchBot, View, Ask, Any]]) -> list[Any]:
        """Better moves than the given ones, where a bot looks ahead and finds one."""
        found = [move for *_, move in asked]
        searches: dict[int, _Search] = {}
        for at, (bot, view, ask, move) in enumerate(asked):
            if not bot.looks_ahead(view, ask):
                continue
            if ask.kind == "assassinate":
                found[at] = _shot(bot, view, ask, move)
            else:
                searches[at] = _Search(bot, view, ask, move)
        for stage in range(_STAGES):
            _run(searches.values(), stage)
        for at, search in searches.items():
            found[at] = search.best()
        return found

    def looks_ahead(self, view: View, ask: Ask) -> bool:
        """Whether this decision is one of those where playouts are tried."""
        return (
            kind_of(view, ask) in self.where
            and len(ask.moves) > 1
            and self.is_trained_for(view, ask)
            and not has_many_deals(view.rules.roles)
        )


class _Search:
    """One decision: the moves compared, the worlds they are compared in, and what came of it."""

    def __init__(self, bot: SearchBot, view: View, ask: Ask, own: Any) -> None:
        assert view.you is not None
        self.ask = ask
        self.brain = policy(bot.weights)
        self.good = view.you.side == "good"
        self.moves = [own, *_others(bot, view, ask, own)]
        self.left = list(range(1, len(self.moves)))
        self.values: list[list[float]] = [[] for _ in self.moves]
        dice = Dice.of(f"search {bot.seed}", view, ask)
        self.worlds = _worlds(bot.weights, view, dice, _worlds_for(view, len(self.moves))) if self.left else []

    def games(self, stage: int) -> list[tuple[int, tuple[State, Throws]]]:
        """The playouts of a stage: the number of the move, and the game after it."""
        if not self.left:
            return []
        size = len(self.worlds) // _STAGES
        return [
            (number, (play(state, self.ask.seat, self.moves[number]).state, throws))
            for state, throws in self.worlds[stage * size : (stage + 1) * size]
            for number in (0, *self.left)
        ]

    def learn(self, number: int, good: float) -> None:
        self.values[number].append(good if self.good else 1.0 - good)

    def drop(self) -> None:
        """Leave out the moves that are behind by more than the error."""
        self.left = [number for number in self.left if self.gain(number)[0] > -self.gain(number)[1]]

    def gain(self, number: int) -> tuple[float, float]:
        """By how much a move is better than `net`'s own, and what it must be to count.

        One more playout that went all wrong is counted into the error, so that a few lucky ones prove nothing.
        """
        theirs = np.array(self.values[number])
        differences = theirs - np.array(self.values[0][: len(theirs)])
        error = sqrt((differences.var() * len(theirs) + 1) / len(theirs)) / sqrt(len(theirs))
        return float(differences.mean()), _ERRORS * error

    def best(self) -> Any:
        """The move to play."""
        clear = {number: gain for number in self.left for gain, bar in [self.gain(number)] if gain > bar}
        return self.moves[max(clear, key=lambda number: clear[number])] if clear else self.moves[0]


def _shot(bot: SearchBot, view: View, ask: Ask, own: Any) -> Any:
    """The likeliest target, if it is clearly likelier than `net`'s. Nothing is left to play out."""
    merlin = believed(bot.weights, view).merlin
    best = max(ask.moves, key=lambda move: float(merlin[move.seat]))
    return best if merlin[best.seat] > merlin[own.seat] + _CLEARLY else own


def _run(searches: Collection[_Search], stage: int) -> None:
    """Play a stage of several decisions out together."""
    games = [(search, number, game) for search in searches for number, game in search.games(stage)]
    by_brain: dict[int, list[int]] = {}
    for at, (search, _, _) in enumerate(games):
        by_brain.setdefault(id(search.brain), []).append(at)
    for places in by_brain.values():
        values = play_out(games[places[0]][0].brain, [games[at][2] for at in places])
        for at, value in zip(places, values, strict=True):
            games[at][0].learn(games[at][1], float(value))
    for search in searches:
        search.drop()


def _others(bot: SearchBot, view: View, ask: Ask, own: Any) -> list[Any]:
    """The moves the network likes best, beside the one it has chosen."""
    (logits,) = policy(bot.weights).logits([(view, ask)])
    likely = chances(logits)
    order = [int(at) for at in np.argsort(-likely, kind="stable") if likely[at] >= _LIKELY]
    return [ask.moves[at] for at in order if ask.moves[at] != own][: _MOVES - 1]


def _worlds_for(view: View, moves: int) -> int:
    """How many worlds are tried: what a decision may cost, by what a playout costs on average.

    There are about two proposals to a mission, and everybody votes on each.
    """
    missions = sum(mission is None for mission in view.missions)
    playout = missions * 2 * (view.rules.players + 1)
    return max(_DECISIONS // (playout * moves), 2 * _STAGES)


def _worlds(name: str, view: View, dice: Dice, count: int) -> list[tuple[State, Throws]]:
    """Worlds drawn from the belief of the view's seat, with the throws of their playouts."""
    belief = believed(name, view)
    cast = belief.cast
    rows: NDArray[np.int64] = np.searchsorted(
        belief.worlds.cumsum(), (np.arange(count) + dice.random()) / count * belief.worlds.sum(), side="right"
    )
    order = np.minimum(rows, len(belief.worlds) - 1).tolist()
    dice.shuffle(order)  # the stages shall not differ by kind of world
    found = []
    for row in order:
        roles = tuple(cast.names[number] for number in belief.table[row])
        duty = _duty(view, cast.rules.has_duty, [cast.rules.sides[role] == "evil" for role in roles], dice)
        found.append((imagine(view, cast.rules, roles, duty, dice), Throws(dice.getrandbits(64))))
    return found


def _duty(view: View, has_duty: bool, evil: Sequence[bool], dice: Dice) -> int | None:
    """Who holds the assassin's duty in a world: it falls on any evil seat alike, and its holder knows."""
    assert view.you is not None
    if not has_duty:
        return None
    if view.you.assassin:
        return view.you.seat
    return dice.choice([seat for seat, is_evil in enumerate(evil) if is_evil and seat != view.you.seat])
