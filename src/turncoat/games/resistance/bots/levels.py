"""The levels that people can choose for a bot: how often it plays as well as it can."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from turncoat.bots.protocol import Said
from turncoat.bots.seeded_random import Dice
from turncoat.core import Ask
from turncoat.games.resistance.bots.bayes import BayesBot
from turncoat.games.resistance.bots.logic import LogicBot
from turncoat.games.resistance.bots.net import NetBot
from turncoat.games.resistance.bots.simple import SimpleBot
from turncoat.games.resistance.claims import AnyClaim


class HardBot:
    """Plays by the network, and talks as `bayes`. It follows no plan, because people at its table do not know one.

    Once something was claimed at the table, good plays as `bayes` too, which takes claims into account.
    """

    lapse: ClassVar[float] = 0.0  # how often it answers hastily, as a weaker bot would

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._best = NetBot(seed, by_plan=False)
        self._listener = BayesBot(seed)
        self._quick = SimpleBot(seed), LogicBot(seed)
        self._heard = False

    def answer(self, view: Any, ask: Ask) -> Any:
        dice = Dice.of(f"{self._seed} level", view, ask)
        if dice.random() < self.lapse:
            return dice.choice(self._quick).answer(view, ask)
        heeds = self._heard and view.you.side == "good"
        return (self._listener if heeds else self._best).answer(view, ask)

    def hear(self, said: Sequence[Said]) -> None:
        """Listens as `bayes` does."""
        self._heard = bool(said)
        self._listener.hear(said)

    def speak(self, view: Any, ask: Ask) -> AnyClaim | None:
        """Talks as `bayes` does."""
        return self._listener.speak(view, ask)


class NormalBot(HardBot):
    """Three answers in ten are hasty."""

    lapse = 0.3


class EasyBot(HardBot):
    """Seven answers in ten are hasty."""

    lapse = 0.7
