"""What a language model may use up in one game at one chair, and what it has used."""

from __future__ import annotations

import math
import os
from collections import OrderedDict
from collections.abc import Mapping
from typing import Annotated

import msgspec
from msgspec import Meta
from msgspec.structs import astuple

from turncoat.core import Refused

_GAMES_REMEMBERED = 10_000


class ModelLimits(msgspec.Struct, frozen=True, kw_only=True):
    """The limits of a chair. `seconds` holds for one decision, all tries together; the others for one game.

    `total` is how many seconds a model may be waited for in a game.

    `price` is what a million tokens cost, read and written; 0 for `cost` means no limit.
    """

    seconds: Annotated[float, Meta(gt=0, le=600)] = 20.0
    total: Annotated[float, Meta(gt=0)] = 1800.0
    tokens: Annotated[int, Meta(ge=1)] = 400_000
    lines: Annotated[int, Meta(ge=0)] = 40
    price: str = "0/0"
    cost: Annotated[float, Meta(ge=0)] = 0.0

    def __post_init__(self) -> None:
        if not any(self.prices) and self.cost > 0:
            raise ValueError("llm_cost needs llm_price: without a price nothing costs anything")

    @property
    def prices(self) -> tuple[float, float]:
        """The price of a million tokens that are read, and written."""
        try:
            read, written = map(float, self.price.split("/"))
        except ValueError:
            read = written = -1.0
        if not (0 <= read < math.inf and 0 <= written < math.inf):
            raise ValueError("llm_price needs READ/WRITTEN: what a million tokens cost")
        return read, written

    @property
    def in_words(self) -> str:
        """A sentence for the people at the table.

        >>> ModelLimits(price="1/2", cost=0.5).in_words
        'At most 20 seconds a decision, 30 minutes and 400,000 tokens a game. It may cost 0.5 a game.'
        """
        length = f"{self.total / 60:.3g} minutes" if self.total >= 120 else f"{self.total:g} seconds"
        cost = f" It may cost {self.cost:g} a game." if self.cost > 0 else ""
        return f"At most {self.seconds:g} seconds a decision, {length} and {self.tokens:,} tokens a game.{cost}"

    @classmethod
    def of_environment(cls, environ: Mapping[str, str] = os.environ) -> ModelLimits:
        """The limits in `TURNCOAT_LLM_SECONDS` and so on. Raises Refused."""
        given = {name: environ.get(f"TURNCOAT_LLM_{name.upper()}") for name in cls.__struct_fields__}
        try:
            return msgspec.convert({name: text for name, text in given.items() if text}, cls, strict=False)
        except msgspec.ValidationError as error:
            raise Refused("USAGE", f"TURNCOAT_LLM_…: {error}.") from None


class Spending(msgspec.Struct):
    """What a model has done and used in one game at one chair.

    `honest` and `dishonest` count its claims that say what it knows, and the opposite; other claims are not counted.
    """

    decisions: int = 0
    bad_answers: int = 0
    stand_ins: int = 0
    lines: int = 0
    tokens_read: int = 0
    tokens_written: int = 0
    seconds: float = 0.0
    honest: int = 0
    dishonest: int = 0

    def plus(self, other: Spending) -> Spending:
        """Both together."""
        return Spending(*(mine + others for mine, others in zip(astuple(self), astuple(other), strict=True)))

    def in_words(self, limits: ModelLimits) -> str:
        """A sentence for the people at the table, once the game is over: how much a model reads depends on its role.

        >>> Spending(decisions=9, stand_ins=1, tokens_read=9000, tokens_written=90, seconds=4.2).in_words(ModelLimits())
        '9 decisions (1 left to its stand-in), 9,090 tokens, 4 seconds'
        """
        left = f" ({self.stand_ins} left to its stand-in)" if self.stand_ins else ""
        cost = f", cost {self.cost(limits):.2g}" if any(limits.prices) else ""
        tokens = self.tokens_read + self.tokens_written
        return f"{self.decisions} decisions{left}, {tokens:,} tokens, {self.seconds:.0f} seconds{cost}"

    def judge(self, honest: bool | None) -> None:
        """Count a claim."""
        self.honest += honest is True
        self.dishonest += honest is False

    def cost(self, limits: ModelLimits) -> float:
        """What it cost so far."""
        read, written = limits.prices
        return (self.tokens_read * read + self.tokens_written * written) / 1e6

    def is_exhausted(self, limits: ModelLimits) -> bool:
        """Whether the model may not be called again in this game."""
        tokens, money = self.tokens_read + self.tokens_written, self.cost(limits)
        return tokens >= limits.tokens or self.seconds >= limits.total or (limits.cost > 0 and money >= limits.cost)


_spent: OrderedDict[str, Spending] = OrderedDict()
_limits: list[ModelLimits] = []


def spending(game: str) -> Spending:
    """What was used in this game at this chair. The oldest games are forgotten."""
    found = _spent.setdefault(game, Spending())
    _spent.move_to_end(game)
    while len(_spent) > _GAMES_REMEMBERED:
        _spent.popitem(last=False)
    return found


def set_limits(limits: ModelLimits) -> None:
    """The limits of every chair in this process from now on."""
    _limits[:] = [limits]


def current_limits() -> ModelLimits:
    """The limits that were set, or those of the environment. Raises Refused."""
    return _limits[0] if _limits else ModelLimits.of_environment()
