"""Non-interference: secrets have no influence on anything that a seat can see.

At every moment of a random game, and for several seats, the game's samples draw another game that should look the same
to the seat. Its view, its asks, the events it sees, the refusals it gets and its view in words must be the same bytes
in both games.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import msgspec

from turncoat.core import CHANCE, AnyGame, Event, Record, Setup, asks_of, dump_record, steps, visible
from turncoat.core.in_words import view_in_words
from turncoat.testing.samples import OtherWorld
from turncoat.testing.walk import Moment, refusal, walk

_PROBES = 3  # how many moves are tried at each moment, legal or not, to compare the refusals


class Leak(AssertionError):
    """A seat can tell two games apart that should look the same to it."""

    def __init__(self, seat: int | None, real: Record, other: Record, differences: Sequence[str]) -> None:
        lines = "\n".join(differences)
        super().__init__(f"seat {seat} can tell\n{dump_record(real)!r}\nfrom\n{dump_record(other)!r}\nby\n{lines}")
        self.seat = seat
        self.real = real
        self.other = other
        self.differences = tuple(differences)


def check_noninterference(
    game: AnyGame, other_world: OtherWorld, setup: Setup, seed: str, seats_per_moment: int = 2
) -> int:
    """Play a random game and compare it with others at every move. Returns the number of comparisons; raises Leak.

    >>> from turncoat.games import default_ruleset, find_game
    >>> from turncoat.testing import find_other_world
    >>> game, setup = find_game(default_ruleset()), Setup(ruleset=default_ruleset(), players=5)
    >>> other_world = find_other_world(game)
    >>> check_noninterference(game, other_world, setup, "1") > 0
    True
    """
    choose = random.Random(seed)
    pool: dict[str, Any] = {}
    pairs = 0
    for moment in walk(game, setup, seed):
        for ask in moment.asks:
            if ask.moves and ask.seat is not CHANCE:
                pool[f"{ask.kind} {choose.randrange(3)}"] = choose.choice(ask.moves)
        readers: list[int | None] = [None, *range(setup.players)]
        for seat in choose.sample(readers, min(seats_per_moment, len(readers))):
            probes = choose.sample(list(pool.values()), min(_PROBES, len(pool)))
            pairs += _compare(game, other_world, moment, seat, probes, choose)
    return pairs


def _compare(
    game: AnyGame,
    other_world: OtherWorld,
    moment: Moment,
    seat: int | None,
    probes: Sequence[Any],
    choose: random.Random,
) -> bool:
    other = other_world(moment.record, seat, choose)
    if other is None or (other.deal == moment.record.deal and other.moves == moment.record.moves):
        return False
    here = observe(game, moment.state, moment.events, seat, probes)
    *_, last = steps(game, other)
    there = observe(game, last.state, last.events, seat, probes)
    differences = [f"{name}: {here[name]!r}\n{name}: {there[name]!r}" for name in here if here[name] != there[name]]
    if differences:
        raise Leak(seat, moment.record, other, differences)
    return True


def observe(
    game: AnyGame, state: Any, events: tuple[Event, ...], seat: int | None, probes: Sequence[Any]
) -> dict[str, bytes]:
    """Everything that a seat receives, as the bytes that would be sent."""
    encode = msgspec.json.encode
    own = () if seat is None else asks_of(game.asks(state), seat)
    refusals = () if seat is None else [str(refusal(game, state, seat, move)) for move in probes]
    view = game.view(state, seat)
    return {
        "view": encode(view),
        "asks": encode(own),
        "events": encode(visible(events, seat)),
        "refusals": encode(refusals),
        "words": view_in_words(game, view, own).encode(),
    }
