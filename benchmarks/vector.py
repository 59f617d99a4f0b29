"""How fast the vector simulator and the field's interfaces are: `python -m benchmarks vector`.

Random legal play of complete games. The simulator goes through its public functions, with and without
observations, beside a minimal kernel in the same run (`vector_kernel`), because machines differ. It needs JAX and
NumPy only; the other parts run where PettingZoo or OpenSpiel is installed.

    --quick    a few numbers in half a minute
    --json     one JSON object a line
    --only     vector, pettingzoo or openspiel
    --tables   a file: the tables of an accelerator instead, in ten minutes (`vector_tables`); with --quick on a CPU
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from benchmarks import vector_interfaces
from benchmarks.report import Row, show

GAMES = {
    "classic, 5 players": (5, (1015026757, 4269184)),
    "classic, 10 players": (10, (3162537626, 51455104)),
    "avalon, 7 players, Percival, Mordred, Morgana": (7, (2105567559, 12914968)),
}
"""Seats and the words of `simulator.make_config`, so that the core need not be installed where this runs."""

SETUPS: dict[str, tuple[str, int, tuple[str, ...]]] = {
    "classic, 5 players": ("classic", 5, ()),
    "classic, 10 players": ("classic", 10, ()),
    "avalon, 7 players, Percival, Mordred, Morgana": ("avalon", 7, ("percival", "mordred", "morgana")),
}
STEPS = 256
"""In one call, as in the kernel."""


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
        _, ended, won = kernel.play(start, next(keys), move)
        return _checked(float(ended), float(won))

    return unit


def _keys() -> Iterator[Any]:
    import jax

    for number in range(1 << 30):
        yield jax.random.key(number)


def _checked(ended: float, won: float) -> float:
    """The games ended. Both sides must win some: the least that shows that the rules were played."""
    assert 0 < won < ended
    return ended


@cache
def _compiled(function: Callable[..., Any], *known: str) -> Any:
    """A function compiled, for each value of the arguments that it must know beforehand."""
    import jax

    return jax.jit(function, static_argnames=known)


def _start(key: Any, config: Any, *, lanes: int, observing: str) -> Any:
    """A batch of new games."""
    import jax

    from turncoat.games.resistance import simulator

    deal = partial(simulator.init_from_words, history=bool(observing))
    return jax.vmap(deal, (1, 0))(simulator.random_words(key, lanes, 2), config)


def _rollout(states: Any, seen: Any, key: Any, *, seats: int, observing: str, counting: bool) -> Any:
    """Random play with auto-reset: states, last observations, games ended, wins of good, decisions.

    Observations are kept so that nothing is optimised away; decisions cost time to count, so they are counted in a
    run of their own.
    """
    import jax
    import jax.numpy as jnp

    from turncoat.games.resistance import simulator

    lanes = states.progress.shape[0]

    def turn(carry: Any, seeds: Any) -> Any:
        states, seen, games, won, decisions = carry
        seen = _look(states, seats=seats, observing=observing)
        if counting:
            decisions = decisions + jax.lax.population_count(jax.vmap(simulator.to_act)(states))
        words = simulator.words_from_seeds(seeds, lanes)
        actions = jax.vmap(partial(simulator.random_actions, seats=seats), (0, 1), 1)(states, words[:1])
        states, last = jax.vmap(simulator.step_and_reset, (0, 1, 1))(states, actions, words[1:])
        games, won = games + simulator.terminated(last), won + simulator.good_won(last)
        return (states, seen, games, won, decisions), None

    zero = jnp.zeros(lanes, jnp.int32)
    seeds = jax.random.bits(key, (STEPS, 4))
    (states, seen, *counts), _ = jax.lax.scan(turn, (states, seen, zero, zero, zero), seeds)
    return states, seen, *(count.sum() for count in counts)


FORMS = {
    "fixed": "fixed configuration",
    "data": "configuration as data",
    "any": "configuration as data, every option compiled",
}
"""How a batch knows its configuration: as a constant of the program (`fixed_config`), as data that may differ from lane
to lane, and as data in a program that can play every option, as a batch that mixes them all needs."""


OBSERVATIONS = {"": "without", "all": "with", "packed": "with packed"}


def _look(states: Any, *, seats: int, observing: str) -> Any:
    """What is observed of a batch."""
    import jax

    from turncoat.games.resistance import simulator

    look = {"all": simulator.observe, "packed": simulator.observe_packed}.get(observing)
    return jax.vmap(partial(look, seats=seats))(states) if look else ()


def _seen(states: Any, **how: Any) -> Any:
    """Room for the observations of a batch."""
    import jax
    import jax.numpy as jnp

    shapes = jax.eval_shape(partial(_look, **how), states)
    return jax.tree.map(lambda part: jnp.zeros(part.shape, part.dtype), shapes)


def _observing(name: str, lanes: int, seconds: float) -> Iterator[Row]:
    """With all seats' observations, as bytes and packed, which take turns."""
    plain, packed = (Simulation(name, lanes, observing=form) for form in ("all", "packed"))
    yield from plain.lines(seconds)
    yield from packed.lines(seconds)
    yield Row(packed.label, ratio(packed.games, plain.games, seconds), "ratio", plain.label)


class Simulation:
    """Random play of one configuration at one batch size."""

    def __init__(
        self, name: str, lanes: int, *, form: str = "fixed", observing: str = "", counting: bool = False
    ) -> None:
        import jax
        import jax.numpy as jnp

        from turncoat.games.resistance import simulator

        seats, words = GAMES[name]
        self.name = name
        self.label = f"{name}, {FORMS[form]}, {OBSERVATIONS[observing]} observations, batch {lanes}"
        self._steps = STEPS * lanes
        one = simulator.config_from_words(*words)
        data = jax.tree.map(lambda word: jnp.full(lanes, word), one)
        config = {"fixed": simulator.fixed_config(one), "data": data, "any": data._replace(uses=simulator.Uses())}[form]
        deal = _compiled(_start, "lanes", "observing")
        self._states = deal(jax.random.key(0), config, lanes=lanes, observing=observing)
        self._seen = _seen(self._states, seats=seats, observing=observing)
        play = _compiled(_rollout, "seats", "observing", "counting")
        self._play = partial(play, seats=seats, observing=observing, counting=counting)
        self._keys = _keys()
        self.ended = self.stepped = self.decided = 0.0

    def games(self) -> float:
        """Play on; how many games have ended."""
        self._states, self._seen, games, won, made = self._play(self._states, self._seen, next(self._keys))
        ended = _checked(float(games), float(won))
        self.ended += ended
        self.stepped += self._steps
        self.decided += float(made)
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


def _beside_the_kernel(name: str, lanes: int, seconds: float) -> Iterator[Row]:
    """The base game beside its ceilings, and what it costs that each lane brings its own configuration."""
    from benchmarks import vector_kernel as kernel

    fixed, *others = (Simulation(name, lanes, form=form) for form in FORMS)
    yield from fixed.lines(seconds)
    for other in others:
        yield Row(other.label, rate(other.games, seconds), "games/s")
    for move, what in ((kernel.step, "one phase at a time"), (kernel.leap, "one proposal at a time")):
        beside = kernel_unit(move, lanes)
        ceiling = f"minimal kernel, {what}, batch {lanes}"
        yield Row(ceiling, rate(beside, seconds), "games/s")
        for ours in (fixed, *others):
            yield Row(ours.label, ratio(ours.games, beside, seconds), "ratio", ceiling)


def vector_lines(quick: bool) -> Iterator[Row]:
    """The simulator beside its ceiling. The most telling rows come first."""
    import jax

    on_cpu = jax.default_backend() == "cpu"
    batches = [1 << 10, 1 << 13, 1 << 16] if on_cpu else [1 << 16, 1 << 20, 1 << 22]
    observed = [1 << 10, 1 << 13] if on_cpu else [1 << 17]
    seconds = 0.1 if quick else 1.0 if on_cpu else 0.2
    base, *others = GAMES
    for lanes in batches[-1:] if quick else batches:
        yield from _beside_the_kernel(base, lanes, seconds)
    for lanes in observed[:1] if quick else observed:
        yield from _observing(base, lanes, seconds)
    for name in [] if quick else others:
        for lanes in batches:
            yield from Simulation(name, lanes).lines(seconds)
        yield from Simulation(name, batches[-1], form="data").lines(seconds)
        for lanes in observed:
            yield from _observing(name, lanes, seconds)


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
    parser.add_argument("--tables", type=Path, metavar="FILE", help="the tables of an accelerator")
    asked = parser.parse_args(arguments)
    if asked.tables:
        from benchmarks import vector_tables

        vector_tables.run(asked.tables, quick=asked.quick)
        return
    for part, (module, rows) in PARTS.items():
        if asked.only not in (None, part):
            continue
        if find_spec(module) is None:
            print(f"{part}: left out, {module} is not installed", file=sys.stderr)
            continue
        show(rows(asked.quick), asked.json)


if __name__ == "__main__":
    main()
