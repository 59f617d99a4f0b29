"""What a bot is, and how one is found by name."""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any, Protocol, cast, runtime_checkable

from turncoat.core import Ask
from turncoat.games.resistance.bots.claims import AnyClaim, Said


class Bot(Protocol):
    """Chooses among an ask's moves from what the seat may know. One with a `close()` is told when it is done."""

    def answer(self, view: Any, ask: Ask) -> Any:
        """One of `ask.moves`."""


@runtime_checkable
class Talker(Protocol):
    """A bot that makes claims and listens to them. The public facts and the claims are all it hears."""

    def hear(self, said: Sequence[Said]) -> None:
        """Everything that has been claimed and not been taken back, before a question is put."""

    def speak(self, view: Any, ask: Ask) -> AnyClaim | None:
        """What it claims before it answers an ask of its seat; None for nothing."""


Request = tuple[Bot, Any, Ask]
"""A bot, the view of its seat, and the ask it owes an answer to."""


def answer_all(requests: Sequence[Request]) -> list[Any]:
    """The answer to every request. Bots that have a static `answer_many(requests)` are asked together."""
    found: list[Any] = [None] * len(requests)
    together: dict[Callable[..., list[Any]], list[int]] = {}
    for at, (bot, view, ask) in enumerate(requests):
        many = getattr(type(bot), "answer_many", None)
        if many is None:
            found[at] = bot.answer(view, ask)
        else:
            together.setdefault(many, []).append(at)
    for many, places in together.items():
        for at, move in zip(places, many([requests[at] for at in places]), strict=True):
            found[at] = move
    return found


def dismiss(bots: Iterable[Bot]) -> None:
    """These bots are not needed any more."""
    for bot in bots:
        close = getattr(bot, "close", None)
        if close is not None:
            close()


_BOTS = {
    "random": "turncoat.bots.random_bot:RandomBot",
    "simple": "turncoat.games.resistance.bots.simple:SimpleBot",
    "logic": "turncoat.games.resistance.bots.logic:LogicBot",
    "easy": "turncoat.games.resistance.bots.levels:EasyBot",
    "normal": "turncoat.games.resistance.bots.levels:NormalBot",
    "hard": "turncoat.games.resistance.bots.levels:HardBot",
    "bayes": "turncoat.games.resistance.bots.bayes:BayesBot",
    "net-easy": "turncoat.games.resistance.bots.net:NetEasyBot",
    "net-medium": "turncoat.games.resistance.bots.net:NetMediumBot",
    "net": "turncoat.games.resistance.bots.net:NetBot",
    "search": "turncoat.games.resistance.bots.search:SearchBot",
    "optimal": "turncoat.games.resistance.bots.optimal:OptimalBot",
}


OPPONENT = "normal"
"""Who sits in an empty chair when nobody says who."""
STAND_IN = "hard"
"""Who plays for an absent person: nobody should lose for having been away."""


_NAMED: dict[str, str] = {}
_NAME = re.compile(r"[a-z][a-z0-9-]{0,23}")


def name_bot(name: str, bot: str) -> None:
    """From now on `name` stands for a bot that `make_bot` can make, in this process. Raises LookupError."""
    if not _NAME.fullmatch(name) or name in _BOTS:
        raise LookupError(f"a bot cannot be called {name!r}: take small letters, digits and dashes, and a new name")
    make_bot(bot, "")
    _NAMED[name] = bot


def full_name(name: str) -> str:
    """What a name stands for; itself, if nothing else."""
    return _NAMED.get(name, name)


def bot_names() -> tuple[str, ...]:
    """The bots that come with Turncoat, weakest first (`optimal` is for plain games), then those named since."""
    return (*_BOTS, *_NAMED)


def make_bot(name: str, seed: str) -> Bot:
    """A bot by its name, any class by `package.module:Class`, or a program by `exec:COMMAND`. Raises LookupError.

    `proavalon:http://HOST:PORT` is a bot that somebody serves by the ProAvalon bot API.
    `net:PATH@TEMPERATURE` is the net bot with another checkpoint or temperature; either may be left out.
    `search:KIND+KIND...` is the search bot that looks ahead at these kinds of decision only.
    """
    name = full_name(name)
    if name.startswith("exec:"):
        from turncoat.bots.external import ExternalBot

        return ExternalBot(seed, name.removeprefix("exec:"))
    if name.startswith("proavalon:"):
        from turncoat.games.resistance.adapters.proavalon.bot import ProAvalonBot

        return ProAvalonBot(name.removeprefix("proavalon:"))
    if name.startswith("net:"):
        from turncoat.games.resistance.bots.net import NetBot

        return NetBot.of(seed, name.removeprefix("net:"))
    if name.startswith("search:"):
        from turncoat.games.resistance.bots.search import SearchBot

        return SearchBot.of(seed, name.removeprefix("search:"))
    return _find(_BOTS.get(name, name))(seed)


@cache
def _find(path: str) -> Callable[[str], Bot]:
    module, colon, cls = path.partition(":")
    if not colon:
        raise LookupError(f"there is no bot {path!r}; there are {', '.join(_BOTS)}")
    try:
        return cast("Callable[[str], Bot]", getattr(importlib.import_module(module), cls))
    except (ImportError, AttributeError) as error:
        raise LookupError(f"there is no bot {path!r}: {error}") from None
