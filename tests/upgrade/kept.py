"""What an earlier version left behind, and how to compare it with what today's code says."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import msgspec

DATA = Path(__file__).parent / "data"


def kept(name: str) -> Any:
    """A JSON file that was made before the move."""
    return msgspec.json.decode(gzip.decompress((DATA / f"{name}.json.gz").read_bytes()))


def without_additions(new: Any, old: Any) -> Any:
    """`new` less the fields that `old` does not have: a later version may add fields, not change or drop them."""
    if isinstance(new, dict) and isinstance(old, dict):
        return {name: without_additions(value, old[name]) for name, value in new.items() if name in old}
    if isinstance(new, list) and isinstance(old, list) and len(new) == len(old):
        return [without_additions(one, other) for one, other in zip(new, old, strict=True)]
    return new
