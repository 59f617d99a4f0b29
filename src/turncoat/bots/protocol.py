"""What a bot is, and how one is found by name."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any, Protocol

from turncoat.bots.bayes import BayesBot
from turncoat.bots.logic import LogicBot
from turncoat.bots.random_bot import RandomBot
from turncoat.core import Ask


class Bot(Protocol):
    """Chooses among an ask's moves from what the seat may know."""

    def answer(self, view: Any, ask: Ask) -> Any:
        """One of `ask.moves`."""


_BOTS: dict[str, Callable[[str], Bot]] = {
    "random": RandomBot,
    "logic": LogicBot,
    "bayes": BayesBot,
}


def bot_names() -> tuple[str, ...]:
    """The bots that come with Turncoat, weakest first."""
    return tuple(_BOTS)


def make_bot(name: str, seed: str) -> Bot:
    """A bot by its name, or any class by `package.module:Class`. Raises LookupError."""
    if name in _BOTS:
        return _BOTS[name](seed)
    module, colon, cls = name.partition(":")
    if not colon:
        raise LookupError(f"there is no bot {name!r}; there are {', '.join(_BOTS)}")
    try:
        found = getattr(importlib.import_module(module), cls)
    except (ImportError, AttributeError) as error:
        raise LookupError(f"there is no bot {name!r}: {error}") from None
    bot: Bot = found(seed)
    return bot
