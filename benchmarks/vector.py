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
import json
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib.util import find_spec
from typing import Any, NamedTuple

from benchmarks import vector_interfaces

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


class Line(NamedTuple):
    """One measured number; `of` names what a ratio is relative to."""

    name: str
    value: float
    unit: str
    of: str | None = None


def rate(unit: Callable[[], float], seconds: float) -> float:
    """Work per second: the median of five windows, after one warm-up. `unit` does some work and says how much."""
    unit()
    rates = []
    for _ in range(5):
        begin, done = time.perf_counter(), 0.0
        while (spent := time.perf_counter() - begin) < seconds:
            done += unit()
        rates.append(done / spent)
    return statistics.median(rates)


def kernel_lines(lanes: int, seconds: float) -> Iterator[Line]:
    """The ceiling: games a second of the minimal kernel."""
    import jax

    from benchmarks import vector_kernel as kernel

    for move in (kernel.step, kernel.leap):
        games, keys = kernel.start(jax.random.key(0), lanes), _keys()

        def unit(move: Any = move, keys: Iterator[Any] = keys, start: Any = games) -> float:
            _, ended, _ = kernel.play(start, next(keys), move)
            return float(ended.sum())

        what = "one phase at a time" if move is kernel.step else "one proposal at a time"
        yield Line(f"minimal kernel, {what}, batch {lanes}", rate(unit, seconds), "games/s")


def _keys() -> Iterator[Any]:
    import jax

    for number in range(1 << 30):
        yield jax.random.key(number)


def _rollout(states: Any, seen: Any, key: Any, *, seats: int, observing: bool) -> Any:
    """Random play with auto-reset; the observations are kept so that nothing is optimised away."""
    import jax
    import jax.numpy as jnp

    from turncoat.envs import vector

    lanes = states.progress.shape[0]

    def turn(carry: Any, key: Any) -> Any:
        states, seen, games, decisions = carry
        if observing:
            seen = jax.vmap(partial(vector.observe, seats=seats))(states)
        decisions = decisions + jax.lax.population_count(vector.to_act(states))
        words = vector.noise(key, lanes, 4)
        actions = jax.vmap(partial(vector.random_actions, seats=seats), (0, 1), 1)(states, words[:2])
        states, last = jax.vmap(vector.step_and_reset, (0, 1, 1))(states, actions, words[2:])
        return (states, seen, games + vector.terminated(last), decisions), None

    zero = jnp.zeros(lanes, jnp.int32)
    carry, _ = jax.lax.scan(turn, (states, seen, zero, zero), jax.random.split(key, STEPS))
    return carry


def simulator_lines(name: str, lanes: int, seconds: float, *, observing: bool) -> Iterator[Line]:
    """Games, decisions and steps a second of one configuration at one batch size."""
    import jax
    import jax.numpy as jnp

    from turncoat.envs import vector
    from turncoat.neural import layout

    seats, words = GAMES[name]
    configs = vector.Config(*(jnp.full(lanes, word, jnp.int32) for word in words))
    states = jax.vmap(partial(vector.init, history=observing))(jax.random.split(jax.random.key(0), lanes), configs)
    seen = jnp.zeros((lanes, seats, layout.size(seats)) if observing else (), jnp.uint8)
    play, keys = jax.jit(partial(_rollout, seats=seats, observing=observing)), _keys()
    totals = [0.0, 0.0, 0.0]

    def unit() -> float:
        nonlocal states, seen
        states, seen, games, decisions = play(states, seen, next(keys))
        totals[:] = totals[0] + float(games.sum()), totals[1] + float(decisions.sum()), totals[2] + STEPS * lanes
        return STEPS * lanes

    steps = rate(unit, seconds)
    with_or_without = "with observations" if observing else "without observations"
    label = f"{name}, {with_or_without}, batch {lanes}"
    for total, what in zip(totals, ("games/s", "decisions/s", "steps/s"), strict=True):
        yield Line(label, steps * total / totals[2], what)


def vector_lines(quick: bool) -> Iterator[Line]:
    """The simulator beside its ceiling."""
    import jax

    on_cpu = jax.default_backend() == "cpu"
    largest = 1 << 16 if on_cpu else 1 << 21
    batches = (
        [largest] if quick else [1 << 10, 1 << 13, 1 << 16] if on_cpu else [1 << 14, 1 << 17, 1 << 20, largest]
    )
    seconds = 0.15 if quick else 1.0
    ceilings = list(kernel_lines(largest, seconds))
    yield from ceilings
    best: dict[str, float] = {}
    for name in GAMES:
        for lanes in batches:
            lines = list(simulator_lines(name, lanes, seconds, observing=False))
            best[name] = max(best.get(name, 0.0), lines[0].value)
            yield from lines
        watched = batches[0] if not on_cpu else min(batches[0], 1 << 10)
        for lanes in [watched] if quick else [watched, 4 * watched]:
            yield from simulator_lines(name, lanes, seconds, observing=True)
    base = next(iter(GAMES))
    for ceiling in ceilings:
        yield Line(f"{base}, without observations, best batch", best[base] / ceiling.value, "ratio", ceiling.name)


PARTS: dict[str, tuple[str, Callable[[bool], Iterator[Any]]]] = {
    "vector": ("jax", vector_lines),
    "pettingzoo": ("pettingzoo", vector_interfaces.pettingzoo_lines),
    "openspiel": ("pyspiel", vector_interfaces.openspiel_lines),
}


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="benchmarks vector", description=__doc__.split("\n")[0])
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--only", choices=PARTS)
    asked = parser.parse_args(arguments)
    for part, (module, lines) in PARTS.items():
        if asked.only not in (None, part):
            continue
        if find_spec(module) is None:
            print(f"{part}: left out, {module} is not installed", file=sys.stderr)
            continue
        for line in lines(asked.quick):
            print(_json(Line(*line)) if asked.json else _text(Line(*line)), flush=True)


def _json(line: Line) -> str:
    fields = {key: value for key, value in line._asdict().items() if value is not None}
    return json.dumps(fields)


def _text(line: Line) -> str:
    beside = f" of {line.of}" if line.of else ""
    shown = f"{line.value:.3f}" if line.unit == "ratio" else f"{line.value:,.0f}"
    return f"{line.name:<78} {shown:>16} {line.unit}{beside}"


if __name__ == "__main__":
    main()
