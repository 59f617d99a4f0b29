"""The family as one game: one engine plays every ruleset."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from turncoat.core import Ask, Capabilities, Outcome, Setup, Step
from turncoat.games.resistance.rules.answers import play
from turncoat.games.resistance.rules.asks import asks
from turncoat.games.resistance.rules.deal import BeforeDeal, full_deal, start
from turncoat.games.resistance.rules.moves import Move
from turncoat.games.resistance.rules.ruleset import charts, rulesets
from turncoat.games.resistance.rules.setup import setup_warnings
from turncoat.games.resistance.rules.state import State
from turncoat.games.resistance.rules.view import View, view

AnyState = State | BeforeDeal


class Resistance:
    """The Resistance, its playing-card form, the changelings variant, and Avalon."""

    name = "resistance"
    move_type = Move

    def __init__(self, capabilities: Capabilities | None = None) -> None:
        self.capabilities = capabilities or Capabilities()

    @property
    def rulesets(self) -> Sequence[str]:
        return tuple(rulesets())

    def version(self, ruleset: str) -> int:
        return rulesets()[ruleset].version

    def seats(self, ruleset: str) -> Sequence[int]:
        return tuple(charts().sides)

    def start(self, setup: Setup) -> AnyState:
        return start(setup)

    def warnings(self, setup: Setup) -> tuple[str, ...]:
        return setup_warnings(setup)

    def asks(self, state: AnyState) -> tuple[Ask, ...]:
        return asks(state)

    def play(self, state: AnyState, seat: int | None, move: Move) -> Step[AnyState]:
        return play(state, seat, move)

    def view(self, state: AnyState, seat: int | None) -> View:
        return view(state, seat)

    def phase(self, state: AnyState) -> str:
        return state.phase if isinstance(state, State) else "deal"

    def deal(self, state: AnyState) -> dict[str, Any]:
        return full_deal(state)

    def dealt(self, state: AnyState) -> bool:
        return isinstance(state, State)

    def outcome(self, state: AnyState) -> Outcome | None:
        return state.outcome if isinstance(state, State) else None
