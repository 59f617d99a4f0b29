"""One game between bots."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from turncoat.arena.contest import Cell
from turncoat.bots import Bot, Talker, answer_all, dismiss, make_bot
from turncoat.bots.protocol import Said
from turncoat.core import Ask, Match, Record, Seed, offered
from turncoat.games import find_game


class Played(msgspec.Struct, frozen=True, array_like=True):
    """How a game of a cell went: its number, the winner, the reason, the seats' bots and sides, moves made."""

    number: int
    winner: str
    reason: str
    bots: tuple[str, ...]
    sides: str  # "g" or "e" by seat
    moves: int


class _Table:
    """A game of a cell with its bots. They get views and nothing else."""

    def __init__(self, cell: Cell, number: int) -> None:
        self.number = number
        self.match: Match[Any] = Match(find_game(cell.ruleset), cell.setup, Seed.of(f"arena {cell.seed} {number}"))
        self.sides = offered(self.match.game.capabilities.sides, "sides to measure bots by").sides(self.match.state)
        self.names = cell.lineup.seats(number, self.sides)
        self.bots = [
            make_bot(name, f"{cell.seed} {number} {seat}", cell.ruleset) for seat, name in enumerate(self.names)
        ]
        self.talk = cell.talk
        self.said: list[Said] = []
        self._talked = 0  # the proposals that have been talked about

    def request(self) -> tuple[Bot, Any, Ask] | None:
        """The first open ask, and who is to answer it; None when the game is over."""
        game, state = self.match.game, self.match.state
        asks = game.asks(state)
        if not asks:
            return None
        seat = asks[0].seat
        assert seat is not None
        view = game.view(state, seat)
        if self.talk:
            seen = self._proposals_seen()
            if asks[0].kind == "vote" and seen > self._talked:
                self._talked = seen
                self._confer(asks)
            bot = self.bots[seat]
            if isinstance(bot, Talker):
                bot.hear(self.said)
        return self.bots[seat], view, asks[0]

    def _proposals_seen(self) -> int:
        talk = self.match.game.capabilities.talk
        return 0 if talk is None else talk().proposals_seen(self.match.state)

    def _confer(self, asks: Sequence[Ask]) -> None:
        """Before a vote everybody who owes one may claim something, in order of seats."""
        game, state = self.match.game, self.match.state
        for ask in asks:
            bot = self.bots[ask.seat or 0]
            if isinstance(bot, Talker):
                bot.hear(self.said)
                claim = bot.speak(game.view(state, ask.seat), ask)
                if claim is not None:
                    self.said.append(Said(ask.seat or 0, claim))

    def played(self) -> Played:
        outcome = self.match.game.outcome(self.match.state)
        assert outcome is not None
        marks = "".join(side[0] for side in self.sides)
        return Played(self.number, outcome.winner or "", outcome.reason, self.names, marks, len(self.match.moves))


def play_games(cell: Cell, numbers: Iterable[int]) -> list[Played]:
    """Play games of a cell in step, so that bots that can answer many asks together do.

    A deal depends on the cell's seed and the game's number alone.
    """
    tables = [_Table(cell, number) for number in numbers]
    _play_out(tables)
    return [table.played() for table in tables]


def play_game(cell: Cell, number: int) -> Played:
    """Play one game of a cell."""
    return play_games(cell, [number])[0]


def record_game(cell: Cell, number: int) -> Record:
    """The record of the same game."""
    table = _Table(cell, number)
    _play_out([table])
    return table.match.record(reveal=True, bots=list(table.names))


def _play_out(tables: Sequence[_Table]) -> None:
    try:
        _answer_all(tables)
    finally:
        dismiss(bot for table in tables for bot in table.bots)


def _answer_all(tables: Sequence[_Table]) -> None:
    while open_asks := [(table, request) for table in tables if (request := table.request()) is not None]:
        answers = answer_all([request for _, request in open_asks])
        for (table, (_, _, ask)), move in zip(open_asks, answers, strict=True):
            table.match.play(ask.seat, move)
