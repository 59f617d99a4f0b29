"""Strength for people to choose: how often a bot thinks as well as it can."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from turncoat.bots.bayes import BayesBot
from turncoat.bots.claims import AnyClaim, Said
from turncoat.bots.dice import Dice
from turncoat.bots.logic import LogicBot
from turncoat.bots.simple import SimpleBot
from turncoat.core import Ask


class HardBot:
    """Plays as `bayes` always."""

    lapse: ClassVar[float] = 0.0  # how often it answers from the first thing that comes to mind

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._best = BayesBot(seed)
        self._quick = SimpleBot(seed), LogicBot(seed)

    def answer(self, view: Any, ask: Ask) -> Any:
        dice = Dice.of(f"{self._seed} level", view, ask)
        thinks = dice.random() >= self.lapse
        return (self._best if thinks else dice.choice(self._quick)).answer(view, ask)

    def hear(self, said: Sequence[Said]) -> None:
        """It listens as `bayes` does, when it thinks."""
        self._best.hear(said)

    def speak(self, view: Any, ask: Ask) -> AnyClaim | None:
        """It talks as `bayes` does."""
        return self._best.speak(view, ask)


class NormalBot(HardBot):
    """Three answers in ten are hasty."""

    lapse = 0.3


class EasyBot(HardBot):
    """Seven answers in ten are hasty."""

    lapse = 0.7
