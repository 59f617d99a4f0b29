"""Random games, move by move. Unlike in a match, simultaneous answers stay in the order in which they were given."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from msgspec.structs import replace

from turncoat.core import CHANCE, AnyGame, Ask, Event, Match, Record, Refused, Seed, Setup, draw, steps

MOST_MOVES = 5_000
"""Far more than any game needs. A game that goes on for longer does not end."""


class Moment(NamedTuple):
    """A state, the record that leads to it, the events of the last move, and the open asks."""

    record: Record
    state: Any
    events: tuple[Event, ...]
    asks: tuple[Ask, ...]


def walk(game: AnyGame, setup: Setup, seed: str) -> Iterator[Moment]:
    """Every moment of a random game, beginning after the deal. Equal seeds give equal games.

    >>> from turncoat.games import default_ruleset, find_game
    >>> moments = list(walk(find_game(default_ruleset()), Setup(ruleset=default_ruleset(), players=5), "1"))
    >>> moments[0].asks == (), moments[-1].asks == ()
    (False, True)
    """
    choose, chance = random.Random(seed), Seed.of(seed)
    record = Match(game, setup, chance).record()
    record = replace(record, moves=())  # draws after the deal are made again below, each as a moment of its own
    deal = next(steps(game, record))
    state, events = deal.state, deal.events
    for _ in range(MOST_MOVES):
        asks = game.asks(state)
        yield Moment(record, state, events, asks)
        if not asks:
            return
        ask = choose.choice(asks)
        move = draw(chance, len(record.moves), ask) if ask.seat is CHANCE else choose.choice(ask.moves)
        step = game.play(state, ask.seat, move)
        state, events = step.state, step.events
        record = replace(record, moves=(*record.moves, (ask.seat, move)))
    raise AssertionError(f"the game does not end within {MOST_MOVES} moves: {record}")


def play_out(game: AnyGame, state: Any, choose: random.Random) -> tuple[Any, int]:
    """Play random moves from a dealt state to the end. Returns the last state and the number of moves.

    >>> from turncoat.games import default_ruleset, find_game
    >>> game = find_game(default_ruleset())
    >>> first = next(walk(game, Setup(ruleset=default_ruleset(), players=5), "1"))
    >>> state, moves = play_out(game, first.state, random.Random(1))
    >>> game.outcome(state) is None, moves > 0
    (False, True)
    """
    for count in range(MOST_MOVES):
        asks = game.asks(state)
        if not asks:
            return state, count
        ask = choose.choice(asks)
        move = draw(Seed(choose.randbytes(32)), count, ask) if ask.seat is CHANCE else choose.choice(ask.moves)
        state = game.play(state, ask.seat, move).state
    raise AssertionError(f"the game does not end within {MOST_MOVES} moves")


def finish(game: AnyGame, setup: Setup, seed: str) -> Moment:
    """The last moment of a random game.

    >>> from turncoat.games import default_ruleset, find_game
    >>> game = find_game(default_ruleset())
    >>> game.outcome(finish(game, Setup(ruleset=default_ruleset(), players=5), "1").state) is None
    False
    """
    *_, last = walk(game, setup, seed)
    return last


def refusal(game: AnyGame, state: Any, seat: int, move: Any) -> Refused | None:
    """Why a seat may not make a move; None if it may."""
    try:
        game.play(state, seat, move)
    except Refused as refused:
        return refused
    return None
