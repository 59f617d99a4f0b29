"""The bot that follows the rules of thumb."""

from __future__ import annotations

from random import Random
from typing import Any

from turncoat.bots.maquis import policy
from turncoat.core import Ask
from turncoat.games.maquis import MaquisView
from turncoat.games.maquis.belief import imagine


class GreedyBot:
    """Always the move that looks best at once."""

    def __init__(self, seed: str) -> None:
        self._random = Random(seed)

    def answer(self, view: MaquisView, ask: Ask) -> Any:
        return policy.answer(imagine(view, self._random), ask)
