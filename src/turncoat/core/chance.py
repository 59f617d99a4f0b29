"""All chance is derived from one 256-bit seed, in a way that will never change.

The numbers of a draw depend on the seed, the position of the draw in the record and the kind of the ask:
block j is SHA-256("turncoat-draw-1" | seed | position | kind | 0 | j), read as four big-endian 64-bit words.
A word is reduced to a range by rejection sampling, so that every choice is equally likely, and a lottery is a partial
Fisher-Yates shuffle from the front. `docs/records.md` specifies this for other languages.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from struct import Struct
from typing import cast

from turncoat.core.types import Ask, Draw

_WORDS = Struct(">4Q")
_U32 = Struct(">I")
_SPAN = 1 << 64


class Seed:
    """A 256-bit seed."""

    __slots__ = ("bytes",)

    def __init__(self, raw: bytes) -> None:
        if len(raw) != 32:
            raise ValueError("a seed has 32 bytes")
        self.bytes = raw

    @classmethod
    def of(cls, text: str) -> Seed:
        """A seed from text: 64 hex digits are taken as they are, and any other text is hashed.

        >>> Seed.of("1").hex[:8]
        '747772da'
        """
        if len(text) == 64 and all(c in "0123456789abcdef" for c in text):
            return cls(bytes.fromhex(text))
        return cls(hashlib.sha256(b"turncoat-seed-1" + text.encode()).digest())

    @property
    def hex(self) -> str:
        """The seed as 64 hexadecimal digits."""
        return self.bytes.hex()

    @property
    def commitment(self) -> str:
        """A hash that can be published before the deal. It fixes the seed without revealing it.

        >>> len(Seed.of("1").commitment)
        64
        """
        return hashlib.sha256(b"turncoat-commit-1" + self.bytes).hexdigest()

    def mixed(self, entropy: Sequence[str]) -> Seed:
        """The seed mixed with texts that the players have contributed, in seat order."""
        if not entropy:
            return self
        parts = [part.encode() for part in entropy]
        body = b"".join(_U32.pack(len(part)) + part for part in parts)
        return Seed(hashlib.sha256(b"turncoat-mix-1" + self.bytes + body).digest())


def _words(seed: Seed, position: int, kind: str) -> Iterator[int]:
    head = b"turncoat-draw-1" + seed.bytes + _U32.pack(position) + kind.encode() + b"\0"
    block = 0
    while True:
        yield from _WORDS.unpack(hashlib.sha256(head + _U32.pack(block)).digest())
        block += 1


def _below(words: Iterator[int], bound: int) -> int:
    limit = _SPAN - _SPAN % bound
    for word in words:
        if word < limit:
            return word % bound
    raise AssertionError("the stream of words does not end")


def draw(seed: Seed, position: int, ask: Ask) -> Draw:
    """What chance answers to its ask at this position of the record.

    >>> from turncoat.core import CHANCE, Ask, Lottery
    >>> draw(Seed.of("1"), 0, Ask(CHANCE, "leader", lottery=Lottery(range(5), 1))).drawn
    (2,)
    """
    lottery = ask.lottery
    if lottery is None:  # the set-up has fixed the result, so there is only one move
        (move,) = ask.moves
        return cast(Draw, move)
    words = _words(seed, position, ask.kind)
    if lottery.take == 1:
        return Draw(ask.kind, (lottery.pool[_below(words, len(lottery.pool))],))
    pool = list(lottery.pool)
    for i in range(min(lottery.take, len(pool) - 1)):
        j = i + _below(words, len(pool) - i)
        pool[i], pool[j] = pool[j], pool[i]
    return Draw(ask.kind, tuple(pool[: lottery.take]))
