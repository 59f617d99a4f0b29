"""Win rates and their 95 % intervals."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev

import msgspec

from turncoat.intervals import wilson


class Rate(msgspec.Struct, frozen=True):
    """How many games were won, the share of all games, and its 95 % Wilson interval."""

    wins: int
    games: int
    rate: float
    low: float
    high: float

    @property
    def percents(self) -> tuple[float, float, float]:
        """The share and its interval, in percent."""
        return 100 * self.rate, 100 * self.low, 100 * self.high

    def __str__(self) -> str:
        if not self.games:
            return "-"
        return "{:.1f} ({:.1f}-{:.1f})".format(*self.percents)


class Gain(msgspec.Struct, frozen=True):
    """A mean difference between two results on the same deals, in points of a hundred, and its standard error."""

    mean: float
    error: float
    games: int

    def __str__(self) -> str:
        return f"{self.mean:+.1f} ± {2 * self.error:.1f}" if self.games else "-"


def gain(differences: Sequence[int]) -> Gain:
    """The gain over games that were won once more (1), once less (-1), or as before (0).

    >>> str(gain([1, 0, 0, 1]))
    '+50.0 ± 57.7'
    """
    games = len(differences)
    if games < 2:
        return Gain(0.0, 0.0, 0)
    return Gain(100 * fmean(differences), 100 * stdev(differences) / sqrt(games), games)


def rate(wins: int, games: int) -> Rate:
    """A rate with its Wilson score interval.

    >>> str(rate(60, 100))
    '60.0 (50.2-69.1)'
    """
    if not games:
        return Rate(0, 0, 0.0, 0.0, 1.0)
    share = wins / games
    return Rate(wins, games, share, *wilson(share, games))
