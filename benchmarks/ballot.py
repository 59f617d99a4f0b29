"""A server with one more game: five seats vote, again and again. It is what other servers were measured with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from turncoat import games
from turncoat.core import CHANCE, Ask, Capabilities, Draw, Event, Lottery, Outcome, Refused, Setup, Step
from turncoat.server.config import load_config
from turncoat.server.run import serve

SEATS = 5
KEPT = 25


class Vote(msgspec.Struct, frozen=True, tag_field="move", tag="vote"):
    """A ballot."""

    approve: bool


class Voted(Event, frozen=True, kw_only=True, tag="voted"):
    """A ballot is in."""

    seat: int


class Counted(Event, frozen=True, kw_only=True, tag="counted"):
    """All ballots are in."""

    approvals: int


class State(msgspec.Struct, frozen=True):
    """Two spies, the open round, and the last results."""

    spies: tuple[int, ...] = ()
    round: int = 0
    votes: tuple[tuple[int, bool], ...] = ()
    history: tuple[int, ...] = ()


class You(msgspec.Struct, frozen=True):
    """What a seat alone knows."""

    seat: int
    spy: bool
    spies: tuple[int, ...]


class View(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat may know."""

    round: int
    waiting: tuple[int, ...]
    history: tuple[int, ...]
    you: You | None


_BALLOTS = (Vote(True), Vote(False))
_ASKS = tuple(Ask(seat, "vote", _BALLOTS) for seat in range(SEATS))


class Ballot:
    """The whole game; it never ends."""

    name = "ballot"
    capabilities = Capabilities()
    rulesets = ("ballot",)
    move_type = Vote | Draw

    def version(self, ruleset: str) -> int:
        return 1

    def seats(self, ruleset: str) -> Sequence[int]:
        return (SEATS,)

    def start(self, setup: Setup) -> State:
        return State()

    def warnings(self, setup: Setup) -> tuple[str, ...]:
        return ()

    def asks(self, state: State) -> tuple[Ask, ...]:
        if not state.spies:
            return (Ask(CHANCE, "spies", (), Lottery(tuple(range(SEATS)), 2)),)
        voted = {seat for seat, _ in state.votes}
        return tuple(ask for ask in _ASKS if ask.seat not in voted)

    def play(self, state: State, seat: int | None, move: Any) -> Step[State]:
        if seat is None:
            return Step(replace(state, spies=tuple(sorted(move.drawn))))
        if any(seat == other for other, _ in state.votes):
            raise Refused("ALREADY_VOTED", "Your vote is in.")
        votes = (*state.votes, (seat, move.approve))
        if len(votes) < SEATS:
            return Step(replace(state, votes=votes), (Voted(seat=seat),))
        yes = sum(approve for _, approve in votes)
        after = replace(state, votes=(), round=state.round + 1, history=(*state.history, yes)[-KEPT:])
        return Step(after, (Voted(seat=seat), Counted(approvals=yes)))

    def view(self, state: State, seat: int | None) -> View:
        spy = seat in state.spies
        you = None if seat is None else You(seat, spy, state.spies if spy else ())
        voted = {other for other, _ in state.votes}
        waiting = tuple(other for other in range(SEATS) if other not in voted)
        return View(round=state.round, waiting=waiting, history=state.history, you=you)

    def phase(self, state: State) -> str:
        return "vote"

    def deal(self, state: State) -> dict[str, Any]:
        return {}

    def dealt(self, state: State) -> bool:
        return bool(state.spies)

    def outcome(self, state: State) -> Outcome | None:
        return None


if __name__ == "__main__":
    games._by_ruleset()["ballot"] = Ballot()  # noqa: SLF001 - a game for this one process
    serve(load_config({}))
