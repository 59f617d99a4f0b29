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
    if not _is_installed(package):
        raise Refused("MISSING_EXTRA", f'This needs another package: pip install "turncoat[{extra}]"')


def _is_installed(package: str) -> bool:
    try:
        return importlib.util.find_spec(package) is not None
    except ModuleNotFoundError:  # not even the package around it is there
        return False
