"""The hidden-loyalty family: rulesets as data, one engine, 5 to 10 players."""

from turncoat.games.resistance.game import GAME, Resistance
from turncoat.games.resistance.rules.view import View

__all__ = ["GAME", "Resistance", "View"]
