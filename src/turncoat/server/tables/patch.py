"""The difference between two structs: the patches of `docs/api.md`."""

from __future__ import annotations

from typing import Any

import msgspec

from turncoat.server.tables.wire import Patch


def diff(old: Any, new: Any) -> Patch | None:
    """What turns `old` into `new`, two structs of one type; None if they are equal."""
    if old is new:
        return None
    changed: dict[str, Any] = {}
    tails: dict[str, tuple[int, Any]] = {}
    for name in new.__struct_fields__:
        before, after = getattr(old, name), getattr(new, name)
        if before is after or before == after:
            continue
        keep = _common(before, after)
        if keep:
            tails[name] = (keep, after[keep:])
        else:
            changed[name] = after
    return Patch(set=changed, tail=tails) if changed or tails else None


def _common(before: Any, after: Any) -> int:
    """How many items two lists of objects have in common at their start, where sending only the rest pays."""
    if not isinstance(before, tuple) or not isinstance(after, tuple) or not before or not after:
        return 0
    if not isinstance(after[0], msgspec.Struct):
        return 0
    keep = 0
    for one, other in zip(before, after, strict=False):
        if one is not other and one != other:
            break
        keep += 1
    return keep
