"""Packages that are not part of the plain install."""

from __future__ import annotations

import importlib.util

from turncoat.core.errors import Refused


def need_extra(extra: str, package: str) -> None:
    """Raise Refused, with the command that helps, if the package of an extra is not installed.

    >>> need_extra("none", "no_such_package")
    Traceback (most recent call last):
    ...
    turncoat.core.errors.Refused: MISSING_EXTRA: This needs another package: pip install "turncoat[none]"
    """
    if importlib.util.find_spec(package) is None:
        raise Refused("MISSING_EXTRA", f'This needs another package: pip install "turncoat[{extra}]"')
