"""The benchmark's ready-made configurations are those of the set-ups they name."""

from __future__ import annotations

from benchmarks.vector import GAMES, SETUPS
from turncoat.games.resistance import simulator


def test_ready_made_configurations() -> None:
    assert GAMES.keys() == SETUPS.keys()
    for name, (seats, words) in GAMES.items():
        assert SETUPS[name][1] == seats
        assert simulator.make_config(*SETUPS[name]) == simulator.config_from_words(*words)
