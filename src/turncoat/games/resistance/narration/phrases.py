"""Reads the sentences in this package's data files, by language."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from turncoat.core import Refused


@cache
def phrases(name: str) -> dict[str, dict[str, Any]]:
    """All phrases of a data file, by language."""
    return msgspec.toml.decode((files(__package__) / f"{name}.toml").read_bytes(), type=dict[str, dict[str, Any]])


def in_language(name: str, language: str) -> dict[str, Any]:
    """The phrases of a data file in one language. Raises Refused if it has no such language."""
    found = phrases(name)
    if language not in found or language == "pauses":
        known = ", ".join(word for word in found if word != "pauses")
        raise Refused("BAD_REQUEST", f"There is no language {language[:40]!r}, only {known}.")
    return found[language]


def listed(names: Iterable[str], last: str) -> str:
    """`Merlin, Percival and Mordred`; `last` is the language's "and"."""
    *first, end = list(names) or [""]
    return f"{', '.join(first)} {last} {end}" if first else end


def capital(text: str) -> str:
    """The text with its first letter as a capital."""
    return text[:1].upper() + text[1:]
