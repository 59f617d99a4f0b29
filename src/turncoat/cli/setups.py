"""A set-up as it is written on the command line: `--roles NAME,NAME --option NAME=VALUE`."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from cyclopts import Parameter

from turncoat.core import Refused, Setup

Several = Annotated[list[str] | None, Parameter(consume_multiple=True, negative=())]


def read_setup(ruleset: str, players: int, roles: list[str] | None, option: list[str] | None) -> Setup:
    """The set-up that was asked for; its rules are not checked yet."""
    names = [name.strip() for word in roles or [] for name in word.split(",")]
    roles_in_play = tuple(filter(None, names))
    return Setup(ruleset=ruleset, players=players, roles=roles_in_play, options=read_options(option))


def split(given: list[str] | None) -> tuple[str, ...]:
    """The words of a repeated option; each may hold several, separated by commas."""
    parts = [part.strip() for word in given or [] for part in word.split(",")]
    return tuple(filter(None, parts))


def read_options(given: list[str] | None) -> dict[str, Any]:
    """The options of a set-up from `name=value` pairs."""
    return dict(_read_option(pair) for pair in given or [])


def _read_option(pair: str) -> tuple[str, Any]:
    """`name=value`; a value is read as JSON if it is that (true, 3), else as a word."""
    name, equals, value = (part.strip() for part in pair.partition("="))
    if not equals or not name:
        raise Refused("BAD_OPTION", f"An option is written name=value; {pair[:40]!r} is not.")
    try:
        return name, msgspec.json.decode(value.lower())
    except (msgspec.DecodeError, RecursionError):
        return name, value
