"""The bot that picks any legal move with equal chance."""

from __future__ import annotations

from typing import Any

from turncoat.bots.seeded_random import SeededRandom
from turncoat.core import Ask


class RandomBot:
    """Uniformly random."""

    def __init__(self, seed: str) -> None:
        self._seed = seed

    def answer(self, view: Any, ask: Ask) -> Any:
        return SeededRandom.of(self._seed, view, ask).choice(ask.moves)
