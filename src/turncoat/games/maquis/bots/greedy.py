"""A bot that plays by heuristics."""

from __future__ import annotations

from typing import Any

from turncoat.bots.seeded_random import SeededRandom
from turncoat.core import Ask
from turncoat.games.maquis import MaquisView
from turncoat.games.maquis.belief import imagine
from turncoat.games.maquis.bots import policy


class GreedyBot:
    """Plays the move that looks best at once, without search."""

    def __init__(self, seed: str) -> None:
        self._seed = seed

    def answer(self, view: MaquisView, ask: Ask) -> Any:
        return policy.answer(imagine(view, SeededRandom.of(self._seed, view, ask)), ask)
