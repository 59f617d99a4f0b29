"""What the testing kit needs to know about this game."""

from __future__ import annotations

from turncoat.core.capabilities import Samples
from turncoat.games.maquis.other_worlds import other_world
from turncoat.games.maquis.sample_setups import random_setup


class _Samples:
    random_setup = staticmethod(random_setup)
    other_world = staticmethod(other_world)


SAMPLES: Samples = _Samples()
