"""The 95 % interval of a share."""

from __future__ import annotations

from math import sqrt

Z = 1.959964
"""So many standard errors on either side make a 95 % interval."""


def wilson(share: float, cases: float) -> tuple[float, float]:
    """The Wilson score interval, which is accurate for few cases and near 0 and 1 as well.

    >>> [round(end, 3) for end in wilson(0.8, 10)]
    [0.49, 0.943]
    """
    z2 = Z * Z
    middle = (share + z2 / (2 * cases)) / (1 + z2 / cases)
    half = Z / (1 + z2 / cases) * sqrt(share * (1 - share) / cases + z2 / (4 * cases * cases))
    return max(0.0, middle - half), min(1.0, middle + half)
