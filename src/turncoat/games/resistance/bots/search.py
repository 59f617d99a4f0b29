"""`net` with a look ahead where that helps: likely moves are compared by playing the game on from them.

Deals are drawn from the seat's belief (`network_belief`), and the network plays every seat to the end of the game. All
moves are tried in the same deals with the same random numbers. The bot plays what `net` would unless another move is
better by more than the error of the comparison. `docs/results/search.md` tells where that was measured to help.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Any

import numpy as np

from turncoat.bots.seeded_random import SeededRandom
from turncoat.core import Ask
from turncoat.games.resistance.belief.all_deals import Floats, popcount
from turncoat.games.resistance.belief.imagine import imagine
from turncoat.games.resistance.belief.possible_deals import Belief
from turncoat.games.resistance.bots.net import NetBot, has_many_deals, policy
from turncoat.games.resistance.bots.net import Request as NetRequest
from turncoat.games.resistance.bots.network_belief import believed
from turncoat.games.resistance.bots.playout import Throws, chances, play_out
from turncoat.games.resistance.rules.answers import play
from turncoat.games.resistance.rules.game_rules import mask
from turncoat.games.resistance.rules.state import State
from turncoat.games.resistance.rules.view import View

_BY_ALL = {f"{kind}-{who}" for kind in ("propose", "vote") for who in ("good", "merlin", "evil")}
KINDS = frozenset({*_BY_ALL, "mission-evil", "assassinate-evil"})
"""Kinds of decision and who takes it: Merlin, others of good, or evil."""
HELPED = frozenset({"assassinate-evil"})
"""Those where the look ahead was measured to help."""

_MOVES = 4  # that are compared, `net`'s own among them
_LIKELY = 0.01  # a move that the network gives less is looked at only if the belief likes it
_FROM = 2  # missions that must be over: before that nobody knows anything, and playouts are long
_STAGES = 2  # moves that have fallen behind are not played out further
_ERRORS = 1.64  # standard errors that a gain must clear: one chance in twenty
_CLEARLY = 0.1  # how much likelier to be Merlin another target must be


class SearchBot(NetBot):
    """Plays by the network, and by playouts where these help. Equal seeds, views and asks give equal answers."""

    where: frozenset[str] = HELPED
    effort: int = 2400  # answers of the network that one decision may cost, about

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
        for at, (bot, view, ask) in enumerate(requests):
            assert isinstance(bot, SearchBot)
            found[at] = bot.improve(view, ask, found[at])
        return found

    def improve(self, view: View, ask: Ask, own: Any) -> Any:
        """A better move than `own`, if this is a decision to look ahead at and one is found."""
        if not self.looks_ahead(view, ask):
            return own
        belief = believed(self.weights, view)
        if ask.kind == "assassinate":
            return _shot(belief, ask, own)
        moves = [own, *self._others(belief, view, ask, own)]
        if len(moves) == 1:
            return own
        rng = SeededRandom.of(f"search {self.seed}", view, ask)
        worlds = _worlds(belief, view, rng, self._count(view, len(moves)))
        return self._race(view, ask, moves, worlds)

    def looks_ahead(self, view: View, ask: Ask) -> bool:
        """Whether this decision is one of those where the bot looks for a better move."""
        return (
            kind_of(view, ask) in self.where
            and len(ask.moves) > 1
            and sum(mission is not None for mission in view.missions) >= _FROM
            and self.is_trained_for(view, ask)
            and not has_many_deals(view.rules.roles)
        )

    def _others(self, belief: Belief, view: View, ask: Ask, own: Any) -> list[Any]:
        """Moves to compare with the chosen one: those the network likes best, and good's safest teams."""
        likely = chances(policy(self.weights).logits([(view, ask)])[0])
        liked = [ask.moves[at] for at in _best(likely) if likely[at] >= _LIKELY and ask.moves[at] != own]
        if kind_of(view, ask) != "propose-good":
            return liked[: _MOVES - 1]
        safe = _best(likely - 10.0 * _risks(belief, view, ask))[:2]
        moves = dict.fromkeys([*(ask.moves[at] for at in safe), *liked])
        return [move for move in moves if move != own][: _MOVES - 1]

    def _count(self, view: View, moves: int) -> int:
        """How many worlds are tried: the effort by what a playout costs on average.

        There are about two proposals to a mission, and everybody votes on each.
        """
        missions = sum(mission is None for mission in view.missions)
        playout = missions * 2 * (view.rules.players + 1)
        return max(self.effort // (playout * moves), 2 * _STAGES)

    def _race(self, view: View, ask: Ask, moves: Sequence[Any], worlds: Sequence[tuple[State, Throws]]) -> Any:
        """The move to play: the best of those that clear the bar against the first, or the first."""
        assert view.you is not None
        race, size = _Race(), len(worlds) // _STAGES
        left = list(range(1, len(moves)))
        for situation in range(_STAGES):
            heat = [(world, number) for world in worlds[situation * size :][:size] for number in (0, *left)]
            games = [(play(state, ask.seat, moves[number]).state, throws) for (state, throws), number in heat]
            good = play_out(policy(self.weights), games)
            for (_, number), chance in zip(heat, good, strict=True):
                race.note(number, chance if view.you.side == "good" else 1.0 - chance)
            left = [number for number in left if race.gain(number) > -race.bar(number)]
        clear = [number for number in left if race.gain(number) > race.bar(number)]
        return moves[max(clear, key=race.gain, default=0)]


class _Race:
    """What came of the playouts of each move. The first is the one to beat."""

    def __init__(self) -> None:
        self._values: dict[int, list[float]] = {}

    def note(self, number: int, value: float) -> None:
        self._values.setdefault(number, []).append(value)

    def _differences(self, number: int) -> Any:
        theirs = np.array(self._values[number])
        return theirs - np.array(self._values[0][: len(theirs)])

    def gain(self, number: int) -> float:
        """By how much a move is better than the first, in the worlds where both were tried."""
        return float(self._differences(number).mean())

    def bar(self, number: int) -> float:
        """What the gain must be to count.

        One more playout that went all wrong is counted into the error, so that a few lucky ones prove nothing.
        """
        differences = self._differences(number)
        return _ERRORS * sqrt(differences.var() * len(differences) + 1) / len(differences)


def kind_of(view: View, ask: Ask) -> str:
    """The kind of a decision, as in `KINDS`."""
    assert view.you is not None
    return f"{ask.kind}-{'merlin' if view.you.role == 'merlin' else view.you.side}"


def _best(scores: Floats) -> list[int]:
    """Places in order of their scores, the highest first."""
    return [int(at) for at in np.argsort(-scores, kind="stable")]


def _risks(belief: Belief, view: View, ask: Ask) -> Floats:
    """For each team how likely enough evil is on it to fail the mission."""
    fails = [view.rules.fails_needed[(move.mission or view.mission or 1) - 1] for move in ask.moves]
    teams = np.array([mask(move.team) for move in ask.moves])
    return np.asarray((popcount(teams[:, None] & belief.deals.sets) >= np.array(fails)[:, None]) @ belief.sides)


def _shot(belief: Belief, ask: Ask, own: Any) -> Any:
    """The likeliest target, if it is clearly likelier than `net`'s. Nothing is left to play out."""
    best = max(ask.moves, key=lambda move: float(belief.merlin[move.seat]))
    return best if belief.merlin[best.seat] > belief.merlin[own.seat] + _CLEARLY else own


def _worlds(belief: Belief, view: View, rng: SeededRandom, count: int) -> list[tuple[State, Throws]]:
    """Worlds drawn evenly from a belief, with the throws of their playouts."""
    deals, sums = belief.deals, belief.worlds.cumsum()
    points = (np.arange(count) + rng.random()) / count * sums[-1]
    rows = np.minimum(np.searchsorted(sums, points, side="right"), len(sums) - 1).tolist()
    rng.shuffle(rows)  # the stages shall not differ by kind of world
    found = []
    for row in rows:
        roles = tuple(deals.names[number] for number in belief.table[row])
        duty = _duty(view, belief, roles, rng) if deals.rules.has_duty else None
        found.append((imagine(view, deals.rules, roles, duty, rng), Throws(rng.getrandbits(64))))
    return found


def _duty(view: View, belief: Belief, roles: Sequence[str], rng: SeededRandom) -> int:
    """Who holds the assassin's duty in a world: it falls on any evil seat alike, and its holder knows."""
    assert view.you is not None
    if view.you.assassin:
        return view.you.seat
    sides = belief.deals.rules.sides
    return rng.choice([seat for seat, role in enumerate(roles) if sides[role] == "evil" and seat != view.you.seat])
