"""Who sits where: what a contest is, as a value that can be sent to another process."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Mapping
from typing import Any

import msgspec

from turncoat.core import Setup


class Teams(msgspec.Struct, frozen=True, tag="teams"):
    """One bot on all good seats, another on all evil ones."""

    good: str
    evil: str

    def seats(self, number: int, sides: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(self.good if side == "good" else self.evil for side in sides)


class Replaced(msgspec.Struct, frozen=True, tag="replaced"):
    """One bot everywhere but on one seat, which goes round the table from game to game."""

    base: str
    guest: str

    def seats(self, number: int, sides: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(self.guest if seat == self.seat(number, len(sides)) else self.base for seat in range(len(sides)))

    @staticmethod
    def seat(number: int, players: int) -> int:
        """The guest's seat."""
        return number % players


class Mixed(msgspec.Struct, frozen=True, tag="mixed"):
    """Every seat draws one of the bots."""

    bots: tuple[str, ...]

    def seats(self, number: int, sides: tuple[str, ...]) -> tuple[str, ...]:
        draw = random.Random(f"mixed {number}")
        return tuple(draw.choice(self.bots) for _ in sides)


Lineup = Teams | Replaced | Mixed


class Cell(msgspec.Struct, frozen=True, kw_only=True):
    """Many games of one set-up with one line-up. Cells with equal seeds play equal deals, whoever plays them."""

    lineup: Lineup
    ruleset: str
    players: int
    roles: tuple[str, ...] = ()
    options: Mapping[str, Any] = {}
    games: int = 1000
    seed: str = "1"
    talk: bool = False  # whether bots that make claims do so before each vote

    @property
    def setup(self) -> Setup:
        return Setup(ruleset=self.ruleset, players=self.players, roles=self.roles, options=self.options)

    @property
    def key(self) -> str:
        """Names the cell in a journal, whatever the number of games."""
        parts = msgspec.to_builtins(msgspec.structs.replace(self, games=0))
        if not self.talk:  # journals of silent games are older than talk
            del parts["talk"]
        return hashlib.sha256(msgspec.json.encode(parts, order="sorted")).hexdigest()[:16]
