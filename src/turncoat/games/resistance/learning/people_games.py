"""Recorded games of people, in the form that fitting and measuring need."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np

from turncoat.core import Ask, Record
from turncoat.core.match import replay
from turncoat.games import find_game
from turncoat.games.resistance.adapters.game_logs import JsonLines
from turncoat.games.resistance.belief.all_deals import AllDeals, Bools, all_deals
from turncoat.games.resistance.belief.people.people_reading import basis_of
from turncoat.games.resistance.belief.public_history import History, TeamNamed, public_history
from turncoat.games.resistance.rules.view import View
from turncoat.terminal.errors import UsageError
from turncoat.terminal.log_files import Advance, read_log


class Shot(NamedTuple):
    """Who named whom as Merlin."""

    by: int
    at: int


class PeopleGame:
    """A finished game. `table` names the circle of players; it stands before the dash in the id of a game."""

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


def people_games(path: Path, advance: Advance = lambda _: None) -> list[PeopleGame]:
    """The games of a file in the form of `turncoat import`, in order. Those that cannot be used are left out.

    Raises UsageError if there is no game.
    """
    records = (found for found in read_log(path, JsonLines(), advance) if isinstance(found, Record))
    games = [game for game in map(PeopleGame, records) if basis_of(game.final.rules) == "people" and game.history]
    if not games:
        raise UsageError("NO_GAMES", f"There is no game of people in {path}.")
    return games


def folds(games: Sequence[PeopleGame], count: int) -> list[int]:
    """For each game the fold it is in. Games of one table are in one fold, and folds have about equally many games.

    Raises UsageError if there are fewer tables than folds.
    """
    tables: dict[str, int] = {}
    for game in games:
        tables[game.table] = tables.get(game.table, 0) + 1
    if not 2 <= count <= len(tables):
        raise UsageError("BAD_FOLDS", f"{len(tables)} tables cannot be split into {count} folds.")
    filled, fold_of = [0] * count, {}
    for table, size in sorted(tables.items(), key=lambda item: (-item[1], item[0])):
        fold_of[table] = filled.index(min(filled))
        filled[fold_of[table]] += size
    return [fold_of[game.table] for game in games]
