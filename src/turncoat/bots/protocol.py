"""What a bot is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol, runtime_checkable

import msgspec

from turncoat.core import Ask
from turncoat.core.in_words import Spoken


class Bot(Protocol):
    """Chooses among an ask's moves from what the seat may know."""

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


class Speech(msgspec.Struct, frozen=True):
    """What a bot says before it answers: free text, a claim of the game's own kind, or both."""

    text: str = ""
    claim: Any = None


@runtime_checkable
class Converser(Protocol):
    """A bot that hears and says free text beside claims. If it is a `Talker` too, it is told the claims first."""

    def converse(self, view: Any, ask: Ask, heard: tuple[Spoken, ...], names: Sequence[str]) -> Speech | None:
        """What it says before it answers an ask of its seat; None for nothing.

        `heard` is what was said lately, and `names` are what the players call each other, by seat.
        """


@runtime_checkable
class Listener(Protocol):
    """A bot that takes in everything that is said, and not only before it speaks itself."""

    def listen(self, heard: tuple[Spoken, ...], names: Sequence[str]) -> None:
        """Everything that was said so far, and what the players call each other, before a question is put."""


class Situation(msgspec.Struct, frozen=True):
    """What a bot that waits for somebody else is given.

    `game` names the game and the chair, to count what was used. With a `chosen` move the bot only speaks.
    """

    view: Any
    ask: Ask
    heard: tuple[Spoken, ...] = ()
    names: tuple[str, ...] = ()
    may_speak: bool = False
    game: str = ""
    chosen: Any = None


class Decided(msgspec.Struct, frozen=True):
    """A move, and what is said before it."""

    move: Any
    speech: Speech | None = None


@runtime_checkable
class WaitingBot(Protocol):
    """A bot that waits for an answer from elsewhere. Cancelling `decide` cancels the wait."""

    mover: str | None
    """The name of the bot that chooses the moves, if this one only speaks."""

    async def decide(self, situation: Situation) -> Decided:
        """Its move and what it says. Raises Refused."""


Request = tuple[Bot, Any, Ask]
"""A bot, the view of its seat, and the ask it owes an answer to."""


@runtime_checkable
class BatchBot(Protocol):
    """A bot of a class that answers many requests at once, for example with one call of a network."""

    @staticmethod
    def answer_many(requests: Sequence[Any]) -> list[Any]:
        """The answer to every request, in order."""


@runtime_checkable
class ClosableBot(Protocol):
    """A bot that holds something open and is told when it is not needed any more."""

    def close(self) -> None:
        """Let go of everything."""


def answer_all(requests: Sequence[Request]) -> list[Any]:
    """The answer to every request. Bots that can are asked together (`BatchBot`).

    >>> from turncoat import Ask, make_bot
    >>> answer_all([(make_bot("random", seed="1"), None, Ask(0, "vote", moves=("yes",)))])
    ['yes']
    """
    found: list[Any] = [None] * len(requests)
    together: dict[Callable[..., list[Any]], list[int]] = {}
    for at, (bot, view, ask) in enumerate(requests):
        if isinstance(bot, BatchBot):
            together.setdefault(bot.answer_many, []).append(at)
        else:
            found[at] = bot.answer(view, ask)
    for many, places in together.items():
        for at, move in zip(places, many([requests[at] for at in places]), strict=True):
            found[at] = move
    return found


def dismiss(bots: Iterable[Bot]) -> None:
    """Tell bots that they are not needed any more.

    >>> from turncoat import make_bot
    >>> dismiss([make_bot("random", seed="1")])
    """
    for bot in bots:
        if isinstance(bot, ClosableBot):
            bot.close()
