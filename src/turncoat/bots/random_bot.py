"""The bot that picks any legal move with equal chance."""

from __future__ import annotations

import random
from typing import Any

from turncoat.core import Ask


class RandomBot:
    """Uniformly random. Its choices depend on the seed and on how often it was asked."""

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed)

    def answer(self, view: Any, ask: Ask) -> Any:
        return self._random.choice(ask.moves)
