"""Tests that every game has to pass: conformance, non-interference, golden playthroughs, hypothesis strategies.

The kit names no game. A game's samples (`Capabilities.samples`) give it random set-ups, and pairs of games that look
the same to a seat.
"""

from turncoat.testing.conformance import check_conformance
from turncoat.testing.deal_finding import find_deal
from turncoat.testing.noninterference import Leak, check_noninterference
from turncoat.testing.samples import default_setups, find_other_world, random_setup
from turncoat.testing.walk import Moment, finish, play_out, walk

__all__ = [
    "Leak",
    "Moment",
    "check_conformance",
    "check_noninterference",
    "default_setups",
    "find_deal",
    "find_other_world",
    "finish",
    "play_out",
    "random_setup",
    "walk",
]
