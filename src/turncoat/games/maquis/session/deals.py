"""Deals with a name, so that two people can play the same deal. The name decides everything that chance decides."""

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
        """The seed of every draw in the game. It never changes."""
        return named_seed("maquis", "daily" if self.is_daily else "deal", self.name)

    def __str__(self) -> str:
        return f"daily deal {self.name}" if self.is_daily else f"deal {self.name}"


def numbered(number: int) -> Deal:
    """The deal with a number.

    >>> str(numbered(7))
    'deal 7'
    """
    return Deal(str(number))


def daily(day: date) -> Deal:
    """The deal of a day. Pass the date in UTC, so that the day is the same for everybody.

    >>> str(daily(date(2026, 11, 15)))
    'daily deal 2026-11-15'
    """
    return Deal(day.isoformat(), is_daily=True)
