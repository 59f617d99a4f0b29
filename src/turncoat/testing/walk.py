"""Random play, one moment after the other, with answers kept in the order they arrived."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from msgspec.structs import replace

from turncoat.core import CHANCE, AnyGame, Ask, Event, Match, Record, Seed, Setup, draw

MOST_MOVES = 5_000
"""No game of a few dozen decisions comes near; more means that play does not end."""


class Moment(NamedTuple):
    """A state, the record that leads to it, the events of the last move, and the open asks."""

    record: Record
    state: Any
    events: tuple[Event, ...]
    asks: tuple[Ask, ...]


def deal_out(game: AnyGame, setup: Setup) -> tuple[Any, tuple[Event, ...]]:
    """The state after a deal that the set-up holds whole, and the events of the deal."""
    state = game.start(setup)
    told: list[Event] = []
    while not game.dealt(state):
        (ask,) = game.asks(state)
        step = game.play(state, CHANCE, ask.moves[0])
        state = step.state
        told += step.events
    return state, tuple(told)


def walk(game: AnyGame, setup: Setup, seed: str) -> Iterator[Moment]:
    """Every moment of a random game, the deal first. Equal seeds give equal games."""
    choose, chance = random.Random(seed), Seed.of(seed)
    record = Match(game, setup, chance).record()
    record = replace(record, moves=())  # chance after the deal is drawn again below, one moment each
    state, events = deal_out(game, record.setup)
    for _ in range(MOST_MOVES):
        asks = game.asks(state)
        yield Moment(record, state, events, asks)
        if not asks:
            return
        ask = choose.choice(asks)
        move = draw(chance, len(record.moves), ask) if ask.seat is CHANCE else choose.choice(ask.moves)
        state, events = _played(game, state, ask.seat, move)
        record = replace(record, moves=(*record.moves, (ask.seat, move)))
    raise AssertionError(f"the game does not end within {MOST_MOVES} moves: {record}")


def _played(game: AnyGame, state: Any, seat: int | None, move: Any) -> tuple[Any, tuple[Event, ...]]:
    step = game.play(state, seat, move)
    return step.state, step.events


def play_out(game: AnyGame, state: Any, choose: random.Random) -> tuple[Any, int]:
    """Play at random from a dealt state to the end, without a record: the last state and the number of answers."""
    for count in range(MOST_MOVES):
        asks = game.asks(state)
        if not asks:
            return state, count
        ask = choose.choice(asks)
        move = draw(Seed(choose.randbytes(32)), count, ask) if ask.seat is CHANCE else choose.choice(ask.moves)
        state = game.play(state, ask.seat, move).state
    raise AssertionError(f"the game does not end within {MOST_MOVES} moves")


def finish(game: AnyGame, setup: Setup, seed: str) -> Moment:
    """The last moment of a random game."""
    last = None
    for moment in walk(game, setup, seed):
        last = moment
    assert last is not None
    return last
