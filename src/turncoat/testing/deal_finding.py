"""An attack: somebody who has our code tries to find out the deal from what the bots do.

The attacker has a seat, draws many deals that look the same from there, and lets every bot answer again in each,
with the seeds that they believe the bots have. If they can guess a bot's randomness, only the true deal reproduces
every answer of the game. If they cannot, a guessed seed is no better than a random one.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec

from turncoat.core import AnyGame, Ask, Record, steps
from turncoat.testing.samples import OtherWorld

Simulate = Callable[[int, int, Any, Ask], Any]
"""The answer that the attacker expects from a seat, given how many answers it has made, its view, and the ask."""


def find_deal(
    game: AnyGame,
    other_world: OtherWorld,
    record: Record,
    seat: int,
    simulate: Simulate,
    worlds: int = 40,
    seed: str = "attacker",
) -> float:
    """The attacker's chance of picking the true deal among those that look the same to `seat`.

    They pick one of those that reproduce the most answers.

    >>> from turncoat.core import Setup
    >>> from turncoat.games import default_ruleset, find_game
    >>> from turncoat.testing import find_other_world, finish
    >>> game, setup = find_game(default_ruleset()), Setup(ruleset=default_ruleset(), players=5)
    >>> record = finish(game, setup, "1").record
    >>> chance = find_deal(game, find_other_world(game), record, 0, lambda count, seat, view, ask: ask.moves[0])
    >>> 0 <= chance <= 1
    True
    """
    choose = random.Random(seed)
    drawn = [other_world(record, seat, choose) for _ in range(worlds)]
    others = {msgspec.json.encode(other.deal): other for other in drawn if other and other.deal != record.deal}
    if not others:
        return 1.0
    true = expected_answers(game, record, seat, simulate)
    rivals = [expected_answers(game, other, seat, simulate) for other in others.values()]
    return 0.0 if max(rivals) > true else 1 / (1 + rivals.count(true))


def expected_answers(game: AnyGame, record: Record, seat: int, simulate: Simulate) -> int:
    """How many answers of the other seats are reproduced. A bot decides as soon as its ask is open."""
    given: Counter[int] = Counter()
    opened: dict[tuple[int, int, str], tuple[Any, Ask]] = {}
    found = 0
    for before, (other, move) in zip(steps(game, record), record.moves, strict=False):
        for ask in game.asks(before.state):
            if ask.seat is not None and (key := (ask.seat, given[ask.seat], ask.kind)) not in opened:
                opened[key] = game.view(before.state, ask.seat), ask
        if other is not None:
            if other != seat:
                found += _expects(opened, other, given[other], move, simulate)
            given[other] += 1
    return found


def _expects(
    opened: dict[tuple[int, int, str], tuple[Any, Ask]], seat: int, count: int, move: Any, simulate: Simulate
) -> bool:
    return any(
        simulate(seat, count, view, ask) == move
        for (other, number, _), (view, ask) in opened.items()
        if other == seat and number == count and move in ask.moves
    )
