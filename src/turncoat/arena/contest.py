"""What to play in the arena: a set-up, and which bot sits where. These values can be sent to another process."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Mapping
from typing import Any

import msgspec

from turncoat.core import Setup


class Teams(msgspec.Struct, frozen=True, tag="teams"):
    """One bot has all good seats and another has all evil seats."""

    good: str
    evil: str

    def seats(self, number: int, sides: tuple[str, ...]) -> tuple[str, ...]:
        """The bot of each seat in game `number`."""
        return tuple(self.good if side == "good" else self.evil for side in sides)


class Replaced(msgspec.Struct, frozen=True, tag="replaced"):
    """One bot has every seat except one. The guest has that seat, which moves on by one from game to game."""

    base: str
    guest: str

    def seats(self, number: int, sides: tuple[str, ...]) -> tuple[str, ...]:
        """The bot of each seat in game `number`."""
        return tuple(self.guest if seat == self.seat(number, len(sides)) else self.base for seat in range(len(sides)))

    @staticmethod
    def seat(number: int, players: int) -> int:
        """The guest's seat in game `number`."""
        return number % players


class Mixed(msgspec.Struct, frozen=True, tag="mixed"):
    """Every seat gets one of the bots at random."""

    bots: tuple[str, ...]

    def seats(self, number: int, sides: tuple[str, ...]) -> tuple[str, ...]:
        """The bot of each seat in game `number`."""
        draw = random.Random(f"mixed {number}")
        return tuple(draw.choice(self.bots) for _ in sides)


Lineup = Teams | Replaced | Mixed


def bots_of(lineup: Lineup) -> tuple[str, ...]:
    """The names of all bots of a line-up."""
    return lineup.bots if isinstance(lineup, Mixed) else msgspec.structs.astuple(lineup)


class Cell(msgspec.Struct, frozen=True, kw_only=True):
    """Many games of one set-up with one line-up. Cells with the same seed play the same deals, whatever the line-up."""

    lineup: Lineup
    ruleset: str
    players: int
    roles: tuple[str, ...] = ()
    options: Mapping[str, Any] = {}
    games: int = 1000
    seed: str = "1"
    talk: bool = False  # whether bots may make claims before each vote
    time_limit: float | None = None  # how many seconds a program may take for an answer; None for the usual time

    @property
    def setup(self) -> Setup:
        """The set-up of every game."""
        return Setup(ruleset=self.ruleset, players=self.players, roles=self.roles, options=self.options)

    @property
    def key(self) -> str:
        """Identifies the cell in a journal. It does not depend on the number of games."""
        parts = msgspec.to_builtins(msgspec.structs.replace(self, games=0))
        if not self.talk:  # so that journals from before these were added can still be used
            del parts["talk"]
        if self.time_limit is None:
            del parts["time_limit"]
        return hashlib.sha256(msgspec.json.encode(parts, order="sorted")).hexdigest()[:16]
