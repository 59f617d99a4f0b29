"""The balance table: how often good wins when everybody plays at random, by ruleset, characters and players.

    python examples/balance.py            ten seconds or so on a CPU; needs the extra [jax]

All rows are one batch: configurations are data, so nothing is compiled twice.
"""

from __future__ import annotations

import argparse
import time
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np

from turncoat.core import Refused
from turncoat.games.resistance import simulator

ROWS: dict[str, tuple[str, tuple[str, ...], dict[str, object]]] = {
    "classic": ("classic", (), {}),
    "classic, targeting": ("classic", (), {"targeting": True}),
    "cards": ("cards", (), {}),
    "changelings": ("changelings", (), {}),
    "avalon": ("avalon", (), {}),
    "avalon, Lady": ("avalon", (), {"lady": True}),
    "avalon, Percival, Morgana": ("avalon", ("percival", "morgana"), {}),
    "avalon, Percival, Mordred, Morgana": ("avalon", ("percival", "mordred", "morgana"), {}),
    "avalon, Mordred, Morgana on duty": ("avalon", ("mordred", "morgana"), {"assassin_duty": True}),
    "avalon, all but Mordred": ("avalon", ("percival", "morgana", "oberon"), {}),
}
PLAYERS = range(5, 11)


def cells() -> dict[tuple[str, int], simulator.Config]:
    """Every row and player count that the rules allow."""
    found = {}
    for name, (ruleset, roles, options) in ROWS.items():
        for players in PLAYERS:
            try:
                found[name, players] = simulator.make_config(ruleset, players, roles, **options)
            except Refused:
                continue
    return found


def balance(configs: list[simulator.Config], games: int) -> np.ndarray:
    """The share of games that good wins, for each configuration: about `games` games each."""
    lanes = 256
    steps = max(64, games * 24 // lanes)
    batch = simulator.stack_configs(config for config in configs for _ in range(lanes))
    words = simulator.random_words(jax.random.key(0), len(configs) * lanes, 2)
    states = jax.vmap(partial(simulator.init_from_words, history=False), (1, 0))(words, batch)
    play = jax.jit(partial(simulator.play_random, steps=steps))
    states, _ = play(states, jax.random.key(1))  # until games begin and end at the same rate
    _, tally = play(states, jax.random.key(2))
    won, ended = (jnp.sum(part.reshape(len(configs), lanes), 1) for part in (tally.good_wins, tally.games))
    return np.asarray(won / ended)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20_000, help="games per cell")
    asked = parser.parse_args()
    begin = time.perf_counter()
    found = cells()
    shares = dict(zip(found, balance(list(found.values()), asked.games), strict=True))
    print(f"{'good wins, random play':<36}" + "".join(f"{players:>8}" for players in PLAYERS))
    for name in ROWS:
        row = [shares.get((name, players)) for players in PLAYERS]
        print(f"{name:<36}" + "".join(f"{'-':>8}" if share is None else f"{share:>8.1%}" for share in row))
    print(f"about {asked.games:,} games in each of {len(found)} cells, {time.perf_counter() - begin:.0f} s")


if __name__ == "__main__":
    main()
