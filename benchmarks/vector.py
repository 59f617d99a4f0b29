"""How fast the vector simulator and the field's interfaces are: `python -m benchmarks vector`.

Random legal play of complete games. The simulator goes through its public functions, with and without
observations, beside a minimal kernel in the same run (`vector_kernel`), because machines differ. It needs JAX and
NumPy only; the other parts run where PettingZoo or OpenSpiel is installed.

    --quick    a few numbers in half a minute
    --json     one JSON object a line
    --only     vector, pettingzoo or openspiel
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from importlib.util import find_spec
from typing import Any

from benchmarks import vector_interfaces
from benchmarks.report import Row, show

GAMES = {
    "classic, 5 players": (5, (1015026757, 168428801, 4269186)),
    "classic, 10 players": (10, (1015053978, 762893052, 51455108)),
    "avalon, 7 players, Percival, Mordred, Morgana": (7, (1031825735, 354624277, 12914971)),
}
"""Seats and the words of `vector.config`, so that the core need not be installed where this runs."""

SETUPS: dict[str, tuple[str, int, tuple[str, ...]]] = {
    "classic, 5 players": ("classic", 5, ()),
    "classic, 10 players": ("classic", 10, ()),
    "avalon, 7 players, Percival, Mordred, Morgana": ("avalon", 7, ("percival", "mordred", "morgana")),
}
STEPS = 128


Unit = Callable[[], float]
"""Does some work and says how much."""


def rate(unit: Unit, seconds: float) -> float:
    """Work per second of wall-clock time: the best of five windows, after one warm-up."""
    unit()
    return max(_window(unit, seconds, time.perf_counter) for _ in range(5))


def _window(unit: Unit, seconds: float, clock: Callable[[], float]) -> float:
    begin, done = clock(), 0.0
    while (spent := clock() - begin) < seconds:
        done += unit()
    return done / spent


def ratio(unit: Unit, beside: Unit, seconds: float) -> float:
    """One rate over another: the median of five pairs of windows, taken in turn.

    On a CPU by processor time, which other programs disturb less than the wall clock.
    """
    import jax

    clock = time.process_time if jax.default_backend() == "cpu" else time.perf_counter
    pairs = [(_window(unit, seconds, clock), _window(beside, seconds, clock)) for _ in range(5)]
    return statistics.median(ours / theirs for ours, theirs in pairs)


def kernel_unit(move: Any, lanes: int) -> Unit:
    """Games of the minimal kernel."""
    import jax

    from benchmarks import vector_kernel as kernel

    start, keys = kernel.start(jax.random.key(0), lanes), _keys()

    def unit() -> float:
        _, ended, _ = kernel.play(start, next(keys), move)
        return float(ended.sum())

    return unit


def _keys() -> Iterator[Any]:
    import jax

    for number in range(1 << 30):
        yield jax.random.key(number)


def _rollout(states: Any, seen: Any, key: Any, *, seats: int, observing: bool, counting: bool = False) -> Any:
    """Random play with auto-reset. Observations are kept so that nothing is optimised away; decisions cost time
    to count, so they are counted in a run of their own."""
    import jax
    import jax.numpy as jnp

    from turncoat.envs import vector

    lanes = states.progress.shape[0]

    def turn(carry: Any, key: Any) -> Any:
        states, seen, games, decisions = carry
        if observing:
            seen = jax.vmap(partial(vector.observe, seats=seats))(states)
        if counting:
            decisions = decisions + jax.lax.population_count(jax.vmap(vector.to_act)(states))
        words = vector.noise(key, lanes, 4)
        actions = jax.vmap(partial(vector.random_actions, seats=seats), (0, 1), 1)(states, words[:2])
        states, last = jax.vmap(vector.step_and_reset, (0, 1, 1))(states, actions, words[2:])
        return (states, seen, games + vector.terminated(last), decisions), None

    zero = jnp.zeros(lanes, jnp.int32)
    carry, _ = jax.lax.scan(turn, (states, seen, zero, zero), jax.random.split(key, STEPS))
    return carry


class Simulation:
    """Random play of one configuration at one batch size."""

    def __init__(self, name: str, lanes: int, *, observing: bool = False, counting: bool = False) -> None:
        import jax
        import jax.numpy as jnp

        from turncoat.envs import vector
        from turncoat.neural import layout

        seats, words = GAMES[name]
        self.name = name
        self.label = f"{name}, {'with' if observing else 'without'} observations, batch {lanes}"
        self._steps = STEPS * lanes
        configs = vector.Config(*(jnp.full(lanes, word, jnp.int32) for word in words))
        deal = jax.jit(jax.vmap(partial(vector.init, history=observing)))
        self._states = deal(jax.random.split(jax.random.key(0), lanes), configs)
        self._seen = jnp.zeros((lanes, seats, layout.size(seats)) if observing else (), jnp.uint8)
        self._play = jax.jit(partial(_rollout, seats=seats, observing=observing, counting=counting))
        self._keys = _keys()
        self.ended = self.stepped = self.decided = 0.0

    def games(self) -> float:
        """Play on; how many games have ended."""
        self._states, self._seen, games, decisions = self._play(self._states, self._seen, next(self._keys))
        ended = float(games.sum())
        self.ended += ended
        self.stepped += self._steps
        self.decided += float(decisions.sum())
        return ended

    def lines(self, seconds: float) -> Iterator[Row]:
        """Games, decisions and steps a second."""
        games = rate(self.games, seconds)
        yield Row(self.label, games, "games/s")
        yield Row(self.label, games * decisions_in_a_game(self.name), "decisions/s")
        yield Row(self.label, games * self.stepped / self.ended, "steps/s")


@cache
def decisions_in_a_game(name: str) -> float:
    """Proposals, ballots, mission cards and named seats in a random game, on average."""
    counted = Simulation(name, 4096, counting=True)
    counted.games()  # from then on as many games are begun as ended
    counted.ended = counted.decided = 0.0
    for _ in range(4):
        counted.games()
    return counted.decided / counted.ended


def vector_lines(quick: bool) -> Iterator[Row]:
    """The simulator beside its ceiling."""
    import jax

    from benchmarks import vector_kernel as kernel

    on_cpu = jax.default_backend() == "cpu"
    batches = [1 << 10, 1 << 13, 1 << 16] if on_cpu else [1 << 14, 1 << 17, 1 << 20, 1 << 22]
    seconds = 0.1 if quick else 1.0
    for name in list(GAMES)[:1] if quick else GAMES:
        for lanes in batches[-1:] if quick else batches:
            yield from Simulation(name, lanes).lines(seconds)
        for lanes in batches[:1] if quick else batches[:2]:
            yield from Simulation(name, lanes, observing=True).lines(seconds)
    base = Simulation(next(iter(GAMES)), batches[-1])
    base.games()
    for move, what in ((kernel.step, "one phase at a time"), (kernel.leap, "one proposal at a time")):
        beside = kernel_unit(move, batches[-1])
        name = f"minimal kernel, {what}, batch {batches[-1]}"
        yield Row(name, rate(beside, seconds), "games/s")
        yield Row(base.label, ratio(base.games, beside, seconds), "ratio", name)


PARTS: dict[str, tuple[str, Callable[[bool], Iterator[Row]]]] = {
    "vector": ("jax", vector_lines),
    "pettingzoo": ("pettingzoo", vector_interfaces.pettingzoo_lines),
    "openspiel": ("pyspiel", vector_interfaces.openspiel_lines),
}


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks vector")
    parser.add_argument("--quick", action="store_true", help="end within 30 seconds")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    parser.add_argument("--only", choices=PARTS, help="one part")
    asked = parser.parse_args(arguments)
    for part, (module, rows) in PARTS.items():
        if asked.only not in (None, part):
            continue
        if find_spec(module) is None:
            print(f"{part}: left out, {module} is not installed", file=sys.stderr)
            continue
        show(rows(asked.quick), asked.json)


if __name__ == "__main__":
    main()
