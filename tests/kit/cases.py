"""Every registered game at every ruleset and number of players."""

from __future__ import annotations

import pytest

from turncoat.games import games

CASES = [(game, ruleset, players) for game in games() for ruleset in game.rulesets for players in game.seats(ruleset)]


def every_game() -> pytest.MarkDecorator:
    """Run a test for each case."""
    names = [f"{ruleset}-{players}" for _, ruleset, players in CASES]
    return pytest.mark.parametrize(("game", "ruleset", "players"), CASES, ids=names)
