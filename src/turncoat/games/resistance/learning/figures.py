"""Measured figures with intervals: means, shares, differences, and how good the guesses about seats are.

Intervals are 95 % intervals over games, because the cases of one game are not independent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from turncoat.games.resistance.belief.all_deals import Bools, Floats, Ints
from turncoat.intervals import Z, wilson

BINS = 10
_RESAMPLES = 100


class Row(msgspec.Struct, frozen=True):
    """One measured figure: of how many cases, and its 95 % interval."""

    name: str
    value: float
    n: int
    low: float
    high: float


class Guesses(NamedTuple):
    """What one method said about seats: a row for each seat at each moment."""

    chance: NDArray[Any]
    truth: NDArray[Any]
    game: NDArray[Any]
    mission: NDArray[Any]
    players: NDArray[Any]
    proposal: NDArray[Any]

    def where(self, rows: Bools) -> Guesses:
        """Some of the rows."""
        return Guesses(*(column[rows] for column in self))

    @property
    def log_loss(self) -> Floats:
        """The log loss of each row."""
        chance = np.clip(self.chance, 1e-6, 1.0 - 1e-6)
        return np.asarray(np.where(self.truth, -np.log(chance), -np.log(1.0 - chance)))


def mean_row(name: str, values: Floats, game: Ints) -> Row:
    """A mean, with an interval that takes the cases of one game as one."""
    mean = float(values.mean())
    return _row(name, mean, (values - mean) / len(values), game)


def difference_row(name: str, values: Floats, is_first: Bools, game: Ints) -> Row:
    """How far the mean of the first cases is above that of the others; the cases of one game may be on both sides."""
    first, other = float(values[is_first].mean()), float(values[~is_first].mean())
    pulls = np.where(is_first, (values - first) / is_first.sum(), (other - values) / (~is_first).sum())
    return _row(name, first - other, pulls, game)


def _row(name: str, value: float, pulls: Floats, game: Ints) -> Row:
    """A figure with its interval, from how far each case pulls it away."""
    _, place = np.unique(game, return_inverse=True)
    sums = np.bincount(place, pulls)
    spread = float(np.sqrt((sums**2).sum())) if len(sums) > 1 else np.inf
    return Row(name, value, len(pulls), value - Z * spread, value + Z * spread)


def share_row(name: str, hits: Bools, game: Ints) -> Row:
    """A share. Its interval is as wide as with so many independent cases as the games are worth, and never narrower."""
    row = mean_row(name, hits.astype(float), game)
    error = (row.high - row.value) / Z
    worth = row.value * (1.0 - row.value) / error**2 if error else len(np.unique(game))
    return Row(name, row.value, row.n, *wilson(row.value, min(row.n, max(1.0, worth))))


def calibration_bins(guesses: Guesses) -> Iterator[tuple[int, float]]:
    """For each tenth of chances that was said at all: which tenth, and how often it was true."""
    place = _tenths(guesses)
    for tenth in np.unique(place).tolist():
        yield tenth, float(guesses.truth[place == tenth].mean())


def calibration_error(guesses: Guesses) -> float:
    """The mean distance between what was said and what was true, over ten bins."""
    place = _tenths(guesses)
    gaps = np.bincount(place, guesses.chance - guesses.truth, BINS)
    return float(np.abs(gaps).sum() / len(guesses.truth))


def _tenths(guesses: Guesses) -> Ints:
    return np.asarray(np.minimum((guesses.chance * BINS).astype(int), BINS - 1))


def auc(guesses: Guesses) -> float:
    """How often an evil seat was given a higher chance than a good one."""
    values, place = np.unique(guesses.chance, return_inverse=True)
    evil = np.bincount(place, guesses.truth, len(values))
    good = np.bincount(place, ~guesses.truth, len(values))
    below = np.cumsum(good) - good
    return float((evil * (below + 0.5 * good)).sum() / max(1.0, evil.sum() * good.sum()))


def resampled_row(name: str, guesses: Guesses, measure: Callable[[Guesses], float]) -> Row:
    """A measure that is no mean, with an interval from games drawn again and again."""
    luck = np.random.default_rng(0)
    games, place = np.unique(guesses.game, return_inverse=True)
    if len(games) == 1:
        return Row(name, measure(guesses), len(guesses.truth), -np.inf, np.inf)
    order = np.argsort(place, kind="stable")
    ends = np.cumsum(np.bincount(place))
    rows = np.split(order, ends[:-1])
    found = []
    for _ in range(_RESAMPLES):
        drawn = np.concatenate([rows[at] for at in luck.integers(len(games), size=len(games))])
        found.append(measure(Guesses(*(column[drawn] for column in guesses))))
    low, high = np.quantile(found, [0.025, 0.975])
    return Row(name, measure(guesses), len(guesses.truth), float(low), float(high))
