"""Results that are worked out once for each object, for values that never change and are read again and again."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

Thing = TypeVar("Thing")
More = ParamSpec("More")
Made = TypeVar("Made")

KEPT = 1024
"""How many results one function keeps. When there are more, all are forgotten."""


def by_identity(make: Callable[Concatenate[Thing, More], Made]) -> Callable[Concatenate[Thing, More], Made]:
    """Remember what `make` gave for an object. The object and the result must never change.

    Unlike `functools.lru_cache` it does not hash the object, which for a long tuple costs more than most results. The
    other arguments are plain positional values and are compared as usual.

    >>> @by_identity
    ... def total(numbers, times):
    ...     return times * sum(numbers)
    >>> numbers = (1, 2, 3)
    >>> total(numbers, 2), total(numbers, 2), total(numbers, 3)
    (12, 12, 18)
    """
    kept: dict[Any, tuple[Any, Made]] = {}

    @wraps(make)
    def remembered(thing: Any, *more: Any) -> Made:
        key = (id(thing), more) if more else id(thing)
        found = kept.get(key)
        if found is None:
            if len(kept) >= KEPT:
                kept.clear()
            # The entry holds the object: no other can get its id while the entry is there.
            found = kept[key] = (thing, make(thing, *more))  # type: ignore[call-arg]
        return found[1]

    return remembered  # type: ignore[return-value]
