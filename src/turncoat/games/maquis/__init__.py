"""RESIST!, the solitaire game of the Spanish maquis."""

from turncoat.games.maquis.game import GAME
from turncoat.games.maquis.rules.state import MaquisOutcome, Options, State
from turncoat.games.maquis.rules.view import MaquisView

__all__ = ["GAME", "MaquisOutcome", "MaquisView", "Options", "State"]
