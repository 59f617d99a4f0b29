"""Non-interference: what a seat may not know changes nothing that it can see.

At every moment of a random game, and for several seats, the game's `worlds` hook draws another world that the seat
cannot tell from the real one. Its view, its asks, the events it sees and the refusals it gets must then be
byte-identical in both.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import msgspec

from turncoat.core import CHANCE, AnyGame, Event, Record, Refused, Setup, asks_of, dump_record, visible
from turncoat.testing.hooks import OtherWorld
from turncoat.testing.walk import Moment, deal_out, walk

_PROBES = 3  # moves tried at a moment, legal or not, for the sake of what the refusal says


class Leak(AssertionError):
    """A seat can tell two worlds apart that it should not."""

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
    """Play a random game and compare worlds all along. Returns the number of pairs compared; raises Leak."""
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
    there = observe(game, *arrive(game, other), seat, probes)
    differences = [f"{name}: {here[name]!r}\n{name}: {there[name]!r}" for name in here if here[name] != there[name]]
    if differences:
        raise Leak(seat, moment.record, other, differences)
    return True


def arrive(game: AnyGame, record: Record) -> tuple[Any, tuple[Event, ...]]:
    """The state a record leads to, and the events of its last move (of the deal if there is none)."""
    state, events = deal_out(game, record.setup)
    for seat, move in record.moves:
        step = game.play(state, seat, move)
        state, events = step.state, step.events
    return state, events


def observe(
    game: AnyGame, state: Any, events: tuple[Event, ...], seat: int | None, probes: Sequence[Any]
) -> dict[str, bytes]:
    """All that reaches a seat, as bytes: what is sent, not what it means."""
    encode = msgspec.json.encode
    own = () if seat is None else asks_of(game.asks(state), seat)
    told = () if seat is None else [_refusal(game, state, seat, move) for move in probes]
    return {
        "view": encode(game.view(state, seat)),
        "asks": encode(own),
        "events": encode(visible(events, seat)),
        "refusals": encode(told),
    }


def _refusal(game: AnyGame, state: Any, seat: int, move: Any) -> str:
    try:
        game.play(state, seat, move)
    except Refused as refusal:
        return str(refusal)
    return "accepted"
