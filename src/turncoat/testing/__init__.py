"""Checks that hold for every game: conformance, non-interference, golden playthroughs, hypothesis strategies.

The kit names no game. What it needs to know about one it asks of the game's samples (`Capabilities.samples`), which
draw set-ups at random and worlds that a seat cannot tell apart.
"""

from turncoat.testing.conformance import check_conformance
from turncoat.testing.deal_finding import find_deal
from turncoat.testing.hooks import default_setups, find_other_world, random_setup
from turncoat.testing.noninterference import Leak, check_noninterference
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
