"""A set-up as it is written on the command line: `--ruleset NAME --players N --roles NAME,NAME --option NAME=VALUE`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec
from cyclopts import Parameter

from turncoat.core import Refused, Setup
from turncoat.games import default_ruleset
from turncoat.terminal.flags import Several, split
from turncoat.terminal.terminals import known_game


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class SetupFlags:
    """The parts of a set-up.

    Args:
        ruleset: What to play. `turncoat rulesets` lists the choices.
        players: Number of players. The default is the smallest number that the ruleset allows.
        roles: Optional roles to include: `--roles NAME,NAME`.
        option: Options to change: `--option NAME=VALUE NAME=VALUE`. `turncoat rulesets RULESET` lists them.
    """

    ruleset: str | None = None
    players: int | None = None
    roles: Several = None
    option: Several = None

    def setup(self) -> Setup:
        """The set-up, which the rules have not checked yet. Raises UsageError if there is no such ruleset."""
        ruleset = self.ruleset or default_ruleset()
        players = known_game(ruleset).seats(ruleset)[0] if self.players is None else self.players
        return Setup(ruleset=ruleset, players=players, roles=split(self.roles), options=read_options(self.option))


def read_options(given: list[str] | None) -> dict[str, Any]:
    """The options of a set-up, from `name=value` pairs. Raises Refused if a pair is written differently."""
    return dict(_read_option(pair) for pair in given or [])


def _read_option(pair: str) -> tuple[str, Any]:
    """The value is read as JSON if possible (true, 3), and otherwise as a word."""
    name, equals, value = (part.strip() for part in pair.partition("="))
    if not equals or not name:
        raise Refused("BAD_OPTION", f"An option is written name=value; {pair[:40]!r} is not.")
    try:
        return name, msgspec.json.decode(value.lower())
    except (msgspec.DecodeError, RecursionError):
        return name, value
