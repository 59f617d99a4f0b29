"""RESIST!, the solitaire game of the Spanish maquis."""

from turncoat.core.capabilities import Capabilities, lazily
from turncoat.games.maquis.game import MaquisGame
from turncoat.games.maquis.rules.state import MaquisOutcome, Options, State
from turncoat.games.maquis.rules.view import MaquisView

__all__ = ["GAME", "MaquisGame", "MaquisOutcome", "MaquisView", "Options", "State"]

_HERE = __name__

GAME = MaquisGame(
    Capabilities(
        catalogue=lazily(f"{_HERE}.catalogue:CATALOGUE"),
        rule_book=lazily(f"{_HERE}.rule_book"),
        solitaire=lazily(f"{_HERE}.bots"),
        bots=lazily(f"{_HERE}.bots:ROSTER"),
        in_words=lazily(f"{_HERE}.in_words"),
        terminal=lazily(f"{_HERE}.terminal"),
        samples=lazily(f"{_HERE}.samples"),
        puzzles=lazily(f"{_HERE}.puzzles.collection"),
    )
)
