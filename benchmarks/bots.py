"""Milliseconds a decision of each bot, at 5, 7 and 10 players with many characters."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from benchmarks.report import Row, options, show, yardstick
from turncoat.bots import Bot, bot_names, make_bot
from turncoat.core import Match, Seed, Setup
from turncoat.games import find_game
from turncoat.games.resistance.bots.levels import PeopleBot
from turncoat.games.resistance.bots.net import NetBot

TABLES = {
    5: Setup(ruleset="avalon", players=5, roles=("percival", "morgana")),
    7: Setup(ruleset="avalon", players=7, roles=("percival", "morgana", "mordred"), options={"lady": True}),
    10: Setup(
        ruleset="avalon",
        players=10,
        roles=("percival", "morgana", "mordred", "oberon"),
        options={"lady": True, "plot": True},
    ),
}
UNPLOTTED = TABLES | {10: msgspec.structs.replace(TABLES[10], options={"lady": True})}
"""For the bots with a network, which was not trained with plot cards and leaves such games to `bayes`."""
PLAIN = {players: Setup(ruleset="classic", players=players, options={"table_coin": True}) for players in TABLES}


def main(arguments: Sequence[str] | None = None) -> None:
    """The command."""
    asked = options("bots", arguments)
    show(run(asked.quick), asked.json)


def run(quick: bool) -> Iterator[Row]:
    """Every row of the table."""
    seconds = 0.6 if quick else 4.0
    base = yardstick(seconds)
    yield base
    for name in bot_names():
        for players in TABLES:
            yield from _measure(name, _tables(name)[players], seconds, base)


def _tables(name: str) -> dict[int, Setup]:
    if name == "optimal":
        return PLAIN
    return UNPLOTTED if isinstance(make_bot(name, ""), NetBot | PeopleBot) else TABLES


def _measure(name: str, setup: Setup, seconds: float, base: Row) -> Iterator[Row]:
    times: list[float] = []
    number = 0
    while sum(times) < seconds or number < 2:
        times += _game(name, setup, number)
        number += 1
    mean = sum(times) / len(times)
    label = f"{name}, {setup.players} players"
    yield Row(f"{label}: a decision", 1000 * mean, "ms")
    yield Row(f"{label}: 99 of 100 within", 1000 * sorted(times)[int(0.99 * len(times))], "ms")
    yield Row(f"{label}: a decision", mean * base.value, "steps", base.name)


def _game(name: str, setup: Setup, number: int) -> list[float]:
    """Processor time of each answer of one game."""
    game = find_game(setup.ruleset)
    match: Match[Any] = Match(game, setup, Seed.of(f"benchmark {number}"))
    bots: list[Bot] = [make_bot(name, str(seat)) for seat in range(setup.players)]
    times = []
    while asks := game.asks(match.state):
        ask = asks[0]
        assert ask.seat is not None
        view = game.view(match.state, ask.seat)
        begin = time.process_time()
        move = bots[ask.seat].answer(view, ask)
        times.append(time.process_time() - begin)
        match.play(ask.seat, move)
    return times
