"""Checks that hold for every game: conformance, non-interference, golden playthroughs, hypothesis strategies.

The kit names no game. It finds what it needs to know about one by two optional modules of the game's package
(`turncoat.testing.hooks`): `samples` draws set-ups at random, `worlds` tells what a seat cannot tell apart.
"""

from turncoat.testing.conformance import check_conformance
from turncoat.testing.deal_finding import find_deal
from turncoat.testing.hooks import default_setups, find_other_world, find_random_setup, random_setup
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
    "find_random_setup",
    "finish",
    "play_out",
    "random_setup",
    "walk",
]
