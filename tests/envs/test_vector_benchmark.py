"""The benchmark's ready-made configurations are those of the set-ups they name."""

from __future__ import annotations

from benchmarks.vector import GAMES, SETUPS
from turncoat.games.resistance import simulator as vector


def test_ready_made_configurations() -> None:
    assert GAMES.keys() == SETUPS.keys()
    for name, (seats, words) in GAMES.items():
        assert SETUPS[name][1] == seats
        assert vector.config(*SETUPS[name]) == vector.from_words(*words)
