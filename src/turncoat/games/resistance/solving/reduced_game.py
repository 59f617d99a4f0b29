"""Five players from a given score on, without votes: a game that is small enough to be written down whole.

The rules themselves play it. The opening is the same after every deal, so it tells nothing about anybody: good's
points are missions whose cards all succeed, evil's are five rejections each. From there every ballot approves. The
players decide only the teams, which cards evil plays, and whom the Assassin names.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import cached_property
from itertools import permutations
from typing import Any

import msgspec

from turncoat.core import Ask, Refused, Setup, Step
from turncoat.games.resistance.game import Resistance
from turncoat.games.resistance.rules.game_rules import MAX_REJECTIONS, MISSIONS, WINS_NEEDED, seats
from turncoat.games.resistance.rules.moves import PlayCard, Vote
from turncoat.games.resistance.rules.setup import compile_setup
from turncoat.games.resistance.rules.state import State
from turncoat.games.resistance.solving.game_tree import CHANCE, GameTree, Position, Turn

PLAYERS = 5
MOST_MISSIONS = 3
"""Each mission more has made a game about sixteen times as large."""
EVIL = PLAYERS
"""The player that stands for both evil seats where they play as one."""

_GAME = Resistance()


class ReducedGame:
    """The game from a score on, as trees."""

    def __init__(self, ruleset: str = "classic", good: int = 1, evil: int = 1) -> None:
        if not (0 <= good < WINS_NEEDED and 0 <= evil < WINS_NEEDED and good + evil >= MISSIONS - MOST_MISSIONS):
            least = MISSIONS - MOST_MISSIONS
            raise Refused("BAD_SCORE", f"Each side must have 0 to {WINS_NEEDED - 1} points, and both at least {least}.")
        first_leader = -(good + evil * MAX_REJECTIONS) % PLAYERS  # so that seat 0 leads after the opening
        options = {"five_rejections": "point", "first_leader": "host", "host": first_leader}
        self.setup = Setup(ruleset=ruleset, players=PLAYERS, options=options)
        self.rules = compile_setup(self.setup)
        self._opening = (True,) * good + (False,) * evil
        self._memories: dict[tuple[Hashable, ...], int] = {}

    def root(self, *, evil_as_one: bool) -> Position:
        """Before the deal."""
        return _BeforeDeal(self, evil_as_one=evil_as_one)

    @cached_property
    def seats(self) -> GameTree:
        """Every seat plays for itself."""
        return GameTree(self.root(evil_as_one=False), PLAYERS)

    @cached_property
    def evil_as_one(self) -> GameTree:
        """The good seats, and the player `EVIL`, who knows and decides what both evil seats do."""
        return GameTree(self.root(evil_as_one=True), PLAYERS + 1)

    def deals(self) -> list[tuple[str, ...]]:
        """The roles by seat, in every way in which they can be dealt. All are equally likely."""
        return sorted(set(permutations(self.rules.roles)))

    def dealt(self, roles: tuple[str, ...]) -> State:
        """The state after a deal and the opening."""
        before = _GAME.start(msgspec.structs.replace(self.setup, deal={"roles": roles}))
        while not isinstance(before, State):
            before = _GAME.play(before, None, _GAME.asks(before)[0].moves[0]).state
        state: State = before
        for goes in self._opening:
            rounds = state.resolved
            while state.resolved == rounds:
                ask = _GAME.asks(state)[0]
                step: Step[Any] = _GAME.play(state, ask.seat, _opening_move(ask, goes))
                state = step.state
        return state

    def remembered(self, *parts: Hashable) -> int:
        """A number for what a seat knows: equal parts have equal numbers."""
        return self._memories.setdefault(parts, len(self._memories))


def _opening_move(ask: Ask, goes: bool) -> Any:
    """The first team, which goes and succeeds or is rejected."""
    if ask.kind == "propose":
        return ask.moves[0]
    return Vote(approve=goes) if ask.kind == "vote" else PlayCard(success=True)


def approvals(state: State) -> Iterator[tuple[int | None, Vote, Step[Any]]]:
    """If a team is to be voted on: every seat approves it, one after another, with what each ballot leads to."""
    while state.phase == "vote":
        seat, ballot = _GAME.asks(state)[0].seat, Vote(approve=True)
        step: Step[Any] = _GAME.play(state, seat, ballot)
        yield seat, ballot, step
        state = step.state


class _BeforeDeal:
    """Chance is to deal."""

    def __init__(self, game: ReducedGame, *, evil_as_one: bool) -> None:
        self._game, self._evil_as_one = game, evil_as_one
        self._deals = game.deals()
        self.turn = Turn(CHANCE, "deal", len(self._deals))

    def after(self, action: int) -> ReducedPosition:
        """The position after a deal and the opening. Each seat knows its view of it."""
        state = self._game.dealt(self._deals[action])
        views = (msgspec.json.encode(_GAME.view(state, seat)) for seat in range(PLAYERS))
        known = tuple(self._game.remembered(seat, view) for seat, view in enumerate(views))
        return ReducedPosition(self._game, state, known, evil_as_one=self._evil_as_one)

    def payoffs(self) -> tuple[float, ...]:
        """The game is not over."""
        raise NotImplementedError


class ReducedPosition:
    """A state of the rules, and for each seat a number that stands for everything it has been told and has done."""

    __slots__ = ("_evil_as_one", "_game", "ask", "known", "state")

    def __init__(self, game: ReducedGame, state: State, known: tuple[int, ...], *, evil_as_one: bool) -> None:
        self._game, self._evil_as_one = game, evil_as_one
        self.state, self.known = state, known
        asks = _GAME.asks(state)
        self.ask: Ask | None = asks[0] if asks else None

    @property
    def turn(self) -> Turn | None:
        """The seat that is asked; one after another where several are."""
        if self.ask is None:
            return None
        seat, evil = self.ask.seat, self.state.deal.evil
        assert seat is not None
        if self._evil_as_one and evil >> seat & 1:
            key = (seat, *(self.known[partner] for partner in seats(evil)))
            return Turn(EVIL, key, len(self.ask.moves))
        return Turn(seat, (seat, self.known[seat]), len(self.ask.moves))

    def after(self, action: int) -> ReducedPosition:
        """The position after an answer. The seat knows what it did, and each seat learns the events addressed to it."""
        assert self.ask is not None
        seat, move = self.ask.seat, self.ask.moves[action]
        assert seat is not None
        step: Step[Any] = _GAME.play(self.state, seat, move)
        state, events = step.state, step.events
        for _, _, ballot in approvals(state):
            state, events = ballot.state, events + ballot.events
        known = list(self.known)
        known[seat] = self._game.remembered(known[seat], action)
        for told in range(PLAYERS):
            heard = [event for event in events if event.to is None or told in event.to]
            if heard:
                known[told] = self._game.remembered(known[told], msgspec.json.encode(heard))
        return ReducedPosition(self._game, state, tuple(known), evil_as_one=self._evil_as_one)

    def payoffs(self) -> tuple[float, ...]:
        """1 for each seat of the side that has won, -1 for the others."""
        outcome, deal = _GAME.outcome(self.state), self.state.deal
        assert outcome is not None
        evil_has = 1.0 if outcome.winner == "evil" else -1.0
        by_seat = (evil_has if deal.evil >> seat & 1 else -evil_has for seat in range(PLAYERS))
        return (*by_seat, evil_has) if self._evil_as_one else tuple(by_seat)
