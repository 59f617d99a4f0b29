"""Finds the terminal of a game."""

from __future__ import annotations

from turncoat.core import AnyGame
from turncoat.core.capabilities import Terminal
from turncoat.games import find_game, rulesets
from turncoat.terminal.errors import UsageError
from turncoat.terminal.generic import GenericTerminal


def known_game(ruleset: str) -> AnyGame:
    """The game of a ruleset. Raises UsageError, which lists all rulesets, if there is none."""
    try:
        return find_game(ruleset)
    except LookupError:
        names = ", ".join(rulesets())
        raise UsageError("BAD_RULESET", f"There is no ruleset {ruleset[:40]!r}; there are {names}.") from None


def find_terminal(ruleset: str) -> Terminal:
    """The terminal of a ruleset's game: its own, or the generic one."""
    game = known_game(ruleset)
    return GenericTerminal(game) if game.capabilities.terminal is None else game.capabilities.terminal()
