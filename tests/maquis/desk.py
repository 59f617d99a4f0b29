"""A table set up by hand, and a player who answers in few words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from turncoat.core import Draw, Refused
from turncoat.games.maquis import GAME, MaquisView, Options, State
from turncoat.games.maquis.rules.moves import (
    Act,
    Choose,
    Continue,
    Done,
    End,
    Move,
    PickCard,
    PickEnemy,
    PickMission,
    Play,
    Sort,
)
from turncoat.games.maquis.rules.rounds import Plan
from turncoat.games.maquis.rules.state import Deal, Deck, Foe, MutableState, Site

BRIDGE = "destroy-the-railroad-bridge"
BORDER = "cross-the-border"
PASS = "recon-the-mountain-pass"
VALLEY = "attack-francoists-in-the-valley"


def garrison(*enemies: str) -> tuple[Foe, ...]:
    """Enemies of a Mission: `guard-1` lies face down, `+guard-1` face up."""
    return tuple(Foe(enemy.lstrip("+"), enemy.startswith("+")) for enemy in enemies)


def table(
    missions: Mapping[str, Sequence[str]],
    hand: Sequence[str] = (),
    *,
    options: Options | None = None,
    **fields: Any,
) -> Desk:
    """A game at the start of a PLAN phase, with only these cards on the table."""
    sites = tuple(Site(mission, garrison(*enemies)) for mission, enemies in missions.items())
    start = {"phase": "plan", "round": 1, "reserve": 3, "sites": sites, "hand": tuple(hand)}
    made = MutableState(options=options or Options(), deal=Deal(), **{**start, **fields})
    made.push(Plan())
    made.settle()
    return Desk(made.frozen())


def deck(*cards: str, discard: Sequence[str] = ()) -> Deck:
    return Deck(tuple(cards), tuple(discard))


class Desk:
    """The state, what was heard so far, and short words for the moves."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Any] = []
        self.draws: list[Sequence[str | int]] = []
        """What chance draws next; without one, the pool in its order."""

    @property
    def view(self) -> MaquisView:
        return GAME.view(self.state, 0)

    @property
    def kind(self) -> str | None:
        return self.state.ask.kind if self.state.ask else None

    @property
    def moves(self) -> Sequence[Any]:
        return self.state.ask.moves if self.state.ask else ()

    def heard(self, name: str) -> list[Any]:
        """The events of a name."""
        return [event for event in self.events if event.__struct_config__.tag == name]

    def do(self, *moves: Move) -> Desk:
        for move in moves:
            self._answer(0, move)
            while self.state.ask is not None and self.state.ask.lottery is not None:
                lottery = self.state.ask.lottery
                drawn = self.draws.pop(0) if self.draws else lottery.pool[: lottery.take]
                self._answer(None, Draw(self.state.ask.kind, tuple(drawn)))
        return self

    def _answer(self, seat: int | None, move: Any) -> None:
        step = GAME.play(self.state, seat, move)
        self.state = step.state
        self.events += step.events

    def refused(self, code: str, move: Any) -> None:
        with pytest.raises(Refused) as caught:
            GAME.play(self.state, 0, move)
        assert caught.value.code == code

    def hide(self, *cards: str, use: bool | None = None) -> Desk:
        return self._play("hidden", cards, use)

    def reveal(self, *cards: str, use: bool | None = None) -> Desk:
        return self._play("revealed", cards, use)

    def _play(self, persona: Any, cards: Sequence[str], use: bool | None) -> Desk:
        for card in cards:
            self.do(Play(card, persona))
            if use is not None or self.kind == "act":
                self.do(Act(use=bool(use)))
        return self

    def attack(self, mission: str) -> Desk:
        return self.do(Choose(mission))

    def enemy(self, mission: str, *slots: int) -> Desk:
        return self.do(*(PickEnemy(mission, slot) for slot in slots))

    def mission(self, mission: str) -> Desk:
        return self.do(PickMission(mission))

    def card(self, card: str) -> Desk:
        return self.do(PickCard(card))

    def sort(self, *top: str) -> Desk:
        return self.do(Sort(top))

    def done(self) -> Desk:
        return self.do(Done())

    def go_on(self) -> Desk:
        return self.do(Continue())

    def end(self) -> Desk:
        return self.do(End())

    def enemies(self, mission: str) -> list[str]:
        return [foe.card for foe in self.state.site(mission).garrison]
