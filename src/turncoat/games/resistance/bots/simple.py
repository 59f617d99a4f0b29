"""A bot that plays the family at random among sensible moves.

It asks which seats could be the evil ones, given what its view shows (known loyalties, fails, who led and who
approved what), and so how likely each seat is evil. The rest is rules of thumb with a little chance in them.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from turncoat.core import Ask
from turncoat.games.resistance.belief.evil_sides import fail_counts, own_knowledge, sides_that_fit
from turncoat.games.resistance.rules.game_rules import seats
from turncoat.games.resistance.rules.moves import Pass, Use
from turncoat.games.resistance.rules.view import ProposalView, View, You

_LAST_TEAM = 4  # rejections before it
_POINT_OF_WIN = 2


class SimpleBot:
    """Sensible, and no more. It has no memory: equal views, asks and seeds give equal answers."""

    def __init__(self, seed: str) -> None:
        self._seed = seed

    def answer(self, view: Any, ask: Ask) -> Any:
        chance = random.Random(f"{self._seed} {ask.kind} {msgspec.json.encode(view).hex()}")
        choose = _CHOOSE.get(ask.kind)
        if choose is None or not isinstance(view, View) or view.you is None:
            return chance.choice(ask.moves)
        return choose(_Mind(view, _discreet(view, view.you, chance), chance), ask.moves)


def _discreet(view: View, you: You, chance: random.Random) -> You:
    """Merlin is hunted: while little is at stake he often acts as if he knew nothing."""
    hides = you.role == "merlin" and not _is_decisive(view) and chance.random() < 0.5
    return msgspec.structs.replace(you, knows={}) if hides else you


def _is_decisive(view: View) -> bool:
    """Whether this mission may end the game."""
    return _POINT_OF_WIN in (view.score.good, view.score.evil)


class _Mind:
    """What one seat makes of its view."""

    def __init__(self, view: View, you: You, chance: random.Random) -> None:
        self.view = view
        self.you = you
        self.chance = chance
        self.is_evil = you.side == "evil"
        self.evil = {seat for seat, known_as in you.knows.items() if known_as == "evil"}
        if self.is_evil:
            self.evil.add(you.seat)
        self.needed = view.rules.fails_needed[(view.mission or 1) - 1]
        self.is_decisive = _is_decisive(view)
        self.looks = self._looks()

    def _looks(self) -> list[float]:
        """How likely each seat is evil, with every possible evil side weighed by what it explains."""
        players = self.view.rules.players
        facts = (*own_knowledge(self.you), *fail_counts(self.view.missions))
        sides = [set(seats(side)) for side in sides_that_fit(players, facts)]
        weighed = [(side, self._weight(side)) for side in sides]
        total = sum(weight for _, weight in weighed) or 1.0
        return [sum(weight for side, weight in weighed if seat in side) / total for seat in range(players)]

    def _weight(self, side: set[int]) -> float:
        """How well an evil side explains the missions and the votes that sent them."""
        weight = 1.0
        for mission in self.view.missions:
            if mission is not None and mission.team is not None and mission.fails is not None:
                weight *= _explains(len(side.intersection(mission.team)), mission.fails)
        for proposal in self.view.proposals:
            weight *= self._vote_weight(proposal, side)
        return weight

    def _vote_weight(self, proposal: ProposalView, side: set[int]) -> float:
        """Evil leads and approves teams with evil on them more than others do."""
        bad = not side.isdisjoint(proposal.team)
        weight = 1.0 if proposal.leader not in side else 1.1 if bad else 0.6
        for seat in side:
            vote = proposal.votes[seat]
            if vote is not None and seat != self.you.seat:
                weight *= 1.2 if vote == bad else 0.8
        return weight

    def maybe(self, likely: float) -> bool:
        return self.chance.random() < likely

    def best(self, moves: Sequence[Any], worth: Callable[[Any], float], noise: float = 1.0) -> Any:
        """The best of the moves as they look today."""
        return max(moves, key=lambda move: worth(move) + noise * self.chance.random())

    def evil_on(self, team: Sequence[int]) -> int:
        return len(self.evil.intersection(team))


def _explains(evil: int, fails: int) -> float:
    """How likely so many evil members of a team play so many fails; they are never fewer than the fails."""
    return 0.3**evil if fails == 0 else 0.4 ** (fails - 1) * 0.9 ** (evil - fails)


def _propose(mind: _Mind, moves: Sequence[Any]) -> Any:
    return mind.best(moves, _evil_team(mind) if mind.is_evil else _good_team(mind), noise=0.5)


def _good_team(mind: _Mind) -> Callable[[Any], float]:
    """Myself and those who look best."""

    def worth(move: Any) -> float:
        suspects: float = sum(mind.looks[seat] for seat in move.team)
        return (0.6 if mind.you.seat in move.team else 0.0) - 3.0 * suspects

    return worth


def _evil_team(mind: _Mind) -> Callable[[Any], float]:
    """Myself, and as many of us as the mission needs to fail, among people who look harmless."""

    def worth(move: Any) -> float:
        number = move.mission or mind.view.mission or 1
        needed = mind.view.rules.fails_needed[number - 1]
        wrong = abs(mind.evil_on(move.team) - needed)
        return (1.5 if mind.you.seat in move.team else 0.0) - 2.0 * wrong

    return worth


def _vote(mind: _Mind, moves: Sequence[Any]) -> Any:
    approve = _evil_approves(mind) if mind.is_evil else _good_approves(mind)
    return next(move for move in moves if move.approve == approve)


def _good_approves(mind: _Mind) -> bool:
    team = mind.view.team or ()
    if mind.view.rejections == _LAST_TEAM:
        return True
    if mind.evil_on(team):
        return False
    clean = 1.0
    for seat in team:
        clean *= 1.0 - mind.looks[seat]
    return mind.maybe(0.9 if clean >= _best_chance(mind, len(team)) * 0.8 else 0.1 + 0.15 * mind.view.rejections)


def _best_chance(mind: _Mind, size: int) -> float:
    """How likely the best team of this size is clean."""
    clean = 1.0
    for look in sorted(mind.looks)[:size]:
        clean *= 1.0 - look
    return clean


def _evil_approves(mind: _Mind) -> bool:
    team = mind.view.team or ()
    if mind.evil_on(team) >= mind.needed:
        return mind.maybe(0.9)
    if mind.view.rejections == _LAST_TEAM:
        return not mind.is_decisive and mind.maybe(0.3)
    return mind.maybe(0.05 if mind.is_decisive else 0.4)


def _mission(mind: _Mind, moves: Sequence[Any]) -> Any:
    fail = len(moves) > 1 and _fails(mind)
    return next(move for move in moves if move.success != fail)


def _fails(mind: _Mind) -> bool:
    """Fail when it can be enough; with company, leave it to the first of us clockwise from the leader."""
    view = mind.view
    ours = [seat for seat in view.team or () if seat in mind.evil]
    if len(ours) < mind.needed:
        return False
    if mind.you.seat == view.spotlight and view.score.evil < _POINT_OF_WIN:
        return False
    order = sorted(ours, key=lambda seat: (seat - (view.leader or 0)) % view.rules.players)
    mine = mind.you.seat in order[: mind.needed]
    if mind.is_decisive:
        return mine or mind.maybe(0.2)
    return mine and mind.maybe(0.65 if not any(view.missions) else 0.9)


def _assassinate(mind: _Mind, moves: Sequence[Any]) -> Any:
    """Merlin voted well and led well."""
    knowing = [0.0] * mind.view.rules.players
    for proposal in mind.view.proposals:
        bad = bool(mind.evil_on(proposal.team))
        for seat, vote in enumerate(proposal.votes):
            if vote is not None:
                knowing[seat] += 1.0 if vote != bad else -0.5
        knowing[proposal.leader] += -1.0 if bad else 1.0
    return mind.best(moves, lambda move: knowing[move.seat], noise=4.0)


def _learn(field: str) -> Callable[[_Mind, Sequence[Any]], Any]:
    """Good wants to know about those who look bad; evil wants to look as if it did, at somebody good."""

    def choose(mind: _Mind, moves: Sequence[Any]) -> Any:
        def worth(move: Any) -> float:
            seat = getattr(move, field)
            known = mind.you.knows.get(seat) in ("good", "evil")
            liking: float = -mind.looks[seat] if mind.is_evil else mind.looks[seat]
            return liking - (5.0 if known else 0.0)

        return mind.best(moves, worth)

    return choose


def _show(mind: _Mind, moves: Sequence[Any]) -> Any:
    """Evil shows itself to its own; good to somebody who looks good."""
    return mind.best(moves, lambda move: _friendly(mind, move.to))


def _give(mind: _Mind, moves: Sequence[Any]) -> Any:
    return mind.best(moves, lambda move: _friendly(mind, move.to), noise=2.0)


def _friendly(mind: _Mind, seat: int) -> float:
    if mind.is_evil:
        return 1.0 if seat in mind.evil else 0.0
    return -2.0 * mind.looks[seat]


_VALUE = {"strong-leader": 3.0, "no-confidence": 3.0, "in-the-spotlight": 2.5, "keeping-a-close-eye-on-you": 2.0}


def _take(mind: _Mind, moves: Sequence[Any]) -> Any:
    return mind.best(moves, lambda move: _VALUE.get(move.card, 0.0) - _friendly(mind, move.holder))


def _use(mind: _Mind, moves: Sequence[Any]) -> Any:
    """Use a held card when it does something for our side; otherwise keep it."""
    decline = next(move for move in moves if isinstance(move, Pass))
    wanted = [move for move in moves if isinstance(move, Use) and _USES[move.card](mind, move)]
    return mind.best(wanted, lambda move: mind.looks[move.on] if move.on is not None else 0.0) if wanted else decline


def _leads(mind: _Mind, move: Use) -> bool:
    leader = mind.view.leader if mind.view.leader is not None else -1
    trusted = leader in mind.evil if mind.is_evil else mind.looks[leader] < 0.4
    return not trusted and mind.maybe(0.8 if mind.is_decisive else 0.35)


def _distrusts(mind: _Mind, move: Use) -> bool:
    team = mind.view.team or ()
    if mind.is_evil:
        return not mind.evil_on(team) and (mind.is_decisive or mind.maybe(0.2))
    return mind.view.rejections < _LAST_TEAM and bool(mind.evil_on(team))


def _lights(mind: _Mind, move: Use) -> bool:
    return not mind.is_evil and move.on != mind.you.seat and mind.maybe(0.6 if mind.looks[move.on or 0] > 0.4 else 0.2)


def _watches(mind: _Mind, move: Use) -> bool:
    return mind.maybe(0.2 if mind.is_evil else 0.5) and move.on not in mind.evil


_USES: dict[str, Callable[[_Mind, Use], bool]] = {
    "strong-leader": _leads,
    "no-confidence": _distrusts,
    "in-the-spotlight": _lights,
    "keeping-a-close-eye-on-you": _watches,
}


def _loyalty(mind: _Mind, moves: Sequence[Any]) -> Any:
    return next(move for move in moves if move.side == mind.you.side)


_CHOOSE: dict[str, Callable[[_Mind, Sequence[Any]], Any]] = {
    "propose": _propose,
    "vote": _vote,
    "mission": _mission,
    "assassinate": _assassinate,
    "examine": _learn("seat"),
    "look": _learn("at"),
    "show": _show,
    "give": _give,
    "take": _take,
    "use": _use,
    "loyalty": _loyalty,
}
