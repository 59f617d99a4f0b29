"""How good and how exploitable policies are in a reduced game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
import numpy as np

from turncoat.bots import answer_all, dismiss, make_bot
from turncoat.games.resistance.rules.view import view
from turncoat.games.resistance.solving.game_tree import GameTree, Numbers
from turncoat.games.resistance.solving.reduced_game import EVIL, ReducedGame
from turncoat.games.resistance.solving.tabular import CfrPlus, best_response, gains, values

_ASKED_AT_ONCE = 4096


class Row(msgspec.Struct, frozen=True):
    """A policy that everybody follows. Shares of games are between 0 and 1, gains in points from -1 to 1.

    `good_wins` is good's share. `gains` is what each seat could gain alone by its best response, and `nash_conv` their
    sum. `worst_case` is good's share if both evil seats together play the best response.
    """

    policy: str
    good_wins: float
    nash_conv: float
    gains: tuple[float, ...]
    worst_case: float


def rows(game: ReducedGame, bots: Sequence[str], seeds: int, iterations: int) -> Iterator[Row]:
    """All actions alike, bots, and what CFR+ finds if seats play alone and if evil plays as one."""
    seats = game.seats
    yield _row(game, "uniform", seats.uniform)
    for name in bots:
        yield _row(game, name, bot_policy(game, name, seeds))
    yield _row(game, "cfr+", _solved(seats, iterations))
    yield _row_as_one(game, "cfr+, evil as one", _solved(game.evil_as_one, iterations))


def bot_policy(game: ReducedGame, name: str, seeds: int) -> Numbers:
    """How often a bot takes each action, over so many seeds. Raises LookupError."""
    tree = game.seats
    counts = np.zeros_like(tree.uniform)
    examples: list[Any] = tree.examples
    choices = [number for number, one in enumerate(examples) if len(one.ask.moves) > 1]
    for seed in range(seeds):
        bot = make_bot(name, str(seed), game.setup.ruleset)
        for at in range(0, len(choices), _ASKED_AT_ONCE):
            some = choices[at : at + _ASKED_AT_ONCE]
            asked = [examples[number] for number in some]
            moves = answer_all([(bot, view(one.state, one.ask.seat), one.ask) for one in asked])
            for number, one, move in zip(some, asked, moves, strict=True):
                counts[tree.slots(number).start + one.ask.moves.index(move)] += 1
        dismiss([bot])
    return tree.normalised(counts)


def _solved(tree: GameTree, iterations: int) -> Numbers:
    solver = CfrPlus(tree)
    solver.run(iterations)
    return solver.average()


def _row(game: ReducedGame, name: str, policy: Numbers) -> Row:
    tree, one = game.seats, game.evil_as_one
    found = tuple(gains(tree, policy))
    good_wins = (1 + float(values(tree, policy).sum())) / 2  # good has one seat more than evil
    return Row(name, good_wins, sum(found), found, _worst_case(one, one.adopted(policy, tree)))


def _row_as_one(game: ReducedGame, name: str, policy: Numbers) -> Row:
    tree = game.evil_as_one
    found = tuple(gains(tree, policy))
    return Row(name, (1 - float(values(tree, policy)[EVIL])) / 2, sum(found), found, _worst_case(tree, policy))


def _worst_case(tree: GameTree, policy: Numbers) -> float:
    return (1 - best_response(tree, policy, EVIL)[0]) / 2
