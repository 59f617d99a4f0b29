"""A bot's randomness: it follows from the bot's seed and what the bot sees, and from nothing else."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from math import exp
from typing import Any, TypeVar

import msgspec

from turncoat.core import Ask

T = TypeVar("T")


class SeededRandom(random.Random):
    """Equal seeds, views and asks give equal throws, whatever was asked before."""

    @classmethod
    def of(cls, seed: str, view: Any, ask: Ask) -> SeededRandom:
        """The throws for one decision."""
        digest = hashlib.blake2b(msgspec.msgpack.encode((seed, ask.seat, ask.kind, view)), digest_size=16)
        return cls(digest.digest())

    def by_logits(self, items: Sequence[T], logits: Any) -> T:
        """One of the items, by the softmax of their logits (a NumPy array: bots that need none play without it)."""
        top = logits.max()
        return self.choices(items, [exp(logit - top) for logit in logits.tolist()])[0]

    def best(self, items: Sequence[T], scores: Sequence[float]) -> T:
        """One of the items with the highest score."""
        top = max(scores) - 1e-9
        return self.choice([item for item, score in zip(items, scores, strict=True) if score >= top])
