"""A bot that plays at random among sensible moves.

It asks which seats could be evil, given known loyalties and fails, weighs each evil side by who led and who approved
what, and so learns how likely each seat is evil. The rest is rules of thumb with a little chance in them.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import cache, partial
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
    """Plays sensibly. It has no memory: equal views, asks and seeds give equal answers."""

    def __init__(self, seed: str) -> None:
        self._seed = seed

    def answer(self, view: Any, ask: Ask) -> Any:
        chance = random.Random(f"{self._seed} {ask.kind} {msgspec.json.encode(view).hex()}")
        choose = _CHOOSE.get(ask.kind)
        if choose is None or not isinstance(view, View) or view.you is None:
            return chance.choice(ask.moves)
        return choose(_Player(view, _discreet(view, view.you, chance), chance), ask.moves)


def _discreet(view: View, you: You, chance: random.Random) -> You:
    """While little is at stake, Merlin often acts as if they knew nothing, so as not to be found."""
    hides = you.role == "merlin" and not _is_decisive(view) and chance.random() < 0.5
    return msgspec.structs.replace(you, knows={}) if hides else you


def _is_decisive(view: View) -> bool:
    """Whether this mission may end the game."""
    return _POINT_OF_WIN in (view.score.good, view.score.evil)


@cache
def _members(side: int) -> frozenset[int]:
    return frozenset(seats(side))


class _Player:
    """One seat: what it knows, what it suspects, and its chance."""

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
        self.suspicion = self._suspicion()

    def _suspicion(self) -> list[float]:
        """How likely each seat is evil, with every possible evil side weighed by what it explains."""
        players = self.view.rules.players
        facts = (*own_knowledge(self.you), *fail_counts(self.view.missions))
        weighed = [(side, self._weight(side)) for side in map(_members, sides_that_fit(players, facts))]
        total = sum(weight for _, weight in weighed) or 1.0
        return [sum(weight for side, weight in weighed if seat in side) / total for seat in range(players)]

    def _weight(self, side: frozenset[int]) -> float:
        """How well an evil side explains the missions and the votes that sent them."""
        weight = 1.0
        for mission in self.view.missions:
            if mission is not None and mission.team is not None and mission.fails is not None:
                weight *= _explains(len(side.intersection(mission.team)), mission.fails)
        for proposal in self.view.proposals:
            weight *= self._vote_weight(proposal, side)
        return weight

    def _vote_weight(self, proposal: ProposalView, side: frozenset[int]) -> float:
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
        """The best move, with some noise in what the moves are worth."""
        return max(moves, key=lambda move: worth(move) + noise * self.chance.random())

    def evil_on(self, team: Sequence[int]) -> int:
        return len(self.evil.intersection(team))


def _explains(evil: int, fails: int) -> float:
    """How likely so many evil members of a team play so many fails; they are never fewer than the fails."""
    return 0.3**evil if fails == 0 else 0.4 ** (fails - 1) * 0.9 ** (evil - fails)


def _propose(me: _Player, moves: Sequence[Any]) -> Any:
    return me.best(moves, partial(_evil_team if me.is_evil else _good_team, me), noise=0.5)


def _good_team(me: _Player, move: Any) -> float:
    """What a team is worth to good: this seat, and those whom it suspects least."""
    suspects: float = sum(me.suspicion[seat] for seat in move.team)
    return (0.6 if me.you.seat in move.team else 0.0) - 3.0 * suspects


def _evil_team(me: _Player, move: Any) -> float:
    """What a team is worth to evil: this seat, and as many evil seats as the mission needs to fail."""
    number = move.mission or me.view.mission or 1
    needed = me.view.rules.fails_needed[number - 1]
    wrong = abs(me.evil_on(move.team) - needed)
    return (1.5 if me.you.seat in move.team else 0.0) - 2.0 * wrong


def _vote(me: _Player, moves: Sequence[Any]) -> Any:
    approve = _evil_approves(me) if me.is_evil else _good_approves(me)
    return next(move for move in moves if move.approve == approve)


def _good_approves(me: _Player) -> bool:
    team = me.view.team or ()
    if me.view.rejections == _LAST_TEAM:
        return True
    if me.evil_on(team):
        return False
    clean = 1.0
    for seat in team:
        clean *= 1.0 - me.suspicion[seat]
    return me.maybe(0.9 if clean >= _best_chance(me, len(team)) * 0.8 else 0.1 + 0.15 * me.view.rejections)


def _best_chance(me: _Player, size: int) -> float:
    """How likely the best team of this size is clean."""
    clean = 1.0
    for suspicion in sorted(me.suspicion)[:size]:
        clean *= 1.0 - suspicion
    return clean


def _evil_approves(me: _Player) -> bool:
    team = me.view.team or ()
    if me.evil_on(team) >= me.needed:
        return me.maybe(0.9)
    if me.view.rejections == _LAST_TEAM:
        return not me.is_decisive and me.maybe(0.3)
    return me.maybe(0.05 if me.is_decisive else 0.4)


def _mission(me: _Player, moves: Sequence[Any]) -> Any:
    fail = len(moves) > 1 and _fails(me)
    return next(move for move in moves if move.success != fail)


def _fails(me: _Player) -> bool:
    """Fail when that can be enough. Of several evil members, the first clockwise from the leader do it."""
    view = me.view
    ours = [seat for seat in view.team or () if seat in me.evil]
    if len(ours) < me.needed:
        return False
    if me.you.seat == view.spotlight and view.score.evil < _POINT_OF_WIN:
        return False
    order = sorted(ours, key=lambda seat: (seat - (view.leader or 0)) % view.rules.players)
    mine = me.you.seat in order[: me.needed]
    if me.is_decisive:
        return mine or me.maybe(0.2)
    return mine and me.maybe(0.65 if not any(view.missions) else 0.9)


def _assassinate(me: _Player, moves: Sequence[Any]) -> Any:
    """Name the seat that voted and led best, as Merlin would."""
    knowing = [0.0] * me.view.rules.players
    for proposal in me.view.proposals:
        bad = bool(me.evil_on(proposal.team))
        for seat, vote in enumerate(proposal.votes):
            if vote is not None:
                knowing[seat] += 1.0 if vote != bad else -0.5
        knowing[proposal.leader] += -1.0 if bad else 1.0
    return me.best(moves, lambda move: knowing[move.seat], noise=4.0)


def _learn(field: str) -> Callable[[_Player, Sequence[Any]], Any]:
    """Good looks at those whom it suspects; evil pretends to, and looks at somebody good."""

    def choose(me: _Player, moves: Sequence[Any]) -> Any:
        def worth(move: Any) -> float:
            seat = getattr(move, field)
            known = me.you.knows.get(seat) in ("good", "evil")
            liking: float = -me.suspicion[seat] if me.is_evil else me.suspicion[seat]
            return liking - (5.0 if known else 0.0)

        return me.best(moves, worth)

    return choose


def _show(me: _Player, moves: Sequence[Any]) -> Any:
    """Evil shows its card to evil, good to somebody whom it trusts."""
    return me.best(moves, lambda move: _friendly(me, move.to))


def _give(me: _Player, moves: Sequence[Any]) -> Any:
    return me.best(moves, lambda move: _friendly(me, move.to), noise=2.0)


def _friendly(me: _Player, seat: int) -> float:
    if me.is_evil:
        return 1.0 if seat in me.evil else 0.0
    return -2.0 * me.suspicion[seat]


_VALUE = {"strong-leader": 3.0, "no-confidence": 3.0, "in-the-spotlight": 2.5, "keeping-a-close-eye-on-you": 2.0}


def _take(me: _Player, moves: Sequence[Any]) -> Any:
    return me.best(moves, lambda move: _VALUE.get(move.card, 0.0) - _friendly(me, move.holder))


def _use(me: _Player, moves: Sequence[Any]) -> Any:
    """Use a held card when it helps the seat's side, and keep it otherwise."""
    decline = next(move for move in moves if isinstance(move, Pass))
    wanted = [move for move in moves if isinstance(move, Use) and _USES[move.card](me, move)]
    return me.best(wanted, lambda move: me.suspicion[move.on] if move.on is not None else 0.0) if wanted else decline


def _leads(me: _Player, move: Use) -> bool:
    leader = me.view.leader if me.view.leader is not None else -1
    trusted = leader in me.evil if me.is_evil else me.suspicion[leader] < 0.4
    return not trusted and me.maybe(0.8 if me.is_decisive else 0.35)


def _distrusts(me: _Player, move: Use) -> bool:
    team = me.view.team or ()
    if me.is_evil:
        return not me.evil_on(team) and (me.is_decisive or me.maybe(0.2))
    return me.view.rejections < _LAST_TEAM and bool(me.evil_on(team))


def _lights(me: _Player, move: Use) -> bool:
    return not me.is_evil and move.on != me.you.seat and me.maybe(0.6 if me.suspicion[move.on or 0] > 0.4 else 0.2)


def _watches(me: _Player, move: Use) -> bool:
    return me.maybe(0.2 if me.is_evil else 0.5) and move.on not in me.evil


_USES: dict[str, Callable[[_Player, Use], bool]] = {
    "strong-leader": _leads,
    "no-confidence": _distrusts,
    "in-the-spotlight": _lights,
    "keeping-a-close-eye-on-you": _watches,
}


def _loyalty(me: _Player, moves: Sequence[Any]) -> Any:
    return next(move for move in moves if move.side == me.you.side)


_CHOOSE: dict[str, Callable[[_Player, Sequence[Any]], Any]] = {
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
