"""RESIST! as a `Game` of the core."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

from turncoat.core import CHANCE, Ask, Capabilities, Draw, Outcome, Refused, Setup, Step
from turncoat.games.maquis.rules.moves import MOVE_TYPE
from turncoat.games.maquis.rules.setup import Dealing, opening
from turncoat.games.maquis.rules.state import MutableState, State
from turncoat.games.maquis.rules.view import MaquisView, view_of

PLAYER = 0


class MaquisGame:
    """The rules of RESIST!, for one player."""

    name = "maquis"

    def __init__(self, capabilities: Capabilities | None = None) -> None:
        self.capabilities = capabilities or Capabilities()

    rulesets = ("maquis",)
    move_type = MOVE_TYPE

    def version(self, ruleset: str) -> int:
        return 1

    def seats(self, ruleset: str) -> tuple[int, ...]:
        return (1,)

    def start(self, setup: Setup) -> State:
        working = opening(setup)
        working.settle()
        return working.frozen()

    def warnings(self, setup: Setup) -> tuple[str, ...]:
        return ()

    def asks(self, state: State) -> tuple[Ask, ...]:
        return (state.ask,) if state.ask is not None else ()

    def play(self, state: State, seat: int | None, move: Any) -> Step[State]:
        _check(state, seat, move)
        working = MutableState.copy_of(state)
        working.answer(move)
        return Step(working.frozen(), tuple(working.events))

    def view(self, state: State, seat: int | None) -> MaquisView:
        if seat not in (PLAYER, None):
            raise Refused("UNKNOWN_PLAYER", "There is one seat, number 0.")
        return view_of(state, player=seat is not None)

    def phase(self, state: State) -> str:
        return state.phase

    def deal(self, state: State) -> dict[str, Any]:
        return {name: part for name, part in msgspec.structs.asdict(state.deal).items() if part}

    def dealt(self, state: State) -> bool:
        return not (state.todo and isinstance(state.todo[-1], Dealing))

    def outcome(self, state: State) -> Outcome | None:
        return state.outcome


def _check(state: State, seat: int | None, move: Any) -> None:
    """Raise Refused unless the move answers the open ask."""
    ask = state.ask
    if isinstance(move, Draw) and (seat is not CHANCE or ask is None or ask.lottery is None):
        raise Refused("BAD_REQUEST", "This is not a player's move.")
    if seat not in (PLAYER, CHANCE):
        raise Refused("UNKNOWN_PLAYER", "There is one seat, number 0.")
    if ask is None:
        raise Refused("GAME_OVER", "The game is over.")
    if seat != ask.seat:
        raise Refused("WRONG_PHASE", "The open question is not for that seat.")
    if ask.lottery is not None:
        _check_draw(ask, move)
    elif move not in ask.moves:
        raise state.todo[-1].refusal(state, move)


def _check_draw(ask: Ask, move: Any) -> None:
    lottery = ask.lottery
    assert lottery is not None
    if not isinstance(move, Draw) or move.of != ask.kind:
        raise Refused("WRONG_PHASE", f"Chance is asked for {ask.kind}.")
    if len(move.drawn) != lottery.take or Counter(move.drawn) - Counter(lottery.pool):
        raise Refused("BAD_REQUEST", "That cannot come out of this lottery.")
