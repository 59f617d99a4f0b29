"""What an earlier version left behind, and how to compare it with what today's code says."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import msgspec

HERE = Path(__file__).parent


def kept(name: str, folder: str = "data") -> Any:
    """A JSON file that an earlier version made."""
    return msgspec.json.decode(gzip.decompress((HERE / folder / f"{name}.json.gz").read_bytes()))


def unpack_database(folder: str, into: Path) -> Path:
    """A copy of the database that an earlier version left, with the write-ahead log of a server that was killed."""
    for file in (HERE / folder).glob("tables.db*.gz"):
        (into / file.stem).write_bytes(gzip.decompress(file.read_bytes()))
    return into / "tables.db"


def in_old_terms(new: Any, old: Any) -> Any:
    """`new` as far as it must not differ from `old`.

    A later version may add fields, which are left out here, and reword the sentence of a refusal, which is replaced by
    the old one: programs read its code. Anything else that changed or is missing stays different.
    """
    if isinstance(new, dict) and isinstance(old, dict):
        common = {name: in_old_terms(value, old[name]) for name, value in new.items() if name in old}
        return {**common, "message": old["message"]} if old.get("error") and new.get("message") else common
    if isinstance(new, list) and isinstance(old, list) and len(new) == len(old):
        return [in_old_terms(one, other) for one, other in zip(new, old, strict=True)]
    return new
