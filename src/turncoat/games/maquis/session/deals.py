"""Deals with a name, so that two people can play the same one.

A name gives the seed of every chance of the game, for ever: `Seed.of("maquis deal 7")`.
"""

from __future__ import annotations

from datetime import date

import msgspec

from turncoat.core import Seed
from turncoat.core.solitaire import named_seed


class Deal(msgspec.Struct, frozen=True):
    """A deal by name: `7`, or `2026-11-15` for the deal of that day."""

    name: str
    is_daily: bool = False

    @property
    def seed(self) -> Seed:
        return named_seed("maquis", "daily" if self.is_daily else "deal", self.name)

    def __str__(self) -> str:
        return f"daily deal {self.name}" if self.is_daily else f"deal {self.name}"


def numbered(number: int) -> Deal:
    return Deal(str(number))


def daily(today: date) -> Deal:
    """The deal of a day. Give it the date in UTC, so that it is the same day for everybody."""
    return Deal(today.isoformat(), is_daily=True)
