"""What a bot is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol, runtime_checkable

import msgspec

from turncoat.core import Ask


class Bot(Protocol):
    """Chooses among an ask's moves from what the seat may know. One with a `close()` is told when it is done."""

    def answer(self, view: Any, ask: Ask) -> Any:
        """One of `ask.moves`."""


class Said(msgspec.Struct, frozen=True):
    """A claim of the game's own kind (`Talk.claim_type`), and its speaker."""

    speaker: int
    claim: Any


@runtime_checkable
class Talker(Protocol):
    """A bot that makes claims and listens to them. The public facts and the claims are all it hears."""

    def hear(self, said: Sequence[Said]) -> None:
        """Everything that has been claimed and not been taken back, before a question is put."""

    def speak(self, view: Any, ask: Ask) -> Any | None:
        """What it claims before it answers an ask of its seat; None for nothing."""


Request = tuple[Bot, Any, Ask]
"""A bot, the view of its seat, and the ask it owes an answer to."""


def answer_all(requests: Sequence[Request]) -> list[Any]:
    """The answer to every request. Bots that have a static `answer_many(requests)` are asked together.

    >>> from turncoat import Ask, make_bot
    >>> answer_all([(make_bot("random", seed="1"), None, Ask(0, "vote", moves=("yes",)))])
    ['yes']
    """
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
    """Tell bots that have a `close()` that they are not needed any more.

    >>> from turncoat import make_bot
    >>> dismiss([make_bot("random", seed="1")])
    """
    for bot in bots:
        close = getattr(bot, "close", None)
        if close is not None:
            close()
