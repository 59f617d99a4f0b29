"""A finished game in the form that fitting and measuring need, whether people or bots have played it."""

from __future__ import annotations

from functools import cached_property
from typing import Any, NamedTuple

import msgspec
import numpy as np

from turncoat.core import Ask, Record
from turncoat.core.match import replay
from turncoat.games import find_game
from turncoat.games.resistance.belief.all_deals import AllDeals, Bools, all_deals
from turncoat.games.resistance.belief.public_history import History, TeamNamed, public_history
from turncoat.games.resistance.rules.view import View


class Shot(NamedTuple):
    """Who named whom as Merlin."""

    by: int
    at: int


class FinishedGame:
    """A finished game. `table` names the circle of players; in the id of an imported game it stands before the dash."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.game = find_game(record.ruleset)
        self.state: Any = replay(self.game, record)
        self.table = str(record.meta.get("imported", "")).partition("-")[0]
        self.final: View = self.game.view(self.state, None)
        self.roles: tuple[str, ...] = self.state.deal.roles
        self.players = len(self.roles)

    @cached_property
    def history(self) -> History:
        """Everything that everybody has seen."""
        return public_history(self.final)

    @cached_property
    def evil(self) -> Bools:
        """Whether each seat is evil."""
        return np.array([self.state.rules.sides[role] == "evil" for role in self.roles])

    @property
    def deals(self) -> AllDeals:
        """All deals of these characters."""
        return all_deals(self.final.rules)

    @property
    def shot(self) -> Shot | None:
        """The shot, if there was one."""
        return Shot(*self.state.shots[0]) if self.state.shots else None

    @property
    def proposals(self) -> list[int]:
        """Where in the history each proposal stands."""
        return [at for at, action in enumerate(self.history) if isinstance(action, TeamNamed)]

    def before_end(self, seat: int, missions: int = 5) -> View:
        """A seat's view after some missions, as far as a belief needs it: without what only the end tells."""
        view = self.game.view(self.state, seat)
        shown = [one and msgspec.structs.replace(one, cards=None) for one in view.missions[:missions]]
        hidden: View = msgspec.structs.replace(
            view, roles=None, mission=None, missions=(*shown, *[None] * (len(view.missions) - missions))
        )
        return hidden

    def at_shot(self) -> tuple[View, Ask]:
        """What the seat that names Merlin saw and was asked, just before it did."""
        state = replay(self.game, self.record, len(self.record.moves) - 1)
        (ask,) = self.game.asks(state)
        return self.game.view(state, ask.seat), ask
